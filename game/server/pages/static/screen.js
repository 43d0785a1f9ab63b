// The room's screen: names, countdown, race, podium, from what everybody may know.
import { badge, badges } from "./badge.js";
import { Sounds } from "./cards.js";
import { removeOldSentence } from "./kept.js";

const watchFaults = removeOldSentence();

const { id, limit, files } = document.body.dataset, sounds = new Sounds(files);
const words = JSON.parse(document.getElementById("words").textContent), fill = (text, parts) => text.replace(/\{(\w+)\}/g, (all, name) => parts[name] ?? all);
const { lang } = document.documentElement, capital = (text) => text.charAt(0).toLocaleUpperCase(lang) + text.slice(1);
const by = (name) => document.getElementById(name);
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const made = (tag, text = "", name = "") => Object.assign(document.createElement(tag), { textContent: text, className: name });
const clock = (s) => `${Math.floor(s / 60)}:${String(Math.floor(s) % 60).padStart(2, "0")}`;
let told = null, worn = new Map(), skew = 0, wasOver = true, ticked = 0, shown = "";

const last = (rounds, ...states) => [...rounds].reverse().find((each) => states.includes(each.state));
const person = (each) => each.kind === "person";
const lane = (place, number) => {
  const score = place.rounds[number - 1];
  return { name: place.player, robot: !person(place), score: score ? score.total : null, home: score ? score.home : 0 };
};
const order = (a, b) => (a.score === null) - (b.score === null) || b.score - a.score || b.home - a.home || (a.name < b.name ? -1 : 1);

const people = (a, b) => person(b) - person(a); // first; robots have a list of their own

// What a round that is over is remembered for, until the next one opens.
let remembered = "";
const remember = async ({ number, state }, places) => { // what its records tell comes once they are out
  if (remembered === `${number} ${state}`) return;
  remembered = `${number} ${state}`;
  const here = places.filter(person), sum = (each, until) => each.rounds.slice(0, until).reduce((all, one) => all + (one?.total ?? 0), 0);
  const rank = (each, until) => here.filter((other) => sum(other, until) > sum(each, until)).length;
  const climbed = here.map((each) => ({ name: each.player, by: number > 1 ? rank(each, number - 1) - rank(each, number) : 0 })).sort((a, b) => b.by - a.by)[0];
  const scored = here.filter((each) => each.rounds[number - 1]?.total).map((each) => [each.rounds[number - 1].total, each.player]).sort((a, b) => b[0] - a[0]);
  const close = scored.slice(1).map((each, at) => [scored[at][0] - each[0], scored[at], each]).sort((a, b) => a[0] - b[0])[0];
  let found = {};
  try {
    if (state === "closed") found = await (await fetch(`/api/1/tournaments/${id}/rounds/${number}/highlights`)).json();
  } catch { /* the rest is told */ }
  const facts = [
    ...(climbed?.by > 0 ? [[words.climbed, climbed.name, `+${climbed.by}`]] : []),
    ...(close ? [[words.closest, `${close[1][1]} – ${close[2][1]}`, `${close[1][0]} : ${close[2][0]}`]] : []),
    ...(found.ace_player ? [[words.ace, found.ace_player, `${(found.ace_at / 1000).toLocaleString(lang, { maximumFractionDigits: 1 })} s`]] : []),
    ...(found.streak >= 3 ? [[words.streak, found.streak_player, `× ${found.streak}`]] : []),
  ];
  by("between").replaceChildren(...facts.map(([word, name, value]) => {
    const item = made("li");
    item.append(made("small", word), made("bdi", name), made("b", value));
    return item;
  }));
  show(); // in the room that is left
};

const race = (lanes) => {
  const list = by("lanes"), were = new Map([...list.children].map((each) => [each.dataset.name, each.getBoundingClientRect()]));
  const unit = parseFloat(getComputedStyle(document.body).fontSize) / 1.5;
  const columns = Math.max(1, Math.ceil(lanes.length / Math.max(1, Math.floor(list.clientHeight / (2.3 * unit)))));
  const rows = Math.ceil(lanes.length / columns);
  const high = Math.min(5 * unit, (list.clientHeight - (rows - 1) * 0.4 * unit) / rows);
  list.style.gridTemplateRows = `repeat(${rows}, ${high}px)`;
  list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  list.style.fontSize = `${Math.min((columns > 1 ? 1.6 : 2.4) * unit, 0.72 * high)}px`;
  list.replaceChildren(...lanes.map((each, index) => {
    const row = made("li");
    row.dataset.name = each.name;
    const fill = made("div", "", "fill"), name = made("span", "", "name");
    fill.style.width = `${each.home / 0.52}%`;
    name.append(badge(each.name, worn), made("bdi", each.name), ...(each.robot ? [made("small", words.robot)] : []));
    row.append(fill, made("b", each.score === null || each.robot ? "" : `${index + 1}`), name);
    if (columns === 1 && each.score !== null) row.append(made("small", `${each.home}/52`));
    row.append(made("b", each.score === null ? "–" : `${each.score}`));
    return row;
  }));
  if (still()) return;
  for (const row of list.children) {
    const was = were.get(row.dataset.name), now = row.getBoundingClientRect();
    if (was && (was.top !== now.top || was.left !== now.left)) {
      row.animate({ transform: [`translate(${was.left - now.left}px, ${was.top - now.top}px)`, "none"] }, { duration: 500, easing: "ease-out" });
    }
  }
};

