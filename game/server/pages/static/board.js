// The board: lies as the server tells it, follows hands, and asks for what they do. It knows no rule of any game:
// what may be done stands in the table, everything else glides back.

const STOCK = "stock", SQUARED = 0, DOWN = 1, LEFT = 3;
const LARGE_PX = 76, LEAST_PX = 38, SCROLLBAR_PX = 15, RIM_PX = 36; // on a page that is magnified
const TALL = 1.4, DRAG_PX = 6, DOUBLE_MS = 350, MOVE_MS = [150, 230], FLIP_MS = 160, NEXT_MS = 70;
const isCard = (text) => /^[A2-9TJQK][CDHS]$/.test(text);
const make = (kind, name, within) => {
  const found = document.createElement(kind);
  found.className = name;
  within?.append(found);
  return found;
};
const button = (name, within) => Object.assign(make("button", name, within), { type: "button", tabIndex: -1 });
const last = (list, count = 1) => list[list.length - count];
const SHAPES = ["tall", "wide", "low"], areNumbers = (list) => list.every((each) => Number.isFinite(each) && each >= 0);
const isLayout = ({ piles, ...layout }) => Array.isArray(piles) && piles.length > 0 && SHAPES.every((shape) => layout[shape]
  && layout[shape].across > 0 && layout[shape].down > 0
  && piles.every((each) => /^[a-z][a-z0-9]{1,4}$/.test(each?.name) && Array.isArray(each[shape]) && each[shape].length === 4 && areNumbers(each[shape])));
const textOf = ({ pile, count, place }) => pile === STOCK ? STOCK : `${pile}>${place}${count > 1 ? `:${count}` : ""}`;

export class Board {
  // `asks` is told what is wanted: act(action), why(pile, count, place), picked(card, places), sound(name), words.
  constructor(root, deck, asks) {
    Object.assign(this, { root, deck, asks, layout: null, names: [], piles: {}, lies: {}, places: {}, moves: new Map(), home: new Map() });
    Object.assign(this, { table: null, press: null, picked: null, tapped: null, wish: null, isWaiting: false });
    this.settings = { left: false, one: false };
    this.elements = {};
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.moved(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    for (const name of ["pointercancel", "lostpointercapture"]) root.addEventListener(name, () => this.cancel());
    // Or the next tap only stops a fling; a board that scrolls is pushed by what lies beside its cards.
    root.addEventListener("touchmove", (event) => (!this.scrolls || event.target.closest(".card")) && event.preventDefault(), { passive: false });
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => document.hidden && this.cancel());
    addEventListener("blur", () => this.cancel());
    const sized = new ResizeObserver(() => this.fit());
    for (const each of [root, root.parentElement]) sized.observe(each);
  }

  get isStill() { return matchMedia("(prefers-reduced-motion: reduce)").matches; }

  // What the server tells ------------------------------------------------------------------------

  // The board of a game: its piles, and where they lie.
  layOut(layout) {
    const text = JSON.stringify(layout);
    if (text === this.told || !isLayout(layout)) return;
    this.told = text;
    this.cancel();
    this.root.replaceChildren();
    Object.assign(this, { layout, names: layout.piles.map((each) => each.name), piles: {}, lies: {}, elements: {}, of: {}, table: null, spot: null });
    for (const each of layout.piles) {
      const { name } = each, pile = make("div", `pile ${each.pile}${each.is_whole ? " whole" : ""}`, this.root), slot = button("slot", pile);
      pile.dataset.pile = name;
      pile.setAttribute("role", "group");
      slot.dataset.sign = each.sign || "";
      this.of[name] = each;
      this.elements[name] = { pile, slot };
      [this.piles[name], this.lies[name]] = [[], []];
    }
    this.size = null;
    this.fit();
  }

  // What lies on top of each foundation.
  get tops() { return this.names.filter((name) => this.isHome(name)).map((name) => last(this.piles[name])).filter(Boolean); }

  isHome(name) { return this.of[name].pile === "foundation"; }

