// The host's page: what the window does, from a phone. The key stands behind # at first and is kept on this device.
import { badge, badges } from "./badge.js";
import { Keys, forgets, removeOldSentence } from "./kept.js";

const watchFaults = removeOldSentence();
const by = (name) => document.getElementById(name);
const API = "/api/1", keys = new Keys("patience-host-key");
const made = (tag, text = "", name = "") => Object.assign(document.createElement(tag), { textContent: text, className: name });
const words = JSON.parse(by("words").textContent);
const fill = (text, parts) => text.replace(/\{(\w+)\}/g, (all, name) => parts[name] ?? all);
const round = (name, number) => fill(words[name], { number });
let key = "", id = "", told = null, asked = null, wanted = 0;

const ask = async (path, method = "GET", body = null, by = key) => {
  const headers = { Authorization: `Bearer ${by}` };
  if (body) headers["Content-Type"] = "application/json";
  const answer = await fetch(API + path, { method, headers, body: body && JSON.stringify(body) });
  if (answer.ok && !answer.headers.get("content-type").startsWith("application/json")) return answer.blob();
  const found = await answer.json();
  if (!answer.ok) {
    const [part] = found.parts ?? [], text = fill(words[`no ${found.code}`] ?? words.refused, { code: found.code, name: part, reason: part });
    throw Object.assign(new Error(text), { code: found.code });
  }
  return found;
};
const say = (text) => { by("said").textContent = text; };
const trouble = (error) => {
  say(error instanceof TypeError ? words.away : error.message);
  if (error.code === "unknown_key") forget();
};
const act = (path, method = "POST", body = null) => ask(path, method, body).then(() => { say(words.done); return look(); }).catch(trouble);
const button = (word, press, about = "") => {
  const found = made("button", word);
  if (about) found.setAttribute("aria-label", `${word}: ${about}`);
  found.addEventListener("click", press);
  return found;
};
const sure = (question, then, otherwise = null) => { // what loses something is asked once
  asked = [then, otherwise];
  by("question").textContent = question;
  by("ask").hidden = false;
  by("ask").scrollIntoView({ block: "center" });
  by("yes").focus();
};
["yes", "no"].forEach((name, at) => by(name).addEventListener("click", () => { by("ask").hidden = true; asked?.[at]?.(); asked = null; }));

