// A player's page: door, lobby, table, result. What is shown is what the server says; what is asked goes to it also.

import { Board } from "./board.js";
import { Deck, Sounds } from "./cards.js";
import { Line } from "./line.js";

const $ = (id) => document.getElementById(id), all = (what) => document.querySelectorAll(what), body = document.body, { id, mode, files, language } = body.dataset;
const words = JSON.parse($("words").textContent), isSeat = mode === "seat";
const also = await import(isSeat ? "./digest.js" : "./practice.js");
const HERE = `/api/1/tournaments/${id}`, LISTED = 8, WHOLE = 20; // lines that are shown, and that are told in order
const tried = (act) => {
  try {
    return act();
  } catch {
    return null; // what cannot be kept is known as long as the page lasts
  }
};
const keep = (name, value) => tried(() => value === null ? localStorage.removeItem(name) : localStorage.setItem(name, value));
const kept = (name) => tried(() => localStorage.getItem(name));
const parsed = (text) => tried(() => JSON.parse(text));
const fill = (text, parts) => text.replace(/\{(\w+)\}/g, (all, name) => parts[name] ?? all);
const clock = (s) => `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
const figure = (number) => number.toLocaleString(language);
const add = (within, kind, text, name = "") => {
  const found = document.createElement(kind);
  found.textContent = text;
  if (name) found.className = name;
  within.append(found);
  return found;
};

// What is remembered here ---------------------------------------------------------------------------

const look = { left: false, four: false, one: false, sounds: false, ...parsed(kept("look")) };
const KEY = `key ${id}`, GAME = `${mode} ${location.search}`;
let key = isSeat ? kept(KEY) : null, secret = "";
const [, hashed] = /^#((?:seat=)?[0-9a-f]+)$/.exec(location.hash) ?? [];
if (hashed?.startsWith("seat=") && hashed.length === 69) {
  key = hashed.slice(5);
  keep(KEY, key);
} else if (hashed?.length === 32) secret = hashed;
if (hashed?.startsWith("seat=")) history.replaceState(null, "", location.pathname + location.search);

// How it stands -------------------------------------------------------------------------------------

let line = null, told = null, player = "", isAdmitted = false, round = 0, begun = 0, table = null, places = [];
let started = 0, limit = 0, pending = null, wasSaid = {}, isReady = false, beginAt = 0, robots = 0, practice = null, shown = "", answered = null;
const sounds = new Sounds(files), deck = new Deck(files);

const say = (text, ms = 1500 + 60 * text.length) => {
  $("said").textContent = text;
  $("live").textContent = aloud(text);
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { $("said").textContent = ""; }, ms);
};
const card = (text) => fill(words.card, { rank: words.ranks[text[0]] ?? text[0], suit: words.suits[text[1]] });
const SIGNS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
const aloud = (text) => text.replace(/(10|[2-9AJQK])([♣♦♥♠])/g, (_, rank, suit) => card((rank === "10" ? "T" : rank) + SIGNS[suit]));

const board = new Board($("board"), deck, {
  words: { ...words, card },
  act(action) {
    pending = { round, number: table.number, action };
    send();
  },
  why: (pile, count, place) => line.say({ kind: "why", round, pile, count: Math.min(52, count), place }),
  refused: (act) => say(act === "undo" ? words.no_undo : words.no_end),
  sound: (name) => look.sounds && sounds.play(name),
});
const send = () => line.say({ kind: "do", ...pending });

// Views ---------------------------------------------------------------------------------------------

const show = (view) => {
  if (shown === view) return;
  shown = view;
  body.dataset.view = view;
  $("said").textContent = "";
  for (const each of all("[data-in]")) each.hidden = !each.dataset.in.split(" ").includes(view);
  document.querySelector(`#${view} .begins`)?.append($("begin"));
  if (view === "table") board.fit();
  else if (view !== "door" || document.activeElement === body) $("main").focus({ preventScroll: true });
  scrollTo(0, 0);
};
const opened = () => told?.rounds.findLast((each) => each.state === "open" && !(wasSaid[each.number]?.ending)) ?? null;

