// The replay of a game, or of two side by side: steps that the server has worked out, shown one after the other.
"use strict";
{
  document.getElementById("old")?.remove();
  const LONGEST_PAUSE_MS = 2000, LEAST_GAP_MS = 250;
  const STOCK = 0, WASTE = 1, FOUNDATIONS = 2, COLUMNS = 6;
  const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
  const find = (id) => document.getElementById(id);
  const words = JSON.parse(find("words").textContent);
  const fill = (text, parts) => text.replace(/\{(\w+)\}/g, (all, name) => parts[name] ?? all);
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const root = find("replay") ?? find("both"), scrub = find("scrub"), curve = find("curve");
  const SPACE = 0.13; // between two columns, in widths of a card
  const HEIGHT = 1.4, UP = 0.3, DOWN = 0.13, FAN = 0.32;

  const sign = (card) => card[0].replace("T", "10") + SIGNS[card[1]];
  const clock = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
  const cardsOf = (text) => text.match(/../g) ?? [];
  const isUp = (card) => card === card.toUpperCase();

  let games = [], frames = [], shown = 0, timer = 0;
  const boards = [...root.querySelectorAll(".board")], isPair = boards.length > 1;

  const opened = ({ names, steps }, index, player) => {
    const board = boards[index], tables = [], pictures = new Map();
    let piles = [];
    for (const step of steps) {
      piles = [...piles];
      for (const [pile, text] of Object.entries(step.piles)) piles[pile] = cardsOf(text);
      tables.push(piles);
    }
    board.replaceChildren();
    for (let place = 0; place < 13; place++) {
      if (place !== WASTE) board.append(document.createElement("div"));
    }
    for (const card of tables[0].flat()) {
      const picture = document.createElement("img");
      picture.alt = "";
      picture.draggable = false;
      pictures.set(card.toUpperCase(), picture);
      board.append(picture);
    }
    if (isPair) board.setAttribute("aria-label", fill(words.board, { player }));
    return { board, names, steps, tables, pictures, player, width: 0, at: 0 };
  };

  // Each step of each game is a frame; the clocks of two run together.
  const begin = (told, players) => {
    games = told.map((each, index) => opened(each, index, players[index]));
    frames = [{ at: 0, game: 0, of: games.map(() => 0) }];
    const all = games.flatMap((each, game) => each.steps.slice(1).map(({ at }, before) => ({ at, game, step: before + 1 })));
    for (const { at, game, step } of all.sort((one, other) => one.at - other.at)) {
      const { of } = frames[frames.length - 1];
      frames.push({ at, game, of: of.map((was, each) => each === game ? step : was) });
    }
    scrub.max = String(frames.length - 1);
    draw();
    root.hidden = false;
    games.forEach(fit);
    goTo(0);
    for (const name of games[0].pictures.keys()) new Image().src = `${root.dataset.files}${name}.svg`; // ahead of need
  };

  // Where things lie ------------------------------------------------------------------------------

  const spread = (pile) => pile.slice(0, -1).reduce((sum, card) => sum + (isUp(card) ? UP : DOWN) * HEIGHT, 0);

  const left = (place) => SPACE / 2 + (1 + SPACE) * (place === STOCK || place === WASTE ? place
    : place < COLUMNS ? place + 1 : place - COLUMNS);
  const top = (place) => place < COLUMNS ? SPACE : 2 * SPACE + HEIGHT;

  const fit = (game) => {
    const { board, tables } = game, width = board.clientWidth / (7 * (1 + SPACE));
    if (Math.abs(width - game.width) < 0.01) return;
    game.width = width;
    const longest = Math.max(...tables.map((piles) => Math.max(...piles.slice(COLUMNS).map(spread))));
    board.style.height = `${Math.ceil(width * (top(COLUMNS) + longest + HEIGHT + SPACE))}px`;
    const places = board.querySelectorAll("div");
    [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].forEach((place, index) => put(places[index], width, left(place), top(place)));
    board.classList.add("still");
    lay(game);
    requestAnimationFrame(() => requestAnimationFrame(() => board.classList.remove("still")));
  };

  const put = (element, width, x, y) => {
    element.style.width = `${width}px`;
    element.style.height = `${width * HEIGHT}px`;
    element.style.transform = `translate(${(x * width).toFixed(2)}px, ${(y * width).toFixed(2)}px)`;
  };

  const lay = ({ tables, pictures, width, at }) => {
    tables[at].forEach((pile, place) => {
      let y = top(place);
      pile.forEach((card, index) => {
        const picture = pictures.get(card.toUpperCase());
        const fanned = place === WASTE ? Math.max(0, index - Math.max(0, pile.length - 3)) * FAN : 0;
        const name = `${root.dataset.files}${isUp(card) ? card : "back"}.svg`;
        if (picture.getAttribute("src") !== name) picture.src = name;
        picture.style.zIndex = String(index + 1);
        put(picture, width, left(place) + fanned, y);
        if (place >= COLUMNS) y += (isUp(card) ? UP : DOWN) * HEIGHT;
      });
    });
  };

  // What is told ----------------------------------------------------------------------------------

  const inWords = (names, cards, place) => {
    const down = cards.filter((card) => !isUp(card)).length, up = cards.filter(isUp).map(sign), pile = capital(names[place]);
    if (!cards.length) return fill(words.empty, { pile });
    const isTopAlone = place > STOCK && place < COLUMNS;
    const label = down && !isTopAlone ? fill(words.hidden, { pile, count: down }) : pile;
    return up.length ? fill(words.pair, { label, value: isTopAlone ? up[up.length - 1] : up.join(" ") }) : label;
  };

  const show = (step) => {
    shown = Math.min(Math.max(0, step), frames.length - 1);
    const { at, game, of } = frames[shown];
    games.forEach((each, index) => {
      each.at = of[index];
      lay(each);
    });
    scrub.value = String(shown);
    const figures = [clock(at), ...games.map((each) => {
      const { score, home: count } = each.steps[each.at], who = isPair ? `${each.player}: ` : "";
      return `${who}${fill(words.score, { score })} · ${fill(words.home, { count })}`;
    })].join(" · ");
    const who = isPair ? `${games[game].player}: ` : "", count = frames.length - 1;
    find("said").textContent = shown ? who + capital(games[game].steps[of[game]].words) : words.deal;
    find("figures").textContent = `${fill(words.step, { step: shown, count })} · ${figures}`;
    scrub.setAttribute("aria-valuetext", `${find("said").textContent}, ${find("figures").textContent}`);
    root.querySelectorAll(".piles").forEach((list, index) => {
      const { names, tables, at: now } = games[index];
      list.replaceChildren(...tables[now].map((pile, place) => {
        const line = document.createElement("li");
        line.textContent = inWords(names, pile, place);
        return line;
      }));
    });
    const x = 1000 * shown / Math.max(1, frames.length - 1);
    curve.querySelector(".now").setAttribute("d", `M${x} 0V100`);
  };

  const draw = () => {
    const most = Math.max(1, ...games.flatMap((each) => each.steps.map((step) => step.score)));
    games.forEach((each, index) => {
      const points = frames.map(({ of }, frame) =>
        `${(1000 * frame / Math.max(1, frames.length - 1)).toFixed(1)} ${(95 - 90 * each.steps[of[index]].score / most).toFixed(1)}`);
      const line = `M${points.join("L")}`;
      curve.querySelectorAll(".line")[index].setAttribute("d", line);
      curve.querySelectorAll(".area")[index]?.setAttribute("d", `${line}L1000 100L0 100Z`);
    });
  };

  // Time ------------------------------------------------------------------------------------------

  const gap = (step) => {
    const played = frames[step].at - frames[step - 1].at;
    const kept = find("pauses").checked ? Math.min(played, LONGEST_PAUSE_MS) : played;
    return Math.max(kept / Number(find("rate").value), LEAST_GAP_MS / Math.max(1, Number(find("rate").value)));
  };

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    find("play").textContent = words.play;
    find("said").setAttribute("aria-live", "polite");
  };

  const next = () => {
    if (shown >= frames.length - 1) {
      stop();
      return;
    }
    timer = setTimeout(() => {
      show(shown + 1);
      next();
    }, gap(shown + 1));
  };

  const play = () => {
    if (timer) {
      stop();
      return;
    }
    if (shown >= frames.length - 1) show(0);
    find("play").textContent = words.pause;
    find("said").setAttribute("aria-live", "off"); // nobody could listen so fast
    next();
  };

  const goTo = (step) => {
    stop();
    show(step);
  };

  const again = () => {
    if (timer) {
      clearTimeout(timer);
      next();
    }
  };

  // Hands -----------------------------------------------------------------------------------------

  find("play").addEventListener("click", play);
  find("first").addEventListener("click", () => goTo(0));
  find("before").addEventListener("click", () => goTo(shown - 1));
  find("after").addEventListener("click", () => goTo(shown + 1));
  find("last").addEventListener("click", () => goTo(frames.length - 1));
  find("rate").addEventListener("change", again);
  find("pauses").addEventListener("change", again);
  scrub.addEventListener("input", () => goTo(Number(scrub.value)));
  const point = (event) => {
    const box = curve.getBoundingClientRect();
    goTo(Math.round((frames.length - 1) * (event.clientX - box.left) / box.width));
  };
  curve.addEventListener("pointerdown", (event) => {
    curve.setPointerCapture(event.pointerId);
    point(event);
  });
  curve.addEventListener("pointermove", (event) => {
    if (curve.hasPointerCapture(event.pointerId)) point(event);
  });
  const keys = {
    ArrowLeft: () => goTo(shown - 1), ArrowRight: () => goTo(shown + 1), " ": play,
    Home: () => goTo(0), End: () => goTo(frames.length - 1),
  };
  document.addEventListener("keydown", (event) => {
    const has = event.target.closest?.("input, select, button, a, summary, .scroll");
    if (has || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key] || !frames.length) return;
    event.preventDefault();
    keys[event.key]();
  });

  const load = async (addresses, players) => {
    find("wrong").hidden = true;
    try {
      begin(await Promise.all(addresses.map(async (address) => {
        const answer = await fetch(address);
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.json();
      })), players);
    } catch {
      find("wrong").hidden = false;
    }
  };
  const sight = new ResizeObserver(() => games.forEach(fit));
  boards.forEach((board) => sight.observe(board));
  if (isPair) {
    const chosen = [...document.querySelectorAll("#pair .sides select")];
    document.getElementById("pair").hidden = false;
    find("beside").addEventListener("click", () => load(chosen.map((each) => each.value), chosen.map((each) => each.selectedOptions[0].text)));
  } else load([root.dataset.steps], [""]);
}
