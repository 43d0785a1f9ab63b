// A round that opens where this browser has a seat: a bar on every page of that server, felt and seen in the title, too.
import { kept, tried } from "./kept.js";

const bar = document.getElementById("opens"), { open, wait, begin } = bar.dataset, title = document.title;
const seats = tried(() => Object.keys(localStorage).map((name) => /^key ([0-9a-f]{32})$/.exec(name)?.[1]).filter(Boolean)) ?? [];
const fill = (text, parts) => text.replace(/\{(\w+)\}/g, (all, name) => parts[name] ?? all);
const clock = (s) => `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
let found = null, skew = 0, toldOf = "";

const show = () => {
  bar.hidden = !found;
  document.title = found ? `● ${fill(open, found)}` : title;
  if (!found) return;
  const left = Math.ceil((found.starts - Date.now() - skew) / 1000);
  bar.firstElementChild.textContent = `${found.name}: ${fill(open, found)} ${left > 0 ? fill(wait, { time: clock(left) }) : ""}`;
  const link = bar.lastElementChild;
  link.textContent = fill(begin, found);
  link.href = `/tournaments/${found.id}/play${location.search}`;
  if (toldOf !== `${found.id} ${found.number}` && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([200, 100, 200]);
  toldOf = `${found.id} ${found.number}`;
};
const look = async () => {
  try {
    const { now, tournaments } = await (await fetch("/api/1/tournaments")).json();
    skew = now - Date.now();
    const own = tournaments.filter(({ id, series = id }) => seats.includes(series));
    const rounds = own.flatMap(({ id, name, rounds }) => rounds.filter(({ state, number }) => state === "open" && number > Number(kept(`played ${id}`))).map(({ number, starts }) => ({ id, name, number, starts })));
    found = rounds[0] ?? null;
  } catch { /* what was known stays */ }
  setTimeout(look, 5000);
};
if (seats.length) {
  look();
  setInterval(show, 500);
}