const isOver = () => told.rounds.every((each) => ["closed", "cancelled"].includes(each.state));

// The lobby, or what stands between two rounds.
const lobby = () => {
  if (!isSeat || !told || begun && !table?.ending) return;
  const of = opened(), waits = of?.starts > line.now, next = told.rounds.find((each) => each.state === "waiting");
  $("hello").textContent = fill(isAdmitted ? words.in : words.knocks, { name: player });
  $("subtitle").textContent = told.announced?.line ?? body.dataset.about;
  const time = next?.opens && new Date(next.opens).toLocaleTimeString(language, { timeStyle: "short" });
  const text = !isAdmitted ? words.wait : of ? words[waits ? "starts_in" : "open"] : next ? words[time ? "opens" : "host_opens"]
    : words[isOver() ? "all_over" : "last_games"];
  $("next").textContent = fill(text, { number: (of ?? next)?.number, time });
  $("begin").hidden = !isAdmitted || !of;
  if (of) $("begin").textContent = isReady && waits ? words.ready : fill(words.begin, { number: of.number });
  beginAt = waits ? of.starts : 0;
  if (table?.ending) result();
  else show("lobby");
  tick();
};

const ranked = () => {
  const worth = ({ player: name }, score, at) => { // the own result is known before the standings come
    const own = name === player && told.rounds[at]?.state !== "cancelled" && wasSaid[at + 1]?.ending;
    return own ? own.score + own.bonus : score?.total ?? 0;
  };
  const sums = places.map((each) => ({ ...each, sum: each.rounds.reduce((all, score, at) => all + worth(each, score, at), 0) }));
  if (!sums.some((each) => each.sum)) return []; // there is no order yet
  return sums.filter((each) => each.rank !== null || each.player === player).sort((a, b) => b.sum - a.sum)
    .map((each, at) => ({ ...each, place: at < WHOLE ? at + 1 : each.rank })); // the rest is not told
};
const standing = () => {
  const lines = ranked(), isOwn = (each) => each.player === player, mine = lines.find(isOwn);
  $("place").textContent = mine ? fill(words.place, { place: mine.place, count: told.players - (told.robots_rank ? 0 : robots) }) : "";
  for (const list of all(".order")) {
    list.replaceChildren();
    for (const each of lines.filter((each, at) => at < LISTED || isOwn(each))) {
      const item = add(list, "li", "", isOwn(each) ? "own" : "");
      add(item, "span", each.place, "rank");
      add(item, "bdi", each.player);
      add(item, "b", figure(each.sum));
    }
  }
  if (!$("podium").hidden) podium(lines);
};

const total = () => table.ending.score + table.ending.bonus;
const result = () => {
  const { ending, sources } = table, is = told?.rounds[round - 1];
  $("outcome").textContent = fill(words[limit || ending.outcome !== "won" ? ending.outcome : "all"], { time: clock(Math.max(0, Math.floor((limit * 1000 - ending.elapsed) / 1000))) });
  $("total").textContent = figure(total());
  $("home").textContent = fill(words.home, { count: ending.home });
  $("sources").replaceChildren();
  for (const each of sources) {
    add($("sources"), "dt", each.name);
    add($("sources"), "dd", each.value);
  }
  if (isSeat) $("after").textContent = $("next").textContent;
  else also.tell(total(), words, fill, figure);
  $("replay").hidden = !(is?.state === "closed");
  $("replay").href = `/tournaments/${id}/rounds/${round}`;
  $("proof").textContent = is?.deck ? words[holds(is) ? "proven" : "broken"] : "";
  $("proof").classList.toggle("lost", Boolean(is?.deck) && !holds(is));
  $("again").hidden = $("save").hidden = isSeat;
  $("podium").hidden = !isSeat || !isOver();
  standing();
  show("result");
};