  // Shows a table; what was done meanwhile is asked for if it still may be.
  show(table) {
    if (!this.layout) return;
    const piles = {}, seen = {}, most = this.layout.pack > 52 ? 8 : 1; // no card lies more often than it may
    for (const line of table.piles) {
      const [, name, text] = /^(\w{2,5}) (.*)$/.exec(line) ?? [];
      if (!this.of[name]) continue;
      const cards = name === STOCK ? Array(Math.min(60, Number(text) || 0)).fill("") : text.match(/../g) ?? [];
      piles[name] = cards.map((card) => isCard(card) && (seen[card] = (seen[card] || 0) + 1) <= most ? card : "");
    }
    for (const name of this.names) piles[name] ??= [];
    const before = this.piles, isFirst = !this.table;
    this.table = table;
    this.piles = piles;
    this.moves.clear();
    this.home.clear();
    for (const text of table.moves) {
      const [, from, to, count] = /^(\w+)>(\w+)(?::(\d+))?$/.exec(text) ?? [];
      if (!from) continue;
      const key = `${from}:${count ?? 1}`;
      this.moves.set(key, [...this.moves.get(key) ?? [], to]);
    }
    for (const text of table.home) {
      const [, from, to, count] = /^(\w+)>(\w+)(?::(\d+))?$/.exec(text) ?? [];
      if (from) this.home.set(from, { place: to, count: Number(count ?? 1) });
    }
    this.isWaiting = false;
    this.root.classList.remove("waits");
    this.unpick();
    this.unhint();
    if (this.press?.held) this.keepHold();
    this.lay(!isFirst);
    for (const { place, points } of table.points) this.rise(place, points);
    if (this.names.some((name) => this.of[name].pile === "waste" && before[name].length < piles[name].length)) this.asks.sound("flip");
    const wish = this.wish;
    this.wish = null;
    if (wish && !table.ending) this.want(wish);
  }

  // The cards in the hand go on being held if they lie there still.
  keepHold() {
    const { pile, count, key } = this.press;
    if (last(this.piles[pile], count) !== key) this.cancel();
  }

  // Whether cards may go somewhere; `place` null asks whether anywhere.
  may(pile, count, place = null) {
    const found = this.moves.get(`${pile}:${count}`) ?? [];
    return place === null ? found.length > 0 : found.includes(place);
  }

  // The place that is meant: a card let go over any foundation goes to its own.
  meant(pile, count, place) {
    if (this.may(pile, count, place) || !this.isHome(place)) return place;
    return (this.moves.get(`${pile}:${count}`) ?? []).find((each) => this.isHome(each)) ?? place;
  }

  // Shows the way of a move that is advised, until the next table.
  hint(text) {
    this.unhint();
    const [, from, to, count] = /^(\w+)>(\w+)(?::(\d+))?$/.exec(text) ?? [null, STOCK], all = this.lies[from] ?? [];
    const cards = from === STOCK || from === to ? all.slice(-1) : all.slice(this.of[from]?.is_whole ? 0 : -Number(count ?? 1));
    const marked = [...cards, to && (last(this.lies[to] ?? []) ?? this.elements[to]?.slot)].filter(Boolean);
    for (const each of marked) each.classList.add("hint");
    if (!to || from === to || !cards[0]) return;
    const [a, b] = [cards[0], marked[marked.length - 1]].map((each) => each.getBoundingClientRect()), { left, top } = this.root.getBoundingClientRect();
    const x = a.left - left + this.wide / 2, y = a.top - top + this.wide / 4, dx = b.left - a.left, dy = b.top - a.top, way = make("div", "way", this.root);
    way.style.cssText = `left:${x}px;top:${y}px;width:${Math.hypot(dx, dy)}px;transform:rotate(${Math.atan2(dy, dx)}rad)`;
  }

  unhint() {
    for (const each of this.root.querySelectorAll(".hint")) each.classList.remove("hint");
    this.root.querySelector(".way")?.remove();
  }

  // What hands want ------------------------------------------------------------------------------

  // Does what is wanted, or keeps it until the answer to what was done before is there.
  want(wish) {
    if (!this.table || this.table.ending) return;
    if (this.isWaiting) {
      this.wish = wish;
      if (wish.place) this.carry(wish);
      return;
    }
    const { act, pile } = wish, home = wish.home && this.home.get(pile), count = home ? home.count : wish.count;
    if (act) {
      if (this.table[act]) this.ask(act);
      else this.asks.refused(act);
      return;
    }
    if (pile === STOCK) {
      if (this.table.moves.includes(STOCK)) {
        this.ask(STOCK);
        this.asks.sound("pick");
      } else this.refuse(wish);
      return;
    }
    const place = wish.home ? home?.place : this.meant(pile, count, wish.place);
    if (!place || !this.may(pile, count, place)) {
      this.refuse({ ...wish, place: wish.home ? null : wish.place });
      return;
    }
    this.carry({ pile, count, place });
    this.ask(textOf({ pile, count, place }));
    this.asks.sound("place");
  }

