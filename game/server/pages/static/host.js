// The host's page: what the window does, from a phone. The key stands behind # at first and is kept on this device.
const by = (name) => document.getElementById(name);
const KEY = "patience-host-key", API = "/api/1";
const made = (tag, text = "", name = "") => Object.assign(document.createElement(tag), { textContent: text, className: name });
const REFUSED = {
  unknown_key: "The server does not know this key.", no_deck: "No deck is ready yet: try again in a moment.", not_open: "The round is not open.",
  proof_is_out: "The deck of that round is published: nothing can be changed any more.", no_change: "Nothing has changed.", name_taken: "The name is taken.",
  common_clock: "All clocks in that round run together, and it ends with them.", name_refused: "That name is not allowed.", time_is_up: "The common clock of that round has run out.", too_many: "Too many requests: try again in a moment.", full: "All seats are taken.",
};
let key = "", id = "", told = null, asked = null, wanted = 0;

const ask = async (path, method = "GET", body = null) => {
  const headers = { Authorization: `Bearer ${key}` };
  if (body) headers["Content-Type"] = "application/json";
  const answer = await fetch(API + path, { method, headers, body: body && JSON.stringify(body) });
  if (answer.ok && !answer.headers.get("content-type").startsWith("application/json")) return answer.blob();
  const found = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(REFUSED[found.code] ?? `The server refused: ${found.code}`), { code: found.code });
  return found;
};
const say = (text) => { by("said").textContent = text; };
const trouble = (error) => {
  say(error instanceof TypeError ? "The server cannot be reached." : error.message);
  if (error.code === "unknown_key") forget();
};
const act = (path, method = "POST", body = null) => ask(path, method, body).then(() => { say("Done."); return look(); }).catch(trouble);
const button = (word, press, about = "") => {
  const found = made("button", word);
  if (about) found.setAttribute("aria-label", `${word}: ${about}`);
  found.addEventListener("click", press);
  return found;
};
const sure = (question, then) => { // what loses something is asked once
  asked = then;
  by("question").textContent = question;
  by("ask").hidden = false;
  by("ask").scrollIntoView({ block: "center" });
  by("yes").focus();
};
by("yes").addEventListener("click", () => { by("ask").hidden = true; asked?.(); asked = null; });
by("no").addEventListener("click", () => { by("ask").hidden = true; asked = null; });

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
const playing = (number, seats) => seats.filter((each) => each.rounds[number - 1] === "playing").map((each) => each.player);
const close = (number, seats, then) => {
  const lose = losers(number, seats);
  if (lose.length) sure(`Those who have not started round ${number} lose it: ${lose.join(", ")}. Continue?`, then);
  else then();
};

const roundItem = (each, rounds, seats) => {
  const item = made("li", "", "panel"), line = made("p", `Round ${each.number}: ${each.state}`), row = made("p", "", "actions"), n = each.number;
  const open = rounds.find((other) => other.state === "open"), first = rounds.find((other) => other.state === "waiting");
  const change = (what) => act(path(`/rounds/${n}/${what}`));
  if (each === first && !open) row.append(button(`Open round ${n}`, () => change("open")));
  if (each === first && open) row.append(button(`Next: close round ${open.number}, open ${n}`, () => close(open.number, seats, () => change("open"))));
  if (each.state === "open") row.append(button(`Close round ${n}`, () => close(n, seats, () => change("close"))));
  if (each.state === "closing") row.append(button(`Reopen round ${n}`, () => change("reopen")));
  if (each.state === "open" && each.closes) row.append(button("Ten minutes longer", () => act(path(`/rounds/${n}/extend`), "POST", { seconds: 600 }), `round ${n}`));
  if (["waiting", "open", "closing"].includes(each.state)) {
    row.append(button(`Cancel round ${n}`, () => {
      const names = playing(n, seats).join(", "), ends = names ? `, and ends for ${names}` : "";
      sure(`Round ${n} would not count${ends}. Cancel it?`, () => change("cancel"));
    }));
  }
  if (each.state === "closed") {
    row.append(button(`Records of round ${n}`, () => take(`/rounds/${n}`, `-${n}.round`)));
  }
  item.append(line, row);
  return item;
};