const podium = (first) => {
  $("podium").replaceChildren();
  for (const at of [1, 0, 2]) {
    if (!first[at]) continue;
    const item = add($("podium"), "li", "", `step${at + 1}`);
    add(item, "bdi", first[at].player);
    add(item, "b", figure(first[at].sum));
    add(item, "span", String(at + 1), "rank");
  }
};

// The deck is the one that was promised before the first card; what was promised is kept from when it was first seen.
const promised = () => {
  for (const each of told.rounds) {
    const name = `promise ${id} ${each.number}`;
    if (each.commitment && !each.deck && kept(name) === null) keep(name, each.commitment);
  }
};
const holds = ({ number, salt, deck: cards, commitment }) => {
  const digest = also.sha256(`patience deck 1\nsalt ${salt}\ndeck ${cards}\n`);
  return digest === commitment && digest === (kept(`promise ${id} ${number}`) ?? digest);
};

// What the server says ------------------------------------------------------------------------------

const began = (game, from, now) => {
  limit = Number(/limit=(\d+)/.exec(game)?.[1]);
  board.drawn = game.includes("draw=3") ? 3 : 1;
  started = from;
  line.set(now);
  board.fit();
};
const heard = {
  welcome({ now, player: name, tournament, running, is_admitted: may = true }) {
    line.set(now);
    [player, isAdmitted] = [name, may];
    told = tournament;
    promised();
    fresh();
    if (running ?? begun) begin(running ?? begun);
    else line.say({ kind: "look", round: opened()?.number ?? 1, language });
    lobby();
  },
  changed({ tournament }) {
    const { at, line: announced } = tournament.announced ?? {};
    if (at > (told?.announced?.at ?? 0)) say(announced, 9000);
    told = tournament;
    promised();
    lobby();
  },
  joined({ players, names }) {
    $("count").textContent = fill(words.count, { count: players });
    robots = names.filter((each) => each.kind !== "person").length;
    $("names").replaceChildren();
    for (const each of names) {
      const item = add($("names"), "li", "", each.player === player ? "own" : "");
      add(item, "bdi", each.player);
      if (each.kind !== "person") add(item, "small", words.robot);
    }
  },
  standings({ first, own: mine }) {
    places = mine ? [...first, mine] : first;
    standing();
  },
  position({ round: number, game, started: from, now }) {
    begun = round = number;
    $("round").textContent = fill(words.round, { number, count: told.rounds.length });
    began(game, from, now);
  },
  practice({ game, deal, day, started: from, now, entries }) {
    practice = { game, deal, day, entries };
    round = 1;
    $("round").textContent = day ? fill(words.day, { day: new Date(`${day}T12:00`).toLocaleDateString(language, { dateStyle: "medium" }) }) : fill(words.deal, { deal });
    began(game, from, now);
    saved();
  },
  done({ number, at, more }) {
    if (!practice || pending?.number !== number) return;
    practice.entries = [...practice.entries.slice(0, number - 1), `${at} ${pending.action}`, ...more];
    saved();
  },
  ended({ more }) {
    if (practice) practice.entries.push(...more);
    saved();
  },
  refused({ code, parts, said, number, round: of }) {
    if (number !== null && code !== "illegal" && !["is_over", "time_is_up"].includes(code)) pending = null;
    if ((number === null || !said) && code !== "not_started") say(refusal(code, parts));
    if (number === null) {
      if (of === begun) begun = 0;
      isReady = code === "not_started";
      lobby();
    }
  },
  table(found) {
    if (found.round !== round || !Array.isArray(found.piles) || !Array.isArray(found.moves)) return;
    if (pending && pending.round === round && found.number === pending.number && !answered) {
      send(); // it was lost on the way: once more under its number
      if (!table) board.show(found);
      table = found;
      return;
    }
    pending = answered = null;
    const was = table;
    table = found;
    if (!table.ending || !was?.ending) show("table");
    board.show(found);
    if (found.said) say(found.said);
    $("score").textContent = figure(found.ending ? found.ending.score + found.ending.bonus : found.score);
    for (const name of ["undo", "end"]) for (const each of all(`[data-do=${name}]`)) each.setAttribute("aria-disabled", String(!found[name]));
    $("facts").textContent = found.counts.map(({ name, value }) => `${name} ${value}`).join(" · ");
    wake(!found.ending);
    if (found.ending && !was?.ending) over(found.ending);
    else if (found.ending && shown !== "table") lobby();
  },
  because: ({ said }) => said && say(said),
  record: ({ text }) => also.save(text, practice.deal),
  goodbye({ code, parts }) {
    if (code === "stopping" || code === "failed" || code === "too_fast" || code === "renamed" || code === "idle") return;
    if (code === "bad_message" && practice) { // what was kept here is no game
      practice = null;
      saved();
      return;
    }
    $("gone").textContent = refusal(code, parts);
    if (code === "unknown_key") {
      keep(KEY, null);
      key = null;
      show("door");
      $("wrong").textContent = refusal(code, parts);
    } else show("gone");
    $("back").hidden = code !== "taken_over";
  },
};
const take = (message) => {
  if (["done", "refused"].includes(message.kind) && message.number === pending?.number) answered = message.number;
  if (Object.hasOwn(heard, message.kind)) heard[message.kind](message);
};
const refusal = (code, parts = []) => fill(words.refusals[code] ?? fill(words.refuses, { code }), {
  name: parts[0], reason: parts[0], number: parts[0],
});
const over = (ending) => {
  board.cancel();
  wasSaid[round] = table;
  if (ending.outcome === "won") board.cascade();
  board.asks.sound(ending.outcome === "won" ? "win" : "place");
  setTimeout(() => {
    if (!table?.ending) return;
    if (isSeat) lobby();
    else result();
  }, board.isStill ? 100 : ending.outcome === "won" ? 2600 : 700);
};
const fresh = async () => { // what is told later only when it changes
  try {
    const answer = await fetch(`${HERE}/standings`);
    if (!answer.ok) return;
    ({ places } = await answer.json());
    standing();
  } catch { /* the next standings come by themselves */ }
};

