// A player's page: door, lobby, table, result. What is shown is what the server says; what is asked goes to it also.

import { badge, badges } from "./badge.js";
import { Board } from "./board.js";
import { Deck, Sounds } from "./cards.js";
import { sha256 } from "./digest.js";
import { Keys, forgets, keep, kept, letter, parsed, removeOldSentence } from "./kept.js";
import { Line } from "./line.js";
import * as also from "./practice.js";

const watchFaults = removeOldSentence();

const $ = (id) => document.getElementById(id), all = (what) => document.querySelectorAll(what), body = document.body, { id, mode, files, language } = body.dataset;
const words = JSON.parse($("words").textContent), isSeat = mode === "seat";
const BESIDE = 0; // the number of a seat's practice, in the place of a round's
const HERE = `/api/1/tournaments/${id}`, MOST_MS = 1e9, LISTED = 8, WHOLE = 20; // lines that are shown, and that are told in order
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

const modal = (name) => $(name).showModal ? $(name).showModal() : $(name).setAttribute("open", "");

// What is remembered here ---------------------------------------------------------------------------

const look = { left: false, four: false, one: false, sounds: false, ...parsed(kept("look")) };
const KEY = `key ${body.dataset.series || id}`; // of all evenings of a series
const keys = new Keys(KEY), BROUGHT = `brought ${id}`; // what a link brings is kept beside them until it is settled
let key = isSeat ? keys.first : null, secret = "", brought = null;
const [, hashed] = /^#((?:seat=)?[0-9a-f]+)$/.exec(location.hash) ?? [];
if (isSeat) {
  if (hashed?.length === 32) secret = hashed;
  const isLink = hashed?.startsWith("seat=") && hashed.length === 69;
  brought = isLink ? hashed.slice(5) : kept(BROUGHT);
  if (isLink) keep(BROUGHT, brought);
  if (hashed?.startsWith("seat=")) history.replaceState(null, "", location.pathname + location.search);
  if (!key && brought) [key, brought] = [brought, null];
  else if (key === brought) brought = null;
}

// How it stands -------------------------------------------------------------------------------------

let line = null, told = null, player = "", isAdmitted = false, round = 0, begun = 0, table = null, places = [];
let started = 0, limit = 0, pending = null, wasSaid = {}, isReady = false, beginAt = 0, runsTo = 0, robots = 0, practice = null, shown = "", answered = null, why = "away";
const sounds = new Sounds(files), deck = new Deck(files);

let isOdd = false;
const hear = (text) => { // what is said twice is another text, or it is not heard again
  isOdd = !isOdd;
  $("live").textContent = aloud(text) + (isOdd ? "\u00a0" : "");
};
const say = (text, ms = 1500 + 60 * text.length) => {
  $("said").textContent = text;
  hear(text);
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { $("said").textContent = ""; }, ms);
};
const card = (text) => fill(words.card, { rank: words.ranks[text[0]] ?? text[0], suit: words.suits[text[1]] });
const SIGNS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
const sign = ([rank, suit]) => (rank === "T" ? "10" : rank) + Object.keys(SIGNS).find((each) => SIGNS[each] === suit);
const aloud = (text) => text.replace(/(10|[2-9AJQK])([♣♦♥♠])/g, (_, rank, suit) => card((rank === "10" ? "T" : rank) + SIGNS[suit]));

const board = new Board($("board"), deck, {
  words: { ...words, card },
  act(action) {
    pending = { round, number: table.number, action };
    send();
  },
  why: (pile, count, place) => line.say({ kind: "why", round, pile, count: Math.min(52, count), place }),
  picked: (found, places) => hear(`${card(found)}, ${fill(words.picked, { places: places.join(", ") })}`),
  refused: (act) => say(act === "undo" ? words.no_undo : words.no_end),
  sound: (name) => look.sounds && sounds.play(name),
});
const send = () => line.say({ kind: "do", ...pending });