const save = (name, data) => {
  const link = made("a");
  link.href = URL.createObjectURL(new Blob([data]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};
const path = (rest = "") => `/tournaments/${id}${rest}`;
const take = (rest, name) => ask(path(rest)).then((data) => save(told.tournament.name + name, data instanceof Blob ? data : JSON.stringify(data))).catch(trouble);
const losers = (number, seats) => seats.filter((each) => each.kind === "person" && each.is_admitted && !each.is_removed && !each.rounds[number - 1]).map((each) => each.player);
const close = (number, seats, then) => {
  const lose = losers(number, seats);
  if (lose.length) sure(fill(words.lose, { number, players: lose.join(", ") }), then);
  else then();
};

const roundItem = (each, rounds, seats) => {
  const n = each.number, item = made("li", "", "panel"), line = made("p", `${round("round", n)} · ${words[`is_${each.state}`]}`), row = made("p", "", "actions");
  const open = rounds.find((other) => other.state === "open"), first = rounds.find((other) => other.state === "waiting");
  const change = (what, body = null) => act(path(`/rounds/${n}/${what}`), "POST", body);
  if (each === first && !open) row.append(button(round("open", n), () => change("open")));
  if (each === first && open) row.append(button(round("next", n), () => close(open.number, seats, () => change("open"))));
  if (each.state === "open") row.append(button(round("close", n), () => close(n, seats, () => change("close"))));
  if (each.state === "closing") row.append(button(round("reopen", n), () => change("reopen")));
  if (each.state === "open" && each.closes && !each.starts) row.append(button(words.extend, () => change("extend", { seconds: 600 }), round("round", n)));
  if (["waiting", "open", "closing"].includes(each.state)) row.append(button(round("cancel", n), () => sure(round("cancels", n), () => change("cancel"))));
  if (each.state === "closed") row.append(button(round("records", n), () => take(`/rounds/${n}`, `-${n}.round`)));
  item.append(line, row);
  return item;
};

const stands = (each, open) => {
  if (each.is_removed) return [words.is_removed];
  if (each.kind !== "person") return [words.robot];
  const first = !each.is_admitted ? words.knocks : each.rounds.includes("playing") ? words.plays
    : open && !each.rounds[open.number - 1] ? round("lacks", open.number) : words[`played_${each.rounds.filter((one) => one === "over").length}`];
  return [first, words[each.is_connected ? "connected" : "not_connected"]];
};
const seatItem = (each, open, worn) => {
  const item = made("li", "", "panel"), line = made("p"), row = made("p", "", "actions"), seat = path(`/seats/${each.seat}`), { player } = each;
  line.append(badge(player, worn), made("bdi", player), made("span", stands(each, open).join(", "), "small"));
  if (!each.is_admitted) {
    row.append(...["admit", "refuse"].map((does) => button(words[does], () => act(path(`/door/${does}`), "POST", { seats: [each.seat] }), player)));
  } else {
    if (!each.is_removed) row.append(button(words.rename, () => { const name = prompt(fill(words.another, { player }), player); if (name) act(`${seat}/rename`, "POST", { name }); }, player));
    for (const does of each.is_removed ? ["erase"] : each.kind === "person" ? ["remove", "ban", "erase"] : ["remove"]) {
      row.append(button(words[does], () => sure(fill(words[`${does}s`], { player }), () => act(`${seat}/${does}`)), player));
    }
  }
  item.append(line, row);
  return item;
};

const show = (seats) => {
  const { tournament } = told, part = by("main-part"), rounds = made("ul", "", "cards"), list = made("ul", "", "cards"), row = made("p", "", "actions");
  by("title").textContent = tournament.name;
  const here = seats.filter((each) => !each.is_removed), knocking = here.filter((each) => !each.is_admitted).slice(0, 100);
  rounds.append(...tournament.rounds.map((each) => roundItem(each, tournament.rounds, here)));
  const open = tournament.rounds.find((each) => each.state === "open");
  const away = seats.filter((each) => each.is_removed && each.kind === "person"), worn = badges(seats.map((each) => each.player));
  list.append(...[...here, ...away].map((each) => seatItem(each, open, worn)));
  row.append(
    Object.assign(made("a", words.screen, "button quietly"), { href: `/tournaments/${id}/screen${location.search}` }),
    button(words.csv, () => take(`/results?language=${document.documentElement.lang}`, ".csv")),
    button(words.json, () => take("/standings", ".json")),
    button(words.all, () => take("/records", ".zip")),
    button(words.delete, () => sure(fill(words.deletes, { name: tournament.name }), () => ask(path(), "DELETE").then(() => { id = ""; say(words.done); return look(); }).catch(trouble))),
    button(words.others, () => { id = ""; look(); }),
  );
  const door = knocking.length > 1 ? [button(words.admit_all, () => act(path("/door/admit"), "POST", { seats: knocking.map((each) => each.seat) }))] : [];
  const line = made("p", "", "actions"), text = Object.assign(made("input"), { id: "line", maxLength: 120, value: tournament.announced?.line ?? "", placeholder: words.such });
  text.setAttribute("aria-label", words.line);
  line.append(text, button(words.tell, () => act(path("/announce"), "POST", { line: text.value })));
  if (tournament.announced) line.append(button(words.withdraw, () => act(path("/announce"), "POST", { line: "" })));
  part.replaceChildren(made("h2", words.rounds), rounds, made("h2", words.line), line, made("h2", `${words.seats} (${here.length})`), ...door, list, made("h2", words.tournament), row);
};

const choose = (tournaments) => {
  by("title").textContent = words.host;
  const list = made("ul", "", "cards");
  list.append(...tournaments.map((each) => {
    const item = made("li", "", "panel"), row = made("p", "", "actions");
    const facts = [fill(words.at_table, { count: each.players }), ...(each.waiting ? [fill(words.at_door, { count: each.waiting })] : [])];
    item.append(made("h3", each.name), made("p", facts.join(" · "), "quiet"));
    row.append(button(words.choose, () => { id = each.id; look(); }, each.name));
    item.append(row);
    return item;
  }));
  by("main-part").replaceChildren(made("h2", words.tournaments), list);
};

let last = "";
const put = (text, draw) => { // nothing that has the focus is drawn anew for no reason
  if (text === last) return;
  const typed = document.activeElement?.id === "line" ? document.activeElement.value : null;
  const word = document.activeElement?.closest("#main-part") && (document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent);
  last = text;
  draw();
  if (typed !== null && by("line")) {
    by("line").value = typed;
    by("line").focus();
  }
  if (word) [...by("main-part").querySelectorAll("button, a")].find((each) => (each.getAttribute("aria-label") ?? each.textContent) === word)?.focus({ preventScroll: true });
};
const look = async () => {
  clearTimeout(wanted);
  if (!key) return;
  try {
    if (!id) {
      await ask("/server");
      const { tournaments } = await ask("/tournaments");
      put(JSON.stringify(tournaments), () => choose(tournaments));
    } else {
      const [standings, { seats }] = await Promise.all([ask(path("/standings")), ask(path("/door"))]);
      told = standings;
      put(JSON.stringify([standings.tournament, seats]), () => show(seats));
    }
    by("door").hidden = true;
    by("out").hidden = false;
    if (keys.first !== key) { // it is known, so it may be kept
      keys.use(key);
      if (forgets()) say(words.forgets);
    }
    if (by("said").textContent === words.away) say("");
  } catch (error) {
    trouble(error);
  }
  wanted = setTimeout(look, 2000);
};
// Only the key that was refused, or shall be forgotten, goes; another that is kept takes its place.
const forget = () => {
  keys.drop(key);
  key = keys.first ?? "";
  id = last = "";
  by("main-part").replaceChildren();
  by("door").hidden = Boolean(key);
  by("out").hidden = !key;
  if (key) look();
};
const begin = (text) => {
  key = text.trim();
  last = "";
  say("");
  look();
};
by("door").addEventListener("submit", (event) => { event.preventDefault(); begin(by("key").value); by("key").value = ""; });
by("forget").addEventListener("click", forget);
document.addEventListener("visibilitychange", () => document.hidden || look());
const [scanned, tournament] = location.hash.slice(1).split("/");
history.replaceState(null, "", location.pathname); // nobody reads the key over a shoulder
if (/^[0-9a-f]{32}$/.test(tournament ?? "")) id = tournament;
const isLink = /^[0-9a-f]{64}$/.test(scanned), kept = keys.first;

// The key of a link is tried beside the one that is kept, and replaces none unasked.
const offer = async (other) => {
  try {
    await ask("/server", "GET", null, other);
    sure(words.instead, () => begin(other), () => keys.add(other));
  } catch (error) {
    if (error instanceof TypeError) setTimeout(() => offer(other), 3000);
    else say(error.message);
  }
};
if (kept || isLink) begin(kept ?? scanned);
else by("door").hidden = false;
if (kept && isLink && kept !== scanned) offer(scanned);
watchFaults(() => !by("door").hidden || by("main-part").childElementCount > 0 || Boolean(by("said").textContent));