  ask(action) {
    this.isWaiting = true;
    this.root.classList.add("waits");
    this.unpick();
    this.asks.act(action);
  }

  // Before the answer is there cards lie where they were let go; what they uncover shows its back still.
  carry({ pile, count, place }) {
    if (!this.piles[place] || this.piles[pile].length < count) return;
    const cards = this.piles[pile], at = this.of[pile].is_whole ? 0 : cards.length - count, own = place === pile;
    const moved = own ? cards.slice(at, at + 1) : cards.slice(at), left = own ? [...cards.slice(0, at), ...cards.slice(at + 1)] : cards.slice(0, at);
    this.piles[pile] = left;
    this.piles[place] = [...this.piles[place], ...moved];
    this.lay(true);
  }

  refuse({ pile, count, place }) {
    this.unpick();
    this.lay(true);
    const card = pile === STOCK ? this.elements[STOCK]?.slot : this.card(pile, count);
    if (card && !this.isStill) {
      card.animate({ translate: ["0", "-6px", "5px", "0"] }, { duration: 280 });
    }
    this.asks.sound("refuse");
    this.asks.why(pile, Math.max(1, count), place ?? null);
  }

  // Where things lie -----------------------------------------------------------------------------

  async fit() {
    const { offsetWidth: width, offsetHeight: height } = this.root.parentElement, { left, four } = this.settings;
    const size = [width, height, left, four].join();
    if (!this.layout || !this.root.clientWidth || !height || size === this.size) return; // what is held stays in the hand
    this.cancel();
    this.arrange(width, height);
    this.size = size;
    this.unhint();
    await this.deck.fit(this.wide, four);
    for (const card of this.all()) this.face(card);
    this.lay(false);
  }

  arrange(width, height) {
    const isFine = !matchMedia("(pointer: coarse)").matches, isLow = height < 440, isTall = width < height * 0.95 || isLow && isFine;
    const shape = isTall ? "tall" : isLow ? "low" : "wide", { across, down } = this.layout[shape], columns = across / 100, rows = down / 100;
    const pad = isLow && isFine ? 4 : isTall ? Math.max(2.5, width * 0.66 / columns ** 2) : 12, fits = (space) => (space - 2 * pad + (isTall ? pad : 0)) / columns - (isTall ? pad : 0);
    let wide = Math.min(fits(width), (height - 3 * pad) / rows / TALL / (isTall ? 1.04 : 1)); // rows have a gap
    if (!isTall) wide /= 1.02;
    // Low for a pointer: the page is magnified, so cards are, and the board scrolls.
    const least = isLow && isFine ? Math.max(LEAST_PX, Math.min(LARGE_PX, fits(width - SCROLLBAR_PX))) : width < 300 ? LEAST_PX : 0;
    this.scrolls = wide < least;
    wide = Math.floor(Math.max(wide, least));
    if (this.scrolls) {
      width = Math.max(width - SCROLLBAR_PX, Math.ceil(columns * (wide + pad) + pad));
      height = Math.max(height, Math.ceil(rows * wide * TALL * 1.12));
    }
    Object.assign(this.root.style, this.scrolls ? { width: `${width}px`, height: `${height}px` } : { width: "", height: "" });
    this.root.parentElement.classList.toggle("scrolls", this.scrolls);
    const high = Math.round(wide * TALL), spots = this.layout.piles.map((each) => each[shape]);
    const right = Math.max(...spots.map(([column, , fan, room]) => column + (fan > DOWN ? Math.max(0, room - 100) : 0))) / 100;
    const bottom = Math.max(...spots.map(([, row]) => row)) / 100, top = isTall ? Math.max(8, pad * 2) : pad / 2 + 4;
    const pitch = Math.min(isTall ? wide * 1.6 : wide * 1.385, (width - 2 * pad - wide) / right), edge = (width - right * pitch - wide) / 2;
    const isGrid = bottom > 2, gap = isTall ? Math.max(8, high * (isGrid ? 0.3 : 0.2)) : Math.max(8, high * 0.14);
    const step = bottom ? Math.min(high + gap, (height - top - pad - high) / bottom) : 0;
    const places = {}, flip = this.settings.left;
    for (const { name, [shape]: [column, row, fan, room] } of this.layout.piles) {
      const x = Math.round(edge + (flip ? right - column / 100 : column / 100) * pitch), y = Math.round(top + row / 100 * step);
      const way = fan < 2 ? 0 : (fan === LEFT) !== flip ? -1 : 1;
      places[name] = { x, y, fan, way, room: fan === DOWN ? height - y - 8 : fan ? room / 100 * pitch : 0 };
    }
    Object.assign(this, { wide, high, places, isTall, loose: isTall ? 0.56 : 0.3 });
    this.root.style.setProperty("--wide", `${wide}px`);
    this.root.style.setProperty("--high", `${high}px`);
    for (const name of this.names) {
      const { x, y, fan, room } = places[name], { pile } = this.elements[name];
      pile.style.left = `${x}px`;
      pile.style.top = `${y}px`;
      pile.style.height = fan === DOWN && !this.of[name].fanned ? `${Math.max(high, room)}px` : "";
    }
  }