// What is asked -------------------------------------------------------------------------------------

const first = () => {
  if (isSeat) return { kind: "hello", tournament: id, key };
  return { kind: "practise", ...(practice ?? also.wanted(mode)), language };
};
const saved = () => keep(GAME, practice && !table?.ending && practice.entries.length ? JSON.stringify(practice) : null);
const lay = () => {
  line ??= new Line(first, take, (isThere) => {
    $("net").textContent = isThere ? "" : words.lost;
    if (isThere && pending) say(words.back);
    body.classList.toggle("lost", !isThere);
  });
  if (line.isOver) {
    line.isOver = false;
    line.open();
  }
};
const begin = (number) => {
  line.say({ kind: "look", round: number, language });
  line.say({ kind: "begin", round: number });
};
const anew = () => {
  if (also.isLinked) return location.assign("/play"); // that of a link is played once
  practice = table = null;
  saved();
  line.say(first());
};
const join = async (event) => {
  event.preventDefault();
  $("wrong").textContent = "";
  key ??= [...crypto.getRandomValues(new Uint8Array(32))].map((each) => each.toString(16).padStart(2, "0")).join("");
  keep(KEY, key); // before it is sent: the answer may be lost
  try {
    const answer = await fetch(`${HERE}/seats`, {
      method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
      body: JSON.stringify({ name: $("name").value, secret }),
    });
    const { code, parts } = await answer.json();
    if (answer.ok || code === "joined_already") lay();
    else $("wrong").textContent = refusal(code, parts);
  } catch {
    $("wrong").textContent = words.unreachable;
  }
};
const wish = (act) => table && !table.ending && board.want({ act });
const acts = {
  undo: () => wish("undo"),
  end: () => table?.end && $("ask").showModal(),
  "really-end": () => wish("end"),
  begin() {
    const of = opened();
    if (!of) return;
    isReady = true;
    if (of.starts <= line.now) begin(of.number);
    lobby();
  },
  menu: () => $("menu").showModal(),
  again: anew,
  save: () => line.say({ kind: "record" }),
  back: () => location.reload(),
  move() {
    $("link").value = isSeat ? `${location.origin}${location.pathname}#seat=${key}` : also.link(practice, total());
    $("carry").showModal();
    import("./square.js").then(({ draw }) => draw($("square"), $("link").value));
    $("link").select();
  },
  copy: () => navigator.clipboard?.writeText($("link").value) ?? document.execCommand("copy"),
};
document.addEventListener("click", (event) => {
  const found = event.target.closest("[data-do]");
  if (!found) return;
  found.closest("dialog")?.close();
  acts[found.dataset.do]?.();
});
$("join")?.addEventListener("submit", join);
document.addEventListener("keydown", (event) => {
  if (shown !== "table" || event.altKey || event.metaKey || event.target.closest("input, select, dialog")) return;
  const name = event.key.toLowerCase(), does = {
    d: () => board.want({ pile: "stock", count: 0 }), h: () => board.sendHome(), u: acts.undo, backspace: acts.undo,
    t: () => say(left() === null ? $("facts").textContent : clock(left())), e: acts.end,
  }[name];
  if (event.ctrlKey ? name === "z" : does) {
    event.preventDefault();
    (event.ctrlKey ? acts.undo : does)();
  }
});

