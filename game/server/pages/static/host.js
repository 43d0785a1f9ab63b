// The host's page: everything that a host does, from a desk or a phone. The key stands behind # at first and is kept here.
import { badge, badges } from "./badge.js";
import { sha256 } from "./digest.js";
import { Keys, forgets, removeOldSentence } from "./kept.js";

const watchFaults = removeOldSentence();
const by = (name) => document.getElementById(name);
const API = "/api/1", keys = new Keys("patience-host-key"), { lang } = document.documentElement;
const made = (tag, text = "", name = "") => Object.assign(document.createElement(tag), { textContent: text, className: name });
const words = JSON.parse(by("words").textContent);
const fill = (text, parts) => text.replace(/\{(\w+)\}/g, (all, name) => parts[name] ?? all);
const round = (name, number) => fill(words[name], { number });
let key = "", id = "", told = null, secret = "", address = location.origin, asked = null, wanted = 0;

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
const act = (path, method = "POST", body = null, then = () => {}) => ask(path, method, body).then((found) => { then(found); say(words.done); return look(); }).catch(trouble);
const button = (word, press, about = "") => {
  const found = made("button", word);
  found.dataset.at = about ? `${word}: ${about}` : word;
  if (about) found.setAttribute("aria-label", found.dataset.at);
  found.addEventListener("click", press);
  return found;
};
// A button of the evening: its place is fixed, below its word stands what it loses, or why it cannot be pressed now.
const does = (name, word, note, cannot, press) => {
  const found = button(word, () => cannot ? say(cannot) : press());
  found.dataset.at = found.dataset.do = name;
  found.append(made("small", cannot || note));
  if (cannot) found.setAttribute("aria-disabled", "true");
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
const names = (seats) => seats.map((each) => each.player).join(", ");
const isOver = (each) => ["closed", "cancelled"].includes(each.state);

// The evening ----------------------------------------------------------------------------------------

const evening = ({ rounds, next }, people) => {
  const open = rounds.find((each) => each.state === "open"), first = rounds.find((each) => each.state === "waiting"), played = open ?? rounds.find((each) => each.state === "closing"), isPlayed = open || people.some((each) => each.rounds.includes("playing"));
  const away = people.filter((each) => !each.is_connected), late = open ? people.filter((each) => !each.rounds[open.number - 1]) : [];
  const lose = late.length ? fill(words.lose, { number: open.number, players: names(late) }) : "", all = rounds.length;
  const here = people.length ? [fill(words.here, { here: people.length - away.length, count: people.length }), ...(away.length ? [fill(words.not_here, { players: names(away) })] : [])].join(" · ") : words.nobody;
  const change = (number, what, body = null) => act(path(`/rounds/${number}/${what}`), "POST", body);
  const unless = (question, then) => question ? sure(question, then) : then();
  const left = rounds.filter((each) => each.state === "waiting").map((each) => each.number).join(", "), isNext = next && words.has_next;
  const cannot = !open ? words.none_open : open.starts ? words["no common_clock"] : open.closes ? "" : words.no_end;
  const grid = made("div", "", "does");
  grid.append(
    does("open", first ? round(open ? "next" : "open", first.number) : words.open_none, open && first ? lose || round("closes", open.number) : here, first ? "" : words.all_opened, () => unless(open && lose, () => change(first.number, "open"))),
    does("close", open ? round("close", open.number) : words.close_none, lose || words.all_began, open ? "" : words.none_open, () => unless(lose, () => change(open.number, "close"))),
    does("extend", words.extend, words.longer, cannot, () => change(open.number, "extend", { seconds: 600 })),
    does("cancel", played ? round("cancel", played.number) : words.cancel_none, words.counts_not, played ? "" : words.none_open, () => sure(round("cancels", played.number), () => change(played.number, "cancel"))),
    does("one-more", words.one_more, round("at_end", all + 1), isNext || (all < 10 ? "" : words["no no_more_rounds"]), () => act(path("/rounds"))),
    does("again", words.again, left ? round("unplayed", left) : words.from_zero, isNext || (isPlayed ? words["no still_played"] : ""), () => unless(left && round("unplayed", left), () => act(path("/next"), "POST", null, (made) => { id = made.id; }))),
  );
  return grid;
};

const roundItem = (each) => {
  const n = each.number, item = made("li", "", "panel"), row = made("p", "", "actions");
  const change = (what) => act(path(`/rounds/${n}/${what}`));
  if (each.state === "closing") row.append(button(round("reopen", n), () => change("reopen")));
  if (each.state === "waiting") row.append(button(round("cancel", n), () => sure(round("cancels", n), () => change("cancel"))));
  if (each.state === "closed") row.append(button(round("records", n), () => take(`/rounds/${n}`, `-${n}.round`)));
  item.append(made("p", `${round("round", n)} · ${words[`is_${each.state}`]}`), row);
  return item;
};

const stands = (each, open) => {
  if (each.is_removed) return [words.is_removed];
  if (each.kind !== "person") return [words.robot];
  const first = each.rounds.includes("playing") ? words.plays
    : open && !each.rounds[open.number - 1] ? round("lacks", open.number) : words[`played_${each.rounds.filter((one) => one === "over").length}`];
  return [words[each.is_connected ? "connected" : "not_connected"], first];
};
const seatItem = (each, open, worn) => {
  const item = made("li", "", "panel"), line = made("p"), row = made("p", "", "actions"), seat = path(`/seats/${each.seat}`), { player } = each;
  line.append(badge(player, worn), made("bdi", player), made("span", stands(each, open).join(", "), "small"));
  if (!each.is_removed) row.append(button(words.rename, () => { const name = prompt(fill(words.another, { player }), player); if (name) act(`${seat}/rename`, "POST", { name }); }, player));
  for (const name of each.is_removed ? ["erase"] : each.kind === "person" ? ["remove", "ban", "erase"] : ["remove"]) {
    row.append(button(words[name], () => sure(fill(words[`${name}s`], { player }), () => act(`${seat}/${name}`)), player));
  }
  item.append(line, row);
  return item;
};
const list = (items) => {
  const found = made("ul", "", "cards");
  found.append(...items);
  return found;
};
// Who knocks stands in a bar of its own at the end of the screen, so that no button moves under a finger.
const atDoor = (knocking, worn) => {
  const bar = made("div", "", "panel"), chosen = (seats) => ({ seats: seats.map((each) => each.seat) });
  bar.id = "knocks";
  bar.hidden = !knocking.length;
  const head = made("p", fill(words.at_door, { count: knocking.length }), "actions");
  if (knocking.length > 1) head.append(button(words.admit_all, () => act(path("/door/admit"), "POST", chosen(knocking))));
  const items = knocking.map((each) => {
    const item = made("li"), name = made("span");
    name.append(badge(each.player, worn), made("bdi", each.player));
    item.append(name, ...["admit", "refuse"].map((what) => button(words[what], () => act(path(`/door/${what}`), "POST", chosen([each])), each.player)));
    return item;
  });
  const who = made("ul");
  who.append(...items);
  bar.append(head, who);
  return bar;
};

const LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ", MANY = LETTERS.length ** 4;
const code = ({ id: own, series }) => { // as `short_code` makes it: of a series that of its first evening
  const number = [...sha256(series ?? own)].reduce((sum, digit) => (16 * sum + parseInt(digit, 16)) % MANY, 0);
  return [0, 1, 2, 3].map((place) => LETTERS[Math.floor(number / LETTERS.length ** place) % LETTERS.length]).join("");
};
const link = () => `${address}/${code(told.tournament)}${secret ? `#${secret}` : ""}`;
const folded = (name, head, about, text) => { // a square code, drawn where it is unfolded
  const part = made("details", "", "panel"), square = made("canvas"), draw = () => part.open && import("./square.js").then((it) => it.draw(square, text));
  square.setAttribute("role", "img");
  square.setAttribute("aria-label", about);
  part.append(made("summary", head), square);
  part.open = by(name)?.open ?? false;
  part.id = name;
  part.addEventListener("toggle", draw);
  draw();
  return part;
};
const way = () => { // how friends get in
  const part = folded("way", fill(words.friends, { address: link().replace(/^https?:\/\/|#.*/g, "") }), link(), link()), row = made("p", "", "actions"), play = Object.assign(made("a", words.play, "button quietly"), { href: `/tournaments/${id}/play${location.search}${secret ? `#${secret}` : ""}` });
  const shown = made("code", link());
  row.append(button(words.copy, () => { getSelection().selectAllChildren(shown); if (navigator.clipboard) navigator.clipboard.writeText(link()); else document.execCommand("copy"); say(words.done); }), play);
  const line = made("p", "", "copy");
  line.append(shown);
  part.append(line, row);
  return part;
};
const phone = () => { // the key is a host's: it is shown only on request
  const part = folded("phone", words.phone, words.phone, `${address}/host#${key}/${id}`);
  part.append(made("p", words.phone_note, "quiet"));
  part.hidden = /^https?:\/\/(localhost|127\.|\[::1\])/.test(address);
  return part;
};

const show = (seats) => {
  const { tournament } = told, row = made("p", "", "actions"), left = made("div"), right = made("div"), both = made("div", "", "both");
  by("title").textContent = tournament.name;
  const knocking = seats.filter((each) => !each.is_admitted && !each.is_removed).slice(0, 100), sitting = seats.filter((each) => each.is_admitted && !each.is_removed).sort((a, b) => a.seat - b.seat);
  const people = sitting.filter((each) => each.kind === "person"), robots = sitting.filter((each) => each.kind !== "person"), gone = seats.filter((each) => each.is_removed && each.kind === "person");
  const open = tournament.rounds.find((each) => each.state === "open"), worn = badges(seats.map((each) => each.player)), item = (each) => seatItem(each, open, worn);
  row.append(
    Object.assign(made("a", words.screen, "button quietly"), { href: `/tournaments/${id}/screen${location.search}` }),
    Object.assign(made("a", words.page, "button quietly"), { href: `/tournaments/${id}${location.search}` }),
    button(words.csv, () => take(`/results?language=${lang}`, ".csv")),
    button(words.json, () => take("/standings", ".json")),
    button(words.all, () => take("/records", ".zip")),
    button(words.delete, () => sure(fill(words.deletes, { name: tournament.name }), () => act(path(), "DELETE", null, () => { id = ""; }))),
    button(words.others, () => { id = ""; look(); }),
  );
  const line = made("p", "", "actions"), text = Object.assign(made("input"), { id: "line", maxLength: 120, value: tournament.announced?.line ?? "", placeholder: words.such });
  text.setAttribute("aria-label", words.line);
  line.append(text, button(words.tell, () => act(path("/announce"), "POST", { line: text.value })));
  const withdraw = button(words.withdraw, () => tournament.announced ? act(path("/announce"), "POST", { line: "" }) : say(words.nothing_said));
  withdraw.setAttribute("aria-disabled", String(!tournament.announced));
  line.append(withdraw);
  left.append(way(), phone(), evening(tournament, people), made("h2", words.rounds), list(tournament.rounds.map(roundItem)), made("h2", words.line), line, made("h2", words.tournament), row);
  if (tournament.rounds.every((each) => isOver(each) || each.state === "closing")) {
    const share = made("p", "", "actions"), sharing = (name) => import("./share.js").then((it) => it[name](tournament.id)).catch(trouble);
    share.append(...["text", "picture"].map((name) => button(words[`as_${name}`], () => sharing(name))));
    left.append(made("h2", words.share), share);
  }
  if (robots.length) right.append(made("h2", `${words.robots} (${robots.length})`), list(robots.map(item)));
  right.append(made("h2", `${words.people} (${people.length})`), list([...people, ...gone].map(item)));
  if (!people.length) right.append(made("p", words.nobody, "quiet"));
  both.append(left, right);
  by("main-part").replaceChildren(both, atDoor(knocking, worn));
};

// All of them, and a new one -------------------------------------------------------------------------

const form = by("make"), named = () => fill(words.of_day, { day: new Date().toLocaleDateString(lang, { dateStyle: "long" }).replace(/,/g, "") }).slice(0, 40);
const own = () => { form.elements.lasts.disabled = form.elements.common.checked; };
form.addEventListener("change", own);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const { name, draw, seconds, rounds, robots, seats, common, lasts } = form.elements, strengths = ["regular", "beginner"]; // these play on any machine
  act("/tournaments", "POST", {
    name: name.value, draw: Number(draw.value), seconds: Number(seconds.value), rounds: Number(rounds.value), opens: null, every: null,
    lasts: common.checked ? null : Number(lasts.value) || null, robots: Array.from({ length: Number(robots.value) }, (_, at) => strengths[at % 2]),
    robots_rank: false, seats: seats.value, start: common.checked ? "common" : "own",
  }, (found) => { id = found.id; });
});
const choose = (tournaments) => {
  by("title").textContent = words.host;
  const anew = button(words.new, () => {
    form.hidden = false;
    form.elements.name.value ||= named();
    own();
    form.scrollIntoView({ block: "start" });
    form.elements.name.select();
  });
  anew.dataset.do = "new-tournament";
  anew.className = "button";
  const items = tournaments.map((each) => {
    const item = made("li", "", "panel"), row = made("p", "", "actions");
    const facts = [new Date(each.made).toLocaleDateString(lang, { dateStyle: "medium" }), words[`played_${each.rounds.filter(isOver).length}`], ...(each.waiting ? [fill(words.at_door, { count: each.waiting })] : [])];
    row.append(button(words.choose, () => { id = each.id; look(); }, each.name));
    item.append(made("h3", each.name), made("p", facts.join(" · "), "quiet"), row);
    return item;
  });
  const row = made("p", "", "actions");
  row.append(anew);
  by("main-part").replaceChildren(row, ...(items.length ? [made("h2", words.tournaments), list(items)] : []));
};

let last = "";
const put = (text, draw) => { // nothing that has the focus is drawn anew for no reason
  if (text === last) return;
  const focus = document.activeElement, typed = focus?.id === "line" ? focus.value : null, at = focus?.closest("#main-part") && focus.dataset.at;
  last = text;
  draw();
  if (typed !== null && by("line")) {
    by("line").value = typed;
    by("line").focus();
  }
  if (at) [...by("main-part").querySelectorAll("[data-at]")].find((each) => each.dataset.at === at)?.focus({ preventScroll: true });
};
const look = async () => {
  clearTimeout(wanted);
  if (!key) return;
  const of = id;
  try {
    if (!id) {
      const { address: found } = await ask("/server");
      address = found?.replace(/\/$/, "") ?? location.origin;
      const { tournaments } = await ask("/tournaments");
      if (id === of) put(JSON.stringify(tournaments), () => choose(tournaments));
    } else {
      const [standings, door] = await Promise.all([ask(path("/standings")), ask(path("/door"))]);
      const { next } = standings.tournament;
      if (next && told?.tournament.id === id && !told.tournament.next) { // the same people go on there
        id = next;
        return void look();
      }
      if (id !== of) return void look();
      [told, secret] = [standings, door.secret ?? ""];
      put(JSON.stringify([standings.tournament, door.seats]), () => show(door.seats));
    }
    form.hidden = form.hidden || Boolean(id);
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
  form.hidden = true;
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
let [scanned, tournament] = location.hash.slice(1).split("/");
history.replaceState(null, "", location.pathname + location.search); // nobody reads the key over a shoulder
if (/^[0-9a-f]{32}$/.test(tournament ?? "")) id = tournament;
const kept = keys.first, isTicket = /^[0-9a-f]{32}$/.test(scanned);

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
const arrive = () => {
  const isLink = /^[0-9a-f]{64}$/.test(scanned);
  if (kept || isLink) begin(kept ?? scanned);
  else by("door").hidden = false;
  if (kept && isLink && kept !== scanned) offer(scanned);
};
if (isTicket) ask("/host/key", "POST", { ticket: scanned }).then((found) => { scanned = found.key; arrive(); }, (error) => { arrive(); say(error instanceof TypeError ? words.away : words.used); });
else arrive();
watchFaults(() => !by("door").hidden || by("main-part").childElementCount > 0 || Boolean(by("said").textContent));