  // Where each card of a pile lies, from its pile's place.
  spread(name) {
    const cards = this.piles[name], { fan, way, room } = this.places[name], { fanned, pile } = this.of[name], found = [];
    if (fan === SQUARED) return cards.map((_, at) => pile === STOCK ? [-Math.min(2, at / 10), -Math.min(2, at / 10)] : [0, 0]);
    if (fan > DOWN || fanned) {
      const shown = fanned ? Math.min(fanned, cards.length) : cards.length, first = cards.length - shown;
      const step = fan === DOWN ? this.high * 0.3 : Math.min(this.wide * (fanned ? 0.32 : 0.62), (room - this.wide) / Math.max(1, shown - 1));
      cards.forEach((_, at) => {
        const far = Math.max(0, at - first) * step, back = way < 0 ? (shown - 1) * step : 0; // the last card lies at the place itself
        found.push(fan === DOWN ? [0, far] : [far - back, 0]);
      });
      return found;
    }
    const backs = cards.filter((card) => !card).length, faces = Math.max(0, cards.length - backs - 1), free = room - this.high;
    let down = this.high * (this.isTall ? 0.13 : 0.1), up = this.high * this.loose;
    if (backs * down + faces * up > free) up = Math.max(this.high * 0.27, Math.min(up, (free - backs * down) / Math.max(1, faces)));
    if (backs * down + faces * up > free) down = Math.max(2, (free - faces * up) / Math.max(1, backs));
    if (backs * down + faces * up > free) up = Math.max(4, (free - backs * down) / Math.max(1, faces));
    let y = 0;
    for (const card of cards) {
      found.push([0, y]);
      y += card ? up : down;
    }
    return found;
  }

  // Puts every card where it lies; cards that are new in a place come from where they were.
  lay(isMoving) {
    if (!this.layout || !this.places[this.names[0]]) return;
    const wanted = [], spare = new Set();
    for (const name of this.names) for (const element of this.lies[name]) spare.add(element);
    for (const pile of this.names) this.piles[pile].forEach((card, index) => wanted.push({ card, pile, index, element: null }));
    // Each card takes the element that lies there, else one that shows it, else one that turns over.
    const claim = (fits) => {
      for (const each of wanted) {
        if (each.element) continue;
        const found = fits(each);
        if (found) {
          each.element = found;
          spare.delete(found);
        }
      }
    };
    const there = ({ pile, index }) => spare.has(this.lies[pile][index]) ? this.lies[pile][index] : null;
    claim((each) => there(each)?.card === each.card ? there(each) : null);
    const shows = new Map(), order = [...spare].reverse();
    for (const element of order) if (element.card) shows.set(element.card, [...shows.get(element.card) ?? [], element]);
    claim(({ card }) => card && (shows.get(card) ?? []).find((element) => spare.has(element)));
    claim(there);
    const find = (isFit) => order.find((element) => spare.has(element) && isFit(element));
    claim(({ card }) => find((element) => card ? element.pile === STOCK : element.card));
    claim(() => find(() => true) ?? this.made());
    for (const element of spare) element.remove();
    for (const name of this.names) this.lies[name] = [];
    for (const { element, pile, index } of wanted) this.lies[pile][index] = element;
    const held = new Set(this.press?.held ?? []), spreads = {};
    let homeward = 0;
    for (const { element, card, pile, index } of wanted) {
      const [dx, dy] = (spreads[pile] ??= this.spread(pile))[index];
      const isHome = this.isHome(pile) && element.pile !== pile;
      this.put(element, { card, pile, index, dx, dy, isMoving, isHeld: held.has(element), after: isHome ? NEXT_MS * homeward++ : 0 });
    }
    clearTimeout(this.naming);
    this.naming = setTimeout(() => this.name());
  }

