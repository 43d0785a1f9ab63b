// The replay of a game: steps that the server has worked out, shown one after the other.
"use strict";
{
  const LONGEST_PAUSE_MS = 2000, LEAST_GAP_MS = 250;
  const STOCK = 0, WASTE = 1, FOUNDATIONS = 2, COLUMNS = 6;
  const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
  const find = (id) => document.getElementById(id);
  const root = find("replay"), board = find("board"), scrub = find("scrub"), curve = find("curve");
  const SPACE = 0.13; // between two columns, in widths of a card
  const HEIGHT = 1.4, UP = 0.3, DOWN = 0.13, FAN = 0.32;

  const sign = (card) => card[0].replace("T", "10") + SIGNS[card[1]];
  const clock = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
  const cardsOf = (text) => text.match(/../g) ?? [];
  const isUp = (card) => card === card.toUpperCase();

  let names = [], steps = [], tables = [], shown = 0, timer = 0;
  const pictures = new Map();

  const begin = (told) => {
    ({ names, steps } = told);
    let piles = [];
    for (const step of steps) {
      piles = [...piles];
      for (const [pile, text] of Object.entries(step.piles)) piles[pile] = cardsOf(text);
      tables.push(piles);
    }
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
    scrub.max = String(steps.length - 1);
    draw();
    root.hidden = false;
    fit();
    show(0);
    for (const name of pictures.keys()) new Image().src = `${root.dataset.files}${name}.svg`; // ahead of need
    new ResizeObserver(fit).observe(board);
  };

  // Where things lie ------------------------------------------------------------------------------

  const spread = (pile) => pile.slice(0, -1).reduce((sum, card) => sum + (isUp(card) ? UP : DOWN) * HEIGHT, 0);

  const left = (place) => SPACE / 2 + (1 + SPACE) * (place === STOCK || place === WASTE ? place
    : place < COLUMNS ? place + 1 : place - COLUMNS);
  const top = (place) => place < COLUMNS ? SPACE : 2 * SPACE + HEIGHT;

  let width = 0;
  const fit = () => {
    const next = board.clientWidth / (7 * (1 + SPACE));
    if (Math.abs(next - width) < 0.01) return;
    width = next;
    const longest = Math.max(...tables.map((piles) => Math.max(...piles.slice(COLUMNS).map(spread))));
    board.style.height = `${Math.ceil(width * (top(COLUMNS) + longest + HEIGHT + SPACE))}px`;
    const frames = board.querySelectorAll("div");
    [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].forEach((place, index) => put(frames[index], left(place), top(place)));
    board.classList.add("still");
    lay();
    requestAnimationFrame(() => requestAnimationFrame(() => board.classList.remove("still")));
  };

  const put = (element, x, y) => {
    element.style.width = `${width}px`;
    element.style.height = `${width * HEIGHT}px`;
    element.style.transform = `translate(${(x * width).toFixed(2)}px, ${(y * width).toFixed(2)}px)`;
  };

  const lay = () => {
    tables[shown].forEach((pile, place) => {
      let y = top(place);
      pile.forEach((card, index) => {
        const picture = pictures.get(card.toUpperCase());
        const fanned = place === WASTE ? Math.max(0, index - Math.max(0, pile.length - 3)) * FAN : 0;
        const name = `${root.dataset.files}${isUp(card) ? card : "back"}.svg`;
        if (picture.getAttribute("src") !== name) picture.src = name;
        picture.style.zIndex = String(index + 1);
        put(picture, left(place) + fanned, y);
        if (place >= COLUMNS) y += (isUp(card) ? UP : DOWN) * HEIGHT;
      });
    });
  };

  // What is told ----------------------------------------------------------------------------------

  const inWords = (pile, place) => {
    const down = pile.filter((card) => !isUp(card)).length, up = pile.filter(isUp).map(sign);
    const name = names[place][0].toUpperCase() + names[place].slice(1);
    if (!pile.length) return `${name}: empty`;
    if (place > STOCK && place < COLUMNS) return `${name}: ${up.at(-1)}`;
    return `${name}: ${[...(down ? [`${down} face down`] : []), ...(up.length ? [up.join(" ")] : [])].join(", ")}`;
  };

  const show = (step) => {
    shown = Math.min(Math.max(0, step), steps.length - 1);
    const { at, score, home, words } = steps[shown];
    lay();
    scrub.value = String(shown);
    const figures = `${clock(at)} · score ${score} · ${home} home`;
    find("said").textContent = shown ? `${words[0].toUpperCase()}${words.slice(1)}` : "The deal";
    find("figures").textContent = `Step ${shown} of ${steps.length - 1} · ${figures}`;
    scrub.setAttribute("aria-valuetext", `step ${shown}, ${find("said").textContent}, ${figures}`);
    find("piles").replaceChildren(...tables[shown].map((pile, place) => {
      const line = document.createElement("li");
      line.textContent = inWords(pile, place);
      return line;
    }));
    const x = 1000 * shown / Math.max(1, steps.length - 1);
    curve.querySelector(".now").setAttribute("d", `M${x} 0V100`);
  };

  const draw = () => {
    const scores = steps.map((step) => step.score), most = Math.max(1, ...scores), least = Math.min(0, ...scores);
    const points = scores.map((score, step) =>
      `${(1000 * step / Math.max(1, steps.length - 1)).toFixed(1)} ${(95 - 90 * (score - least) / (most - least)).toFixed(1)}`);
    const line = `M${points.join("L")}`;
    curve.querySelector(".line").setAttribute("d", line);
    curve.querySelector(".area").setAttribute("d", `${line}L1000 100L0 100Z`);
  };

  // Time ------------------------------------------------------------------------------------------

  const gap = (step) => {
    const played = steps[step].at - steps[step - 1].at;
    const kept = find("pauses").checked ? Math.min(played, LONGEST_PAUSE_MS) : played;
    return Math.max(kept / Number(find("rate").value), LEAST_GAP_MS / Math.max(1, Number(find("rate").value)));
  };

  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    find("play").textContent = "Play";
    find("said").setAttribute("aria-live", "polite");
  };

  const next = () => {
    if (shown >= steps.length - 1) {
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
    if (shown >= steps.length - 1) show(0);
    find("play").textContent = "Pause";
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
  find("last").addEventListener("click", () => goTo(steps.length - 1));
  find("rate").addEventListener("change", again);
  find("pauses").addEventListener("change", again);
  scrub.addEventListener("input", () => goTo(Number(scrub.value)));
  const point = (event) => {
    const box = curve.getBoundingClientRect();
    goTo(Math.round((steps.length - 1) * (event.clientX - box.left) / box.width));
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
    Home: () => goTo(0), End: () => goTo(steps.length - 1),
  };
  document.addEventListener("keydown", (event) => {
    const has = event.target.closest?.("input, select, button, a, summary, .scroll");
    if (has || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key] || !steps.length) return;
    event.preventDefault();
    keys[event.key]();
  });

  const load = async () => {
    try {
      const answer = await fetch(root.dataset.steps);
      if (!answer.ok) throw new Error(String(answer.status));
      begin(await answer.json());
    } catch {
      find("wrong").hidden = false;
    }
  };
  load();
}