// A figure of the bar, with its name for who hears it.
const figured = (name, text) => {
  $(name).textContent = text;
  $(name).setAttribute("aria-label", `${words[name === "clock" ? "time" : name]} ${text}`);
};
const facts = () => [left() === null ? "" : $("clock"), $("score")].filter(Boolean).map((each) => each.getAttribute("aria-label")).concat($("facts").textContent).join(" · ");
const faulty = watchFaults(() => Boolean(shown));

// Views ---------------------------------------------------------------------------------------------

const show = (view) => {
  if (shown === view) return;
  shown = view;
  body.dataset.view = view;
  tell();
  $("said").textContent = "";
  for (const each of all("[data-in]")) each.hidden = !each.dataset.in.split(" ").includes(view);
  if (isSeat) document.querySelector(`#${view} .begins`)?.append($("news"), $("begin"));
  if (view === "table") board.fit();
  else if (view !== "door" || document.activeElement === body) $("main").focus({ preventScroll: true });
  scrollTo(0, 0);
};
const opened = () => [...told?.rounds ?? []].reverse().find((each) => each.state === "open" && !(wasSaid[each.number]?.ending)) ?? null;

// A round that opens is heard, felt and seen, wherever one looks.
let toldOf = 0;
const title = document.title;
const tell = () => {
  const of = isSeat && isAdmitted && (shown !== "table" || practice) ? opened() : null;
  document.title = of ? `● ${fill(words.open, { number: of.number })}` : title;
  if (!of || of.number === toldOf) return;
  toldOf = of.number;
  if (look.sounds) sounds.play("shuffle");
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([200, 100, 200]);
};
// The same people go on in another evening.
const follow = () => told.next && location.replace(`/tournaments/${told.next}/play${location.search}${forgets() ? `#seat=${key}` : ""}`);
// The deck of a round stays secret for a minute after its close; nobody waits for that with the results.
const isOver = () => told.rounds.every(({ state, number }) => ["closed", "cancelled"].includes(state)
  || state === "closing" && places.length >= told.players && places.every((each) => each.rounds[number - 1]?.is_over ?? true));

// The lobby, or what stands between two rounds.
const lobby = () => {
  if (!isSeat || !told || begun && !table?.ending) return;
  const of = opened(), waits = of?.starts > line.now, next = told.rounds.find((each) => each.state === "waiting");
  $("hello").textContent = fill(isAdmitted ? words.in : words.knocks, { name: player });
  $("subtitle").textContent = told.announced?.line ?? body.dataset.about;
  const time = next?.opens && new Date(next.opens).toLocaleTimeString(language, { timeStyle: "short" });
  const isLate = isAdmitted && of?.starts && !waits;
  runsTo = isLate ? of.starts + 1000 * Number(/limit=(\d+)/.exec(told.game)[1]) : 0;
  const text = !isAdmitted ? words.wait : of ? words[waits ? "starts_in" : isLate ? "runs" : "open"] : next ? words[time ? "opens" : "host_opens"]
    : words[isOver() ? "all_over" : "last_games"];
  $("next").textContent = fill(text, { number: (of ?? next)?.number, time });
  $("begin").hidden = !isAdmitted || !of;
  if (of) $("begin").textContent = isReady && waits ? words.ready : fill(words.begin, { number: of.number });
  beginAt = waits ? of.starts : 0;
  if (table?.ending) result();
  else if (!practice) {
    show("lobby");
    if (!kept("idea") && told.rounds.every((each) => each.state === "waiting")) import("./idea.js").then(({ begin }) => begin(new Deck(files)));
  }
  tell();
  tick();
};

const ranked = () => {
  const worth = ({ player: name }, score, at) => { // the own result is known before the standings come
    const own = name === player && told.rounds[at]?.state !== "cancelled" && wasSaid[at + 1]?.ending;
    return own ? own.score + own.bonus : score?.total ?? 0;
  };
  const sums = places.filter((each) => each.rank !== null || each.player === player)
    .map((each) => ({ ...each, sum: each.rounds.reduce((all, score, at) => all + worth(each, score, at), 0) }));
  if (!sums.some((each) => each.sum)) return []; // there is no order yet
  sums.sort((a, b) => b.sum - a.sum).forEach((each, at) => { // the rest is not told
    const before = sums[at - 1], isShared = before?.sum === each.sum && before.rank === each.rank;
    each.place = at < WHOLE ? isShared ? before.place : at + 1 : each.rank;
  });
  return sums;
};
let worn = new Map(); // badges
const wear = (named) => { worn = badges([...worn.keys(), ...named.map((each) => each.player)]); };
const standing = () => {
  const lines = ranked(), isOwn = (each) => each.player === player, mine = lines.find(isOwn);
  $("place").textContent = mine ? fill(words.place, { place: mine.place, count: told.players - (told.robots_rank ? 0 : robots) }) : "";
  for (const list of all(".order")) {
    list.replaceChildren();
    for (const each of lines.filter((each, at) => at < LISTED || isOwn(each))) {
      const item = add(list, "li", "", isOwn(each) ? "own" : "");
      add(item, "span", each.place, "rank");
      item.append(badge(each.player, worn));
      add(item, "bdi", each.player);
      add(item, "b", figure(each.sum));
    }
  }
  if (!$("podium").hidden) podium(lines);
};

const total = () => table.ending.score + table.ending.bonus;
const result = () => {
  const { ending, sources } = table, is = told?.rounds[round - 1];
  const won = limit ? "won" : ending.home === board.layout.pack ? "all" : "is_won";
  $("outcome").textContent = fill(words[ending.outcome === "won" ? won : ending.outcome], { time: clock(Math.max(0, Math.floor((limit * 1000 - ending.elapsed) / 1000))) });
  $("total").textContent = figure(total());
  $("home").textContent = ending.home || board.layout.pack === 52 && ending.outcome !== "over" ? fill(words.home, { count: ending.home, pack: board.layout.pack }) : "";
  $("sources").replaceChildren();
  for (const each of sources) {
    add($("sources"), "dt", each.name);
    add($("sources"), "dd", each.value);
  }
  if (!isSeat) also.tell(practice, total(), board.layout.is_lower, words, fill, figure);
  $("replay").hidden = !(is?.state === "closed");
  $("replay").href = `/tournaments/${id}/rounds/${round}`;
  $("proof").textContent = is?.deck ? words[holds(is) ? "proven" : "broken"] : "";
  $("proof").classList.toggle("lost", Boolean(is?.deck) && !holds(is));
  $("again").hidden = !practice;
  $("save").hidden = isSeat;
  if (isSeat) {
    $("leave").hidden = !practice;
    $("practise").hidden = Boolean(practice) || isOver();
  }
  if (!isSeat) $("anew").hidden = Boolean(practice.day);
  $("podium").hidden = !isSeat || !isOver();
  standing();
  show("result");
};

const podium = (first) => {
  $("podium").replaceChildren();
  for (const at of [1, 0, 2]) {
    if (!first[at]?.sum) continue;
    const item = add($("podium"), "li", "", `step${at + 1}`);
    item.append(badge(first[at].player, worn));
    add(item, "bdi", first[at].player);
    add(item, "b", figure(first[at].sum));
    add(item, "span", first[at].place, "rank");
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
  const digest = sha256(`patience deck 1\nsalt ${salt}\ndeck ${cards}\n`);
  return digest === commitment && digest === (kept(`promise ${id} ${number}`) ?? digest);
};

// What the server says ------------------------------------------------------------------------------

const began = (game, from, now) => {
  limit = Number(/limit=(\d+)/.exec(game)?.[1]);
  started = from;
  line.set(now);
  board.fit();
};
const heard = {
  welcome({ now, player: name, tournament, running, is_admitted: may = true }) {
    line.set(now);
    [player, isAdmitted] = [name, may];
    if (keys.first !== key) keys.use(key); // it is known, so it may be kept
    if (!brought) keep(BROUGHT, null);
    told = tournament;
    follow();
    promised();
    fresh();
    if (running ?? begun) begin(running ?? begun);
    else {
      line.say({ kind: "look", round: opened()?.number ?? 1, language });
      if (practice) practise();
    }
    lobby();
  },
  changed({ tournament }) {
    const { at, line: announced } = tournament.announced ?? {};
    if (at > (told?.announced?.at ?? 0)) say(announced, 9000);
    told = tournament;
    follow();
    promised();
    lobby();
  },
  joined({ players, names }) {
    wear(names);
    robots = names.filter((each) => each.kind !== "person").length;
    $("count").textContent = fill(words.count, { count: players - robots });
    $("names").replaceChildren();
    for (const each of names) {
      const item = add($("names"), "li", "", each.player === player ? "own" : "");
      item.append(badge(each.player, worn));
      add(item, "bdi", each.player);
      if (each.kind !== "person") add(item, "small", words.robot);
    }
  },
  standings({ first, own: mine }) {
    places = mine ? [...first, mine] : first;
    wear(places);
    standing();
  },
  position({ round: number, game, started: from, now }) {
    begun = round = number;
    if (practice) {
      leave();
      table = null;
    }
    last = null; // what is said of time is said of this round
    if (Object.values(words.left).includes($("live").textContent.trim())) $("live").textContent = "";
    $("round").textContent = fill(words.round, { number, count: told.rounds.length });
    began(game, from, now);
  },
  layout(found) {
    if (isSeat && found !== words.layout) return; // a round's board came with the page
    board.layOut(found);
    if (board.layout?.piles !== found.piles) return;
    for (const each of all("#tools [data-do=deal], #tools [data-do=shuffle]")) {
      each.dataset.do = found.is_shuffle ? "shuffle" : "deal";
      each.textContent = found.stock;
      each.hidden = found.piles.some(({ pile }) => pile === "waste"); // there the stock is tapped all the time
    }
    for (const each of all("#tools [data-do=end]")) each.hidden = !found.can_end;
    const at = [...all("#door [data-game]")].find((each) => each.dataset.game === found.game);
    if (at) $("rules").textContent = at.closest(".game").querySelector("details p").textContent;
  },
  opening({ layout, table: found }) { // what is done before the first answer waits for it
    heard.layout(layout);
    board.show(found);
    board.isWaiting = true;
  },
  practice({ game, deal, day, started: from, now, entries }) {
    if (isSeat && !practice) return; // the round has begun meanwhile
    practice = { game, deal, day, entries, elapsed: now - from };
    round = isSeat ? BESIDE : 1;
    $("round").textContent = isSeat ? words.practice : also.toBeat ? fill(words.beat, { result: figure(also.toBeat) }) : day ? fill(words.day, { day: new Date(`${day}T12:00`).toLocaleDateString(language, { dateStyle: "medium" }) }) : fill(words.deal, { deal });
    began(game, from, now);
    saved();
  },
  done({ number, at, more }) {
    if (!practice || pending?.number !== number) return;
    if (number === 1) started = line.now; // the clock starts with the first action
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
    figured("score", figure(found.ending ? found.ending.score + found.ending.bonus : found.score));
    for (const name of ["undo", "end"]) for (const each of all(`[data-do=${name}]`)) each.setAttribute("aria-disabled", String(!found[name]));
    $("facts").textContent = found.counts.map(({ name, value }) => `${name} ${value}`).join(" · ");
    wake(!found.ending);
    if (found.ending && !was?.ending) over(found.ending);
    else if (found.ending && shown !== "table") lobby();
    tick(); // the clock is seen with its table
  },
  hint({ number, move, said }) {
    if (!practice || number !== table?.number) return;
    say(said, 9000);
    if (move) board.hint(move);
  },
  because: ({ said }) => said && say(said),
  record: ({ text }) => also.record(text, practice.deal),
  goodbye({ code, parts }) {
    const isEnd = isSeat && told?.rounds.length && isOver();
    if (isSeat && (code === "stopping" || code === "deleted" && isEnd)) {
      $("net").textContent = words[why = isEnd ? "host_ended" : "server_away"];
      return; // the result stays
    }
    if (code === "stopping" || code === "failed" || code === "too_fast" || code === "renamed" || code === "idle") return;
    if (code === "bad_message" && practice) { // what was kept here is no game
      practice = null;
      also.save(null);
      return;
    }
    $("gone").textContent = refusal(code, parts);
    if (code === "unknown_key") {
      keys.drop(key);
      keep(BROUGHT, null);
      key = keys.first;
      show("door");
      $("wrong").textContent = refusal(code, parts);
      if (key) restart();
    } else show("gone");
    $("back").hidden = code !== "taken_over";
  },
};
const take = (message) => {
  if (["done", "refused"].includes(message.kind) && message.number === pending?.number) answered = message.number;
  if (!Object.prototype.hasOwnProperty.call(heard, message.kind)) return;
  try {
    heard[message.kind](message);
  } catch (error) {
    if (!table) faulty(); // else what makes no sense is passed over: the next table is whole again
    throw error;
  }
};
const refusal = (code, parts = []) => fill(words.refusals[code] ?? fill(words.refuses, { code }), {
  name: parts[0], reason: parts[0], number: parts[0],
});
const over = (ending) => {
  board.cancel();
  if (practice) saved(); // there is nothing to go on with
  else wasSaid[round] = table;
  if (isSeat && !practice) keep(`played ${id}`, round);
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
    wear(places);
    standing();
  } catch { /* the next standings come by themselves */ }
};

// What is asked -------------------------------------------------------------------------------------

const first = () => {
  if (isSeat) return { kind: "hello", tournament: id, key };
  return wanted();
};
const wanted = () => {
  if (practice && table) practice.elapsed = Math.round(played());
  return { kind: "practise", ...(practice ?? also.asked), language };
};
// A seat's practice while it waits: the same cards for nobody else, and given up when the round begins.
const practise = () => {
  practice ??= { ...also.asked, game: told.game };
  line.say(wanted());
};
const leave = () => {
  practice = pending = held = null;
  body.classList.remove("paused");
  for (const each of all("[data-practice]")) each.hidden = true;
  tell();
};
const saved = () => practice && !isSeat && also.save(table?.ending ? null : practice);
const lay = () => {
  line ??= new Line(first, take, (isThere) => {
    if (isThere) why = "away";
    $("net").textContent = isThere ? "" : words[why];
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
const anew = (deal) => {
  if (!isSeat && deal === undefined && (also.asked.deal !== null || also.asked.day)) return home(); // that of a link is played once
  practice = isSeat ? { ...also.asked, game: told.game, deal: deal ?? null } : deal === undefined ? null : { ...also.asked, deal };
  table = held = last = null;
  line.say(wanted());
};
const home = () => location.assign(`${body.dataset.play}?language=${language}`);
const join = async (event) => {
  event.preventDefault();
  $("wrong").textContent = "";
  key ??= [...crypto.getRandomValues(new Uint8Array(32))].map((each) => each.toString(16).padStart(2, "0")).join("");
  keys.use(key); // before it is sent: the answer may be lost
  try {
    const { ok, code, parts } = await seat(key, $("name").value);
    if (ok || code === "joined_already") lay();
    $("wrong").textContent = ok || code === "joined_already" ? words.connecting : refusal(code, parts);
  } catch {
    $("wrong").textContent = words.unreachable;
  }
};

// Asks for the seat of a key; under no name only the one that it has already.
const seat = async (key, name) => {
  const answer = await fetch(`${HERE}/seats`, {
    method: "POST", headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
    body: JSON.stringify({ name, secret }),
  });
  return { ok: answer.ok, ...await answer.json() };
};
const whose = async (key) => {
  const { code, parts } = await seat(key, " ");
  return code === "joined_already" ? parts[0] : null;
};
const restart = () => {
  if (forgets()) history.replaceState(null, "", `${location.pathname}${location.search}#seat=${key}`);
  location.reload();
};

// A key beside the one that is kept: whose seat it is, and whether it shall be that. Nothing is replaced unasked.
let offered = null;
const offer = async (other) => {
  try {
    const [own, name] = [await whose(key), await whose(other)];
    if (!name) {
      keys.drop(other);
      keep(BROUGHT, null);
      say(words.unknown_link, 9000);
      return;
    }
    offered = other;
    if (!own) { // the server does not know the other any more
      acts.take();
      return;
    }
    $("instead").textContent = fill(words.instead, { own, other: name });
    $("stay").textContent = fill(words.stay, { own });
    modal("choose");
  } catch {
    setTimeout(() => offer(other), 3000); // it is kept until then
  }
};
const wish = (act) => table && !table.ending && board.want({ act });
const acts = {
  undo: () => wish("undo"),
  deal: () => board.want({ pile: "stock", count: 0 }),
  shuffle: () => acts.deal(),
  end: () => table?.end && modal("ask"),
  "really-end": () => wish("end"),
  hint() {
    if (!practice || !table || table.ending || !line.say({ kind: "hint" })) return;
    say(words.thinks, 9000);
  },
  begin() {
    const of = opened();
    if (!of) return;
    isReady = true;
    if (of.starts <= line.now) begin(of.number);
    lobby();
  },
  menu() {
    pause();
    if (isSeat) $("swap").hidden = keys.all.length < 2;
    modal("menu");
  },
  take() {
    keep(BROUGHT, null);
    key = offered;
    keys.use(key);
    restart();
  },
  stay() {
    keep(BROUGHT, null);
    keys.add(offered);
  },
  skip: () => import("./idea.js").then(({ skip }) => skip()),
  swap: () => offer(keys.all.find((each) => each !== key)),
  again: () => anew(),
  restart: () => anew(practice.deal),
  practise() {
    for (const each of all("[data-practice]")) each.hidden = false;
    [round, begun] = [BESIDE, 0];
    table = last = null;
    practise();
  },
  leave() { // what was played last is seen again
    leave();
    round = Math.max(-1, ...Object.keys(wasSaid).map(Number));
    table = wasSaid[round] ?? null;
    if (table) board.show(table);
    lobby();
  },
  home,
  save: () => line.say({ kind: "record" }),
  back: () => location.reload(),
  move() {
    const isBest = table?.is_best, link = isSeat ? `${location.origin}${location.pathname}#seat=${key}` : also.link(practice, isBest ? "" : `&beat=${total()}`);
    const claim = () => fill(isBest ? words.best_claim : words.claim, { game: board.layout.title, result: figure(total()) });
    const text = $("link").value = isSeat ? link : [claim(), board.tops.map(sign).join(" "), link].filter(Boolean).join("\n");
    if (!isSeat && navigator.share) {
      navigator.share({ text }).catch(() => { /* it was thought better of */ });
      return;
    }
    modal("carry");
    import("./square.js").then(({ draw }) => draw($("square"), link));
    $("link").select();
  },
  copy: () => navigator.clipboard?.writeText($("link").value) ?? document.execCommand("copy"),
};
document.addEventListener("click", (event) => {
  const found = event.target.closest("[data-do]");
  if (!found) return;
  const dialog = found.closest("dialog");
  if (dialog?.close) dialog.close();
  else dialog?.removeAttribute("open");
  if (dialog) resume();
  acts[found.dataset.do]?.();
});
$("join")?.addEventListener("submit", join);
const putBack = () => {
  const found = board.putBack();
  if (found) say(fill(words.put_back, { card: sign(found) }));
  else acts.menu();
};
document.addEventListener("keydown", (event) => {
  if (shown !== "table" || event.altKey || event.target.closest("input, select, dialog")) return;
  const name = letter(event), does = {
    d: acts.deal, i: acts.hint, h: () => board.sendHome() || acts.hint(), u: acts.undo, backspace: acts.undo,
    t: () => say(facts()), e: acts.end, escape: putBack,
  }[name];
  const isMore = event.ctrlKey || event.metaKey;
  if (isMore ? name === "z" : does) {
    event.preventDefault();
    (isMore ? acts.undo : does)();
  }
});

// Time ----------------------------------------------------------------------------------------------

// Practice can be paused, by the menu or a page that is not seen; nothing is seen of the cards then.
let held = null, last = null, second = -1, longest = 0;
// However clocks are set meanwhile: what was played has a time that can be kept.
const played = () => table?.ending ? table.ending.elapsed : held ?? (isSeat && !practice || practice?.entries.length ? Math.min(MOST_MS, Math.max(0, line.now - started)) : 0);
const pause = () => {
  if (!practice || held !== null || !table || table.ending) return;
  held = played();
  body.classList.add("paused");
  note();
};
const resume = () => {
  if (held === null || document.hidden || $("menu").hasAttribute("open")) return;
  started = line.now - held;
  if (practice?.entries.length) line.say({ kind: "clock", elapsed: Math.round(held) });
  held = null;
  body.classList.remove("paused");
};
const note = () => { // a reload gives nothing back
  if (!practice?.entries.length || !table || table.ending) return;
  practice.elapsed = Math.round(played());
  saved();
};
document.addEventListener("visibilitychange", () => document.hidden ? pause() : resume());
addEventListener("pagehide", note);
$("menu").addEventListener("close", resume);

const left = () => !table || !limit ? null : Math.max(0, Math.ceil(limit - played() / 1000));
const tick = () => {
  if (!line) return;
  if (isSeat && !beginAt) $("countdown").textContent = runsTo > line.now ? clock(Math.ceil((runsTo - line.now) / 1000)) : "";
  if (beginAt) {
    const wait = Math.ceil((beginAt - line.now) / 1000);
    $("countdown").textContent = wait > 0 ? clock(wait) : "";
    longest = Math.max(longest, wait);
    $("news").style.setProperty("--left", wait / longest);
    if (wait <= 0) {
      beginAt = longest = 0;
      begin(opened()?.number ?? round + 1);
    }
  }
  if (Math.floor(played() / 1000) !== second) {
    second = Math.floor(played() / 1000);
    note();
  }
  const now = left();
  if (now === null || now === last) return;
  figured("clock", clock(now));
  body.classList.toggle("late", now <= 30 && !table.ending);
  $("bar").style.setProperty("--left", limit ? now / limit : 0);
  if (table && !table.ending && last !== null) {
    const at = Object.keys(words.left).find((each) => now <= each && last > each); // the lowest passed, even if a tick was late
    if (at) hear(words.left[at]);
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

if (words.layout) heard.layout(words.layout);
const isForgetful = forgets();
if (isForgetful && !isSeat) say(words.forgets_game, 9000);
if (isSeat) {
  $("forgets").hidden = !isForgetful;
  show("door");
  if (key) lay();
  if (brought) offer(brought);
} else if (also.asked.game) {
  practice = also.left();
  show("table");
  if (mode === "daily" && also.ofToday() !== null) say(fill(words.played_today, { result: figure(also.ofToday()) }), 9000);
  lay();
} else {
  show("door");
  also.door(deck, words, fill, language);
}