  made() {
    const element = button("card");
    element.canvas = make("canvas", "", element);
    element.card = null;
    return element;
  }

  put(element, { card, pile, index, dx, dy, isMoving, isHeld, after }) {
    const place = this.places[pile], x = place.x + dx, y = place.y + dy, from = [element.x ?? x, element.y ?? y];
    element.style.boxShadow = place.fan || index > this.piles[pile].length - 4 ? "" : "none"; // else shadows add up
    const isThere = element.pile === pile && element.index === index && element.rest && from[0] === x && from[1] === y;
    if (isThere && element.card === card) return;
    if (element.pile !== pile) {
      const hadFocus = element === document.activeElement;
      this.elements[pile].pile.append(element);
      if (hadFocus) element.focus({ preventScroll: true });
      element.pile = pile;
    }
    element.index = index;
    this.turn(element, card, isMoving);
    if (isHeld) return;
    const rest = `translate(${dx.toFixed(1)}px,${dy.toFixed(1)}px)`;
    if (element.rest !== rest || from[0] !== x || from[1] !== y) {
      element.style.transform = element.rest = rest;
      element.glide?.cancel();
      const far = Math.hypot(from[0] - x, from[1] - y);
      if (isMoving && far > 2 && !this.isStill) {
        const duration = Math.min(MOVE_MS[1], MOVE_MS[0] + far / 8);
        element.style.zIndex = 500 + index;
        element.glide = element.animate(
          { transform: [`translate(${from[0] - place.x}px,${from[1] - place.y}px)`, rest] },
          { duration, delay: after, fill: "backwards", easing: "cubic-bezier(.2,.7,.3,1)" });
        element.glide.onfinish = element.glide.oncancel = () => { element.style.zIndex = this.height(element); };
      } else element.style.zIndex = this.height(element);
    } else if (!element.glide || element.glide.playState !== "running") element.style.zIndex = this.height(element);
    element.x = x;
    element.y = y;
  }

  // Of foundations that overlap, each shows its card's index.
  height({ pile, index }) { return index + 1 + (this.isHome(pile) ? 20 * this.names.indexOf(pile) : 0); }

  turn(element, card, isMoving) {
    if (element.card === card) return;
    const isFlipped = element.card !== null && isMoving && !this.isStill;
    element.card = card;
    if (card) element.dataset.card = card;
    else delete element.dataset.card;
    element.dataset.face = card ? "up" : "down";
    if (!isFlipped) {
      this.face(element);
      return;
    }
    element.canvas.animate({ transform: ["scaleX(1)", "scaleX(0)", "scaleX(1)"] }, { duration: FLIP_MS });
    setTimeout(() => this.face(element), FLIP_MS / 2);
  }

  all() { return this.names.flatMap((name) => this.lies[name]); }

  face(element) { this.deck.draw(element.canvas, element.card); }

  card(pile, count) { return last(this.lies[pile] ?? [], count) ?? null; }

  // Hands ----------------------------------------------------------------------------------------

  // What lies under a pointer: a pile, and how many of its cards from there on.
  under(event) {
    const card = event.target.closest?.(".card"), pile = (card ?? event.target).closest?.("[data-pile]")?.dataset.pile;
    if (!pile) return null;
    const size = this.piles[pile].length;
    const isFan = this.places[pile].fan !== SQUARED && !this.of[pile].fanned;
    return { pile, count: card && isFan ? size - card.index : Math.min(1, size) };
  }