const cascade = () => { // cards that spring from above, a few seconds long; a key or a touch ends it
  const board = made("canvas"), pen = board.getContext("2d"), w = (board.width = innerWidth), h = (board.height = innerHeight);
  board.id = "cascade";
  document.body.append(board);
  const side = w / 18, cards = [];
  let count = 0, until = performance.now() + 6000;
  const end = () => { until = 0; };
  addEventListener("keydown", end, { once: true });
  addEventListener("pointerdown", end, { once: true });
  const step = (now) => {
    if (now > until) return board.remove();
    if (count < 52 && cards.length <= (now - until + 6000) / 60) {
      cards.push({ x: w * (0.15 + 0.12 * (count % 4)), y: h * 0.1, vx: (((count * 7) % 3 ? 1 : -1) * (2 + (count * 0.618 % 1) * 3) * side) / 60, vy: 0, suit: "♠♥♣♦"[count % 4], rank: "KQJT98765432A"[Math.floor(count / 4)] });
      count++;
    }
    for (const each of cards) {
      each.vy += h / 2400;
      each.x += each.vx;
      each.y += each.vy;
      if (each.y > h - side * 1.4) { each.y = h - side * 1.4; each.vy *= -0.8; }
      pen.fillStyle = "#fffefb";
      pen.strokeStyle = "#1d2433";
      pen.beginPath();
      pen.rect(each.x, each.y, side, side * 1.4);
      pen.fill();
      pen.stroke();
      pen.fillStyle = "♥♦".includes(each.suit) ? "#b01722" : "#1d2433";
      pen.font = `700 ${side * 0.4}px sans-serif`;
      pen.fillText(each.rank + each.suit, each.x + side * 0.1, each.y + side * 0.45);
    }
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
};

const heard = (was, { tournament, places }) => { // who knocks, who sits down and a round that opens
  const opened = (of) => of.rounds.filter((each) => each.state === "open").length;
  if (opened(tournament) > opened(was.tournament)) sounds.play("shuffle");
  else if (tournament.waiting > was.tournament.waiting) sounds.play("pick");
  else if (places.length > was.places.length) sounds.play("place");
};

const show = () => {
  const { tournament, places } = told, rounds = tournament.rounds;
  // The deck of a round stays secret for a minute after its close; nobody waits for that with the results.
  const isDone = ({ state, number }) => ["closed", "cancelled"].includes(state)
    || state === "closing" && places.every((each) => each.rounds[number - 1]?.is_over ?? true);
  worn = badges(places.map((each) => each.player));
  const open = last(rounds, "open", "closing");
  const closed = last(rounds.filter(isDone), "closed", "closing");
  const waiting = rounds.find((each) => each.state === "waiting");
  const over = rounds.every(isDone);
  const of = open ?? closed;
  by("facts").textContent = [...(of ? [fill(words.round, { number: of.number, rounds: rounds.length })] : []), by("facts").dataset.game].join(" · ");
  by("lanes").hidden = over || !of;
  by("names").hidden = over || Boolean(of);
  by("podium").hidden = !over;
  document.body.classList.toggle("over", over && Boolean(closed)); // nobody comes any more: all room for totals
  const isBetween = !over && closed && (!open || open === closed);
  by("between").hidden = !isBetween;
  if (isBetween) remember(closed, places);
  by("names").replaceChildren(...[...places].sort(people).map((each) => {
    const name = made("li");
    name.append(badge(each.player, worn), made("bdi", each.player), ...(person(each) ? [] : [made("small", words.robot)]));
    return name;
  }));
  for (const size of [3.4, 2.6, 2, 1.6, 1.2, 1]) { // as large as all of them fit
    by("names").style.fontSize = `calc(${size} * var(--unit))`;
    if (by("names").scrollHeight <= by("names").clientHeight) break;
  }
  const scored = places.filter((each) => each.rank !== null && each.total);
  by("totals").hidden = !closed;
  if (closed) {
    by("totals").firstElementChild.textContent = capital(fill(words.after, { number: closed.number }));
    const first = places.findIndex((each) => !person(each)), apart = !tournament.robots_rank;
    by("totals").lastElementChild.replaceChildren(...places.slice(0, 60).map((each, at) => {
      const line = made("li", "", apart && at === first ? "robots" : "");
      if (apart && at === first) line.dataset.word = words.robots;
      const name = made("span", `${scored.length && each.rank || "–"} `);
      name.append(badge(each.player, worn), made("bdi", each.player));
      line.append(name, made("b", `${each.total}`));
      return line;
    }));
  }
  const first = scored.slice(0, 3);
  by("podium").replaceChildren(...first.map((each) => {
    const step = made("li");
    const name = made("div");
    name.append(badge(each.player, worn), made("bdi", each.player));
    step.append(made("b", `${each.rank}`), name, made("b", `${each.total}`));
    return step;
  }));
  const winners = first.filter((each) => each.rank === 1).map((each) => each.player).join(", ");
  const knock = tournament.waiting ? [fill(words.knock, { count: tournament.waiting })] : [];
  const then = waiting ? fill(words.then, { number: waiting.number }) : words.winners;
  const fixed = open?.commitment ? `${fill(words.fixed, { digits: open.commitment.slice(0, 12).replace(/(.{4})(?=.)/g, "$1 ") })} ${then}` : then;
  const coming = waiting ? [fill(words.here, { count: places.filter(person).length }), ...knock, fill(words.next, { number: waiting.number })] : [];
  by("said").textContent = over ? (winners && fill(words.first, { players: winners })) : open ? [...knock, fixed].join(" · ") : coming.join(" · ");
  by("announced").textContent = tournament.announced?.line ?? "";
  by("announced").hidden = !tournament.announced;
  tick();
  if (of && !over) race(places.map((each) => lane(each, of.number)).sort((a, b) => a.robot - b.robot || order(a, b))); // in the room that all else leaves
  if (over && !wasOver) sounds.play("win");
  if (over && !wasOver && first[0] && person(first[0]) && !still()) cascade();
  wasOver = over;
};

const tick = () => {
  const open = told && last(told.tournament.rounds, "open", "closing");
  const starts = open?.starts, left = starts == null ? null : limit - (Date.now() + skew - starts) / 1000;
  const face = by("clock"), until = left !== null && left > limit;
  by("bar").hidden = left === null;
  const words = left === null ? "" : until ? `${Math.ceil(left - limit)}` : clock(Math.max(0, left));
  if (words !== face.textContent) {
    face.textContent = words;
    if (until ? left - limit <= 3 : left > 0 && left <= 10) sounds.play("tick");
  }
  face.className = until ? "until" : left !== null && left <= 10 ? "last" : "";
  if (left !== null) by("bar").firstElementChild.style.width = `${Math.max(0, Math.min(1, left / limit)) * 100}%`;
};

const look = async () => {
  try {
    const answer = await fetch(`/api/1/tournaments/${id}/standings`);
    if (!answer.ok) throw new Error(`${answer.status}`);
    const text = await answer.text(), found = JSON.parse(text), { next } = found.tournament;
    if (next) return location.replace(location.href.replace(id, next)); // the same people go on there
    skew = found.now - Date.now();
    const news = text.slice(text.indexOf("tournament"));
    if (news !== shown) {
      if (told) heard(told, found);
      told = found;
      shown = news;
      show();
    }
    ticked = Date.now();
  } catch {
    if (ticked) by("said").textContent = fill(words.away, { time: new Date(ticked).toLocaleTimeString(lang, { timeStyle: "short" }) });
    shown = "";
  }
  setTimeout(look, 1000);
};
// A machine that is on several networks has several addresses: the next one on request. The code can be as large as the screen.
const ways = JSON.parse(document.body.dataset.ways);
let at = 0;
by("other").hidden = ways.length < 2;
by("other").addEventListener("click", () => {
  at = (at + 1) % ways.length;
  document.querySelector(".code img").src = `/tournaments/${id}/code.svg?way=${at}`;
  document.querySelector(".address").textContent = ways[at];
});
by("large").addEventListener("click", () => document.body.classList.toggle("big"));
by("sound").addEventListener("click", () => { // no browser lets a page be heard before it is pressed
  sounds.on();
  by("sound").hidden = true;
});
addEventListener("resize", () => told && show());
setInterval(tick, 200);
look();
watchFaults(() => Boolean(by("said").textContent));