const seatItem = (each, open) => {
  const item = made("li", "", "panel"), line = made("p"), row = made("p", "", "actions"), seat = path(`/seats/${each.seat}`);
  const stands = each.kind !== "person" ? "robot" : !each.is_admitted ? "knocking" : each.rounds.includes("playing") ? "playing" : open && !each.rounds[open.number - 1] ? `has not started round ${open.number}` : `${each.rounds.filter((one) => one === "over").length} played`;
  const here = each.kind !== "person" ? "" : each.is_connected ? ", connected" : ", not connected";
  line.append(made("bdi", each.player), made("span", stands + here, "small"));
  if (!each.is_admitted) {
    row.append(button("Let in", () => act(path("/door/admit"), "POST", { seats: [each.seat] }), each.player), button("Send away", () => act(path("/door/refuse"), "POST", { seats: [each.seat] }), each.player));
  } else {
    row.append(
      button("Rename", () => { const name = prompt(`Another name for ${each.player}`, each.player); if (name) act(`${seat}/rename`, "POST", { name }); }, each.player),
      button("Remove", () => sure(`${each.player} would be removed with all rounds, and could not come back on that device. Remove?`, () => act(`${seat}/remove`)), each.player),
      ...(each.kind !== "person" ? [] : [button("Ban", () => sure(`${each.player} would be removed with all rounds. Nobody with that name could come in again, nor anybody from the same address, if it is known: that may include others in the same home. Ban?`, () => act(`${seat}/ban`)), each.player)]),
    );
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
  list.append(...here.map((each) => seatItem(each, open)));
  const screen = Object.assign(made("a", "The room's screen", "button quietly"), { href: `/tournaments/${id}/screen` });
  row.append(
    screen,
    button("Results as CSV", () => take("/results", ".csv")),
    button("Results as JSON", () => take("/standings", ".json")),
    button("All records as one file", () => take("/records", ".zip")),
    button("Delete the tournament", () => sure(`${tournament.name} would be deleted for ever, with everything played in it. Delete?`, () => ask(path(), "DELETE").then(() => { id = ""; location.hash = ""; return look(); }).catch(trouble))),
    button("Other tournaments", () => { id = ""; look(); }),
  );
  const door = knocking.length > 1 ? [button(`Let all ${knocking.length} in`, () => act(path("/door/admit"), "POST", { seats: knocking.map((each) => each.seat) }))] : [];
  const line = made("p", "", "actions"), text = Object.assign(made("input"), { id: "line", maxLength: 120, value: tournament.announced?.line ?? "", placeholder: "Pizza, five minutes" });
  text.setAttribute("aria-label", "A message to everybody");
  line.append(text, button("Tell everybody", () => act(path("/announce"), "POST", { line: text.value })));
  if (tournament.announced) line.append(button("Take it back", () => act(path("/announce"), "POST", { line: "" })));
  part.replaceChildren(made("h2", "Rounds"), rounds, made("h2", "A message to everybody"), line, made("h2", `Seats (${here.length})`), ...door, list, made("h2", "Tournament"), row);
};

const choose = (tournaments) => {
  by("title").textContent = "Host";
  const list = made("ul", "", "cards");
  list.append(...tournaments.map((each) => {
    const item = made("li", "", "panel"), row = made("p", "", "actions");
    const knock = each.waiting ? `, ${each.waiting} knocking` : "";
    item.append(made("h3", each.name), made("p", `${each.players} at the table${knock}`, "quiet"));
    row.append(button("Open", () => { id = each.id; look(); }, each.name));
    item.append(row);
    return item;
  }));
  by("main-part").replaceChildren(made("h2", "Tournaments"), list);
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
    if (by("said").textContent === "The server cannot be reached.") say("");
  } catch (error) {
    trouble(error);
  }
  wanted = setTimeout(look, 2000);
};
const forget = () => {
  localStorage.removeItem(KEY);
  key = id = last = "";
  by("main-part").replaceChildren();
  by("door").hidden = false;
  by("out").hidden = true;
};
const begin = (text) => {
  key = text.trim();
  localStorage.setItem(KEY, key);
  say("");
  look();
};
by("door").addEventListener("submit", (event) => { event.preventDefault(); begin(by("key").value); by("key").value = ""; });
by("forget").addEventListener("click", forget);
document.addEventListener("visibilitychange", () => document.hidden || look());
const [scanned, tournament] = location.hash.slice(1).split("/");
history.replaceState(null, "", location.pathname); // nobody reads the key over a shoulder
if (/^[0-9a-f]{32}$/.test(tournament ?? "")) id = tournament;
if (/^[0-9a-f]{64}$/.test(scanned)) begin(scanned);
else if (localStorage.getItem(KEY)) begin(localStorage.getItem(KEY));
else by("door").hidden = false;