  down(event) {
    this.downAt = event.timeStamp;
    if (this.press) { // a second finger
      this.cancel();
      return;
    }
    const found = this.under(event);
    if (!found || !this.table || this.table.ending || event.button > 2) return;
    if (event.button === 2) {
      if (found.count === 1) this.want({ ...found, home: true });
      return;
    }
    try {
      this.root.setPointerCapture(event.pointerId);
    } catch { /* a pointer of a test */ }
    const { pile, count } = found, box = this.root.getBoundingClientRect();
    this.press = { ...found, id: event.pointerId, x: event.clientX, y: event.clientY, box, held: null, key: last(this.piles[pile], count) };
    this.press.lift = event.pointerType === "touch" ? this.high * 0.45 : 0;
    this.press.rest = this.scrolled;
  }

  // How far a board that scrolls is scrolled.
  get scrolled() { return this.scrolls ? [this.root.parentElement.scrollLeft, this.root.parentElement.scrollTop] : [0, 0]; }

  // How far it was scrolled since the hand came down; near its rim a hand scrolls it.
  pushed({ clientX, clientY }, { held, rest }) {
    if (!this.scrolls) return rest;
    const area = this.root.parentElement, { left, right, top, bottom } = area.getBoundingClientRect();
    const push = (at, from, to) => at < from + RIM_PX ? -RIM_PX / 2 : at > to - RIM_PX ? RIM_PX / 2 : 0;
    if (held) area.scrollBy(push(clientX, left, right), push(clientY, top, bottom));
    return this.scrolled.map((each, at) => each - rest[at]);
  }

  moved(event) {
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    const [sx, sy] = press.pushed = this.pushed(event, press), dx = event.clientX - press.x + sx, dy = event.clientY - press.y + sy;
    if (!press.held && (Math.hypot(dx, dy) < DRAG_PX || !this.take(press))) return;
    const up = Math.min(press.lift, Math.hypot(dx, dy) * 0.6);
    press.held.forEach((card, at) => {
      card.style.transform = `translate(${press.from[at][0] + dx}px,${press.from[at][1] + dy - up}px)`;
    });
    press.dx = dx;
    press.dy = dy - up;
    const over = this.over(event);
    if (over !== press.over) {
      this.elements[press.over]?.pile.classList.remove("over");
      press.over = over;
      if (over && this.may(press.pile, press.count, this.meant(press.pile, press.count, over))) {
        this.elements[over].pile.classList.add("over");
      }
    }
  }

  // Takes cards into the hand, if they are such as can be held.
  take(press) {
    const { pile, count } = press;
    if (pile === STOCK || !count || !press.key) return false;
    const all = this.lies[pile], cards = this.may(pile, count, pile) ? [this.card(pile, count)] : all.slice(this.of[pile].is_whole ? 0 : -count);
    if (cards.some((card) => !card)) return false;
    this.unpick();
    press.held = cards;
    press.from = cards.map((card) => [card.x - this.places[pile].x, card.y - this.places[pile].y]);
    cards.forEach((card, at) => {
      card.glide?.cancel();
      card.style.zIndex = 2000 + at;
      card.classList.add("held");
    });
    this.mark(pile, count);
    this.asks.sound("pick");
    return true;
  }

  // The pile over which the hand is: that of the finger, else the one that the card covers most.
  over(event) {
    const { pile, count, box, held, dx, dy, pushed: [sx, sy] } = this.press, found = [];
    const x = event.clientX - box.left + sx, y = event.clientY - box.top + sy;
    const left = held[0].x + dx, top = held[0].y + dy;
    for (const name of this.names) {
      const place = this.places[name], { pile: kind, fanned } = this.of[name];
      if (kind === STOCK || (kind === "waste" && pile !== name)) continue;
      const high = place.fan === DOWN && !fanned ? place.room : this.high, wide = place.fan > DOWN && !fanned ? place.room : this.wide;
      const from = place.way < 0 ? place.x + this.wide - wide : place.x;
      const isUnder = x >= from && x <= from + wide && y >= place.y && y <= place.y + high;
      const across = Math.min(left + this.wide, from + wide) - Math.max(left, from);
      const along = Math.min(top + this.high, place.y + high) - Math.max(top, place.y);
      const area = across > 0 && along > 0 ? across * along / (this.wide * this.high) : 0;
      const isLegal = this.may(pile, count, this.meant(pile, count, name));
      if (isUnder || area > 0.12) found.push([(isLegal ? 4 : 0) + (isUnder ? 2 : 0) + area, name]);
    }
    return found.sort((a, b) => b[0] - a[0])[0]?.[1] ?? null;
  }