// Time ----------------------------------------------------------------------------------------------

const left = () => !table || !limit ? null
  : Math.max(0, Math.ceil(limit - (table.ending ? table.ending.elapsed : line.now - started) / 1000));
let last = null;
const tick = () => {
  if (!line) return;
  if (isSeat && !beginAt) $("countdown").textContent = "";
  if (beginAt) {
    const wait = Math.ceil((beginAt - line.now) / 1000);
    $("countdown").textContent = wait > 0 ? clock(wait) : "";
    if (wait <= 0) {
      beginAt = 0;
      begin(opened()?.number ?? round + 1);
    }
  }
  const now = left();
  if (now === null || now === last) return;
  $("clock").textContent = clock(now);
  body.classList.toggle("late", now <= 30 && !table.ending);
  $("bar").style.setProperty("--left", limit ? now / limit : 0);
  if (table && !table.ending && last !== null) {
    if (words.left[now]) $("live").textContent = words.left[now];
    if (now < 10) board.asks.sound("tick");
    if (now === 0) {
      board.cancel();
      setTimeout(() => !table?.ending && line.say({ kind: "look", round, language }), 700);
    }
  }
  last = now;
};
setInterval(tick, 200);
let lock = null;
const wake = async (isOn) => { // the screen stays on while a round runs
  try {
    if (isOn && !lock && navigator.wakeLock) lock = await navigator.wakeLock.request("screen");
    else if (!isOn) lock = await lock?.release();
    lock?.addEventListener("release", () => { lock = null; });
  } catch {
    lock = null;
  }
};

// Settings ------------------------------------------------------------------------------------------

const settle = () => {
  Object.assign(board.settings, look);
  body.classList.toggle("left", look.left);
  keep("look", JSON.stringify(look));
  board.fit();
};
for (const box of all("#menu input")) {
  box.checked = Boolean(look[box.name]);
  box.addEventListener("change", () => {
    look[box.name] = box.checked;
    if (look.sounds) sounds.on();
    settle();
  });
}
addEventListener("pointerdown", () => look.sounds && sounds.on(), { once: true });
$("language").addEventListener("change", (event) => {
  const address = new URL(location.href);
  address.searchParams.set("language", event.target.value);
  location.replace(address);
});
settle();

if (isSeat) {
  show("door");
  if (key) lay();
} else {
  const before = parsed(kept(GAME));
  if (before && Array.isArray(before.entries) && (mode !== "daily" || before.day === also.today)) practice = before;
  lay();
}