  up(event) {
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    if (!press.held) {
      this.press = null;
      this.tap(press, event.timeStamp);
      return;
    }
    const over = this.over(event);
    this.letGo();
    if (!over || over === press.pile && !this.may(press.pile, press.count, over)) this.lay(true);
    else this.want({ pile: press.pile, count: press.count, place: over });
  }

  // The hand opens; cards know where they hang, so that they glide from there.
  letGo() {
    const { held, dx = 0, dy = 0 } = this.press;
    this.press = null;
    for (const card of held ?? []) {
      card.classList.remove("held");
      card.x += dx;
      card.y += dy;
      card.rest = "";
    }
    this.unpick();
  }

  // A call, a turned phone, a second finger: cards glide back.
  cancel() {
    if (!this.press) return;
    this.letGo();
    this.lay(true);
  }

  // A click that came without a pointer: of a key, or of what helps to use the page.
  clicked(event) {
    const found = this.under(event);
    if (event.detail && event.timeStamp - (this.downAt ?? -1e4) < 1000) return;
    if (found && this.table && !this.table.ending) this.tap(found, -1);
  }

  // A tap puts down what is picked, or picks up; a second one sends home.
  tap({ pile, count }, at) {
    const picked = this.picked, before = this.tapped;
    this.tapped = { pile, count, at };
    if (picked && picked.pile !== pile) {
      const place = this.meant(picked.pile, picked.count, pile);
      if (this.may(picked.pile, picked.count, place)) {
        this.tapped = null; // the next tap is a first one
        this.want({ ...picked, place });
        return;
      }
    }
    if (pile === STOCK) {
      this.want({ pile, count: 0 });
      return;
    }
    const isDouble = before && before.pile === pile && before.count === count && at - before.at < DOUBLE_MS && at >= 0;
    const home = this.home.get(pile);
    if (isDouble && (home ? count <= home.count : this.isWaiting)) {
      this.tapped = null;
      this.want({ pile, count, home: true });
      return;
    }
    if (picked && (picked.pile === pile && picked.count === count || !count)) {
      this.unpick();
      if (!count) this.asks.why(picked.pile, picked.count, pile);
      return;
    }
    if (!count) return;
    const places = this.moves.get(`${pile}:${count}`) ?? [];
    if (places.includes(pile) || this.settings.one && places.length) { // out of its own pile there is but one way
      this.want({ pile, count, place: home?.count === count ? home.place : places.includes(pile) ? pile : places[0] });
      return;
    }
    if (this.may(pile, count)) {
      this.unpick();
      this.picked = { pile, count };
      for (const each of this.lies[pile].slice(-count)) {
        each.classList.add("picked");
        each.setAttribute("aria-pressed", "true");
      }
      this.mark(pile, count);
      this.asks.picked(this.card(pile, count).card, places.map((each) => this.of[each].label));
      this.asks.sound("pick");
    } else if (!this.isWaiting) this.refuse({ pile, count, place: null });
  }

  mark(pile, count) {
    for (const place of this.moves.get(`${pile}:${count}`) ?? []) {
      const top = this.card(place, 1);
      (top ?? this.elements[place]?.slot)?.classList.add("may");
    }
  }

  unpick() {
    this.picked = null;
    for (const each of this.root.querySelectorAll(".may, .picked, .over")) {
      each.classList.remove("may", "picked", "over");
      each.removeAttribute("aria-pressed");
    }
  }

  // Puts what is picked back; returns the card, null if nothing is.
  putBack() {
    const { pile, count } = this.picked ?? {}, card = this.picked && this.card(pile, count).card;
    this.unpick();
    return card;
  }

  // Keys and names -------------------------------------------------------------------------------

  // Where the focus may be: cards that lie open, the stock, and empty places.
  spots() {
    const found = [];
    for (const pile of this.names) {
      const cards = this.piles[pile], { slot } = this.elements[pile];
      if (!cards.length) {
        if (!this.of[pile].is_whole) found.push(slot);
      } else if (this.places[pile]?.fan && !this.of[pile].fanned) cards.forEach((card, at) => card && found.push(this.card(pile, cards.length - at)));
      else found.push(this.card(pile, 1));
    }
    return found.filter(Boolean);
  }

  name() {
    const { words } = this.asks, spots = new Set(this.spots());
    for (const pile of this.names) {
      const { pile: group, slot } = this.elements[pile], cards = this.piles[pile], backs = cards.filter((card) => !card).length;
      const title = this.of[pile].label;
      set(group, "aria-label", backs && pile !== STOCK ? words.hidden.replace("{pile}", title).replace("{count}", backs) : title);
      set(slot, "aria-label", words.empty.replace("{pile}", title));
      set(slot, "aria-hidden", cards.length ? "true" : null);
      slot.disabled = cards.length > 0;
      // What is read in order lies in order.
      for (const [at, card] of this.lies[pile].entries()) if (group.children[at + 1] !== card) group.insertBefore(card, group.children[at + 1]);
    }
    for (const element of this.all()) {
      const isSpot = spots.has(element), size = this.piles[element.pile].length;
      set(element, "aria-hidden", isSpot ? null : "true");
      set(element, "aria-label", !isSpot ? null : element.card ? words.card(element.card)
        : words.stock.replace("{pile}", this.of[STOCK]?.label ?? "").replace("{count}", size));
      element.tabIndex = -1;
    }
    if (!spots.has(this.spot)) this.spot = this.spots()[0];
    if (this.spot) this.spot.tabIndex = 0;
  }

  go(way) {
    const place = (each) => {
      const card = each.classList.contains("card"), home = this.places[each.closest("[data-pile]").dataset.pile];
      return card ? [each.x, each.y] : [home.x, home.y];
    };
    const here = place(this.spot), [wx, wy] = way;
    const score = (each) => {
      const [x, y] = place(each), along = (x - here[0]) * wx + (y - here[1]) * wy;
      const aside = Math.abs((x - here[0]) * wy) + Math.abs((y - here[1]) * wx);
      return along < 2 ? Infinity : along + 2.2 * aside;
    };
    const next = this.spots().filter((each) => each !== this.spot).sort((a, b) => score(a) - score(b))[0];
    if (!next || score(next) === Infinity) return;
    this.spot.tabIndex = -1;
    this.spot = next;
    next.tabIndex = 0;
    next.focus({ preventScroll: true });
    if (this.scrolls) next.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  key(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }, way = ways[event.key];
    if (event.target.closest(".card, .slot")) this.spot = event.target.closest(".card, .slot");
    if (way && this.spot && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.go(way);
    }
  }

  // Sends home the card on which the focus is; returns whether there is one.
  sendHome() {
    const found = this.spot && this.under({ target: this.spot });
    if (found?.count) this.want({ ...found, count: 1, home: true }); // the whole suit where that goes
    return Boolean(found?.count);
  }

  // Shows ----------------------------------------------------------------------------------------

  rise(pile, points) {
    const place = this.places[pile];
    if (!place || !Number.isFinite(points)) return;
    const text = make("span", points > 0 ? "points" : "points lost", this.root);
    text.textContent = points > 0 ? `+${points}` : `−${-points}`;
    const [, dy] = this.spread(pile).pop() ?? [0, 0];
    text.style.left = `${place.x + this.wide / 2}px`;
    text.style.top = `${place.y + dy + this.high * 0.3}px`;
    if (this.isStill) setTimeout(() => text.remove(), 900);
    else text.animate({ transform: ["translate(-50%,0)", "translate(-50%,-40px)"], opacity: [1, 1, 0] }, { duration: 900 }).onfinish = () => text.remove();
  }

  // All cards fall, from the kings on, until a tap ends it.
  cascade() {
    if (this.isStill) return;
    const { clientHeight: deep } = this.root, flights = [];
    this.all().sort((a, b) => b.index - a.index).forEach((card, at) => {
      const aside = (Math.random() - 0.5) * this.wide * 8, turn = (Math.random() - 0.5) * 300;
      flights.push(card.animate(
        [{ transform: card.rest }, { transform: `${card.rest} translate(${aside / 2}px,-${this.high}px) rotate(${turn / 3}deg)` },
          { transform: `${card.rest} translate(${aside}px,${deep * 1.2}px) rotate(${turn}deg)` }],
        { duration: 1100, delay: at * 28, easing: "ease-in" }));
    });
    addEventListener("pointerdown", () => flights.forEach((each) => each.finish()), { once: true });
  }
}

const set = (element, name, value) => {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};
