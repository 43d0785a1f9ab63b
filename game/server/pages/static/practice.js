// What only practice has: the door, what is kept of games and days, a deal for somebody else, the record as a file.
// Knows addresses; must not know the table.

import { keep, kept, parsed, tried } from "./kept.js";

const { mode, game, deal, beat, play, daily } = document.body.dataset;
const $ = (id) => document.getElementById(id), name = (text) => text.split(" ")[0];

// The day as the player's own calendar has it, like the window's.
const dayOf = (moment) => new Date(moment - new Date(moment).getTimezoneOffset() * 60000).toISOString().slice(0, 10);
export const today = dayOf(Date.now());

// What the address asks for, and the result that is to beat.
export const asked = { game, deal: deal ? Number(deal) : null, entries: [], day: mode === "daily" ? today : "", elapsed: 0 };
export const toBeat = Number(beat) || 0;

// An unfinished game of each kind is kept; a day is one, however its address is written.
const SLOT = asked.day ? `daily ${today} ${name(game)}` : asked.deal === null ? `game ${name(game)}` : `deal ${game} ${deal}`;
export const left = () => {
  const found = parsed(kept(SLOT));
  const isIt = found && Array.isArray(found.entries) && (asked.day ? found.day === today : found.game === game && (asked.deal ?? found.deal) === found.deal);
  return isIt ? found : null;
};
export const save = (practice) => keep(SLOT, practice && practice.entries.length ? JSON.stringify(practice) : null);

// Days and best results; the first game of a day counts, and a day without a point is not done.
const DAYS = "days", days = () => parsed(kept(DAYS)) ?? {};
export const ofToday = () => days()[`${today} ${name(game)}`] ?? null;
const done = () => new Set(Object.entries(days()).filter(([, total]) => total).map(([key]) => key.slice(0, 10)));
const streak = () => {
  const played = done(), one = 86400000;
  let count = 0, moment = Date.now() - (played.has(today) ? 0 : one);
  for (; played.has(dayOf(moment)); moment -= one) count++;
  return count;
};

// The result beside the best one and the one that was to beat, and the way to pass the deal on.
export const tell = (practice, total, isLower, words, fill, figure) => {
  const isBetter = (one, other) => isLower ? one < other : one > other, BEST = `best ${practice.game}`, best = kept(BEST);
  const isBest = best === null || isBetter(total, Number(best));
  const said = toBeat ? fill(words[isBetter(total, toBeat) ? "beaten" : "to_beat"], { result: figure(toBeat) })
    : isBest ? best === null ? "" : words.best_now : fill(words.best, { result: figure(Number(best)) });
  if (isBest) keep(BEST, String(total));
  if (practice.day && ofToday() === null) keep(DAYS, JSON.stringify({ ...days(), [`${practice.day} ${name(game)}`]: total }));
  $("after").textContent = said;
  $("share").hidden = !total || mode !== "practice";
  $("share").textContent = fill(words.share, { result: figure(total) });
};

const address = (text) => {
  const [first, ...options] = text.split(" ");
  return [`game=${first}`, ...options].join("&");
};

// A link to the same deal, with what is to beat.
export const link = ({ game: text, deal: number }, beat) => {
  const query = address(text).replace(/^game=rush&|&limit=300(?=&|$)/g, "").replace("limit=none", "clock=no");
  return `${new URL(play, location.href)}?${query}&deal=${number}${beat}`;
};

const download = (text, called) => {
  const file = document.createElement("a");
  file.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  file.download = called;
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 10000);
};
export const record = (text, number) => download(text, `${name(game)}-${number}.patience`);

// Days and best results as a file, for another browser; of what both have, what is here stays.
const allKept = () => tried(() => Object.keys(localStorage)) ?? [];
const saveDays = () => {
  const best = Object.fromEntries(allKept().filter((each) => each.startsWith("best ")).map((each) => [each.slice(5), Number(kept(each))]));
  download(JSON.stringify({ days: days(), best }, null, 1), "patience-days.json");
};
const addDays = (text) => {
  const found = parsed(text), own = days(), isFit = (shape) => ([key, total]) => shape.test(key) && Number.isSafeInteger(total) && total >= 0;
  const added = Object.entries(found?.days ?? {}).filter(isFit(/^\d{4}-\d\d-\d\d [a-z0-9-]{1,20}$/)).filter(([key]) => own[key] === undefined && key.slice(0, 10) <= today);
  keep(DAYS, JSON.stringify({ ...Object.fromEntries(added), ...own }));
  for (const [key, total] of Object.entries(found?.best ?? {}).filter(isFit(/^[a-z0-9= -]{1,60}$/))) if (kept(`best ${key}`) === null) keep(`best ${key}`, String(total));
  return added.length;
};

// The door: four games with their pictures and options, today's deal, and what was left.
export const door = async (deck, words, fill, language) => {
  const chosen = parsed(kept("options")) ?? {}, count = streak();
  $("save-days").onclick = saveDays;
  $("add-days").onchange = async ({ target: { files: [file] } }) => {
    const added = file ? addDays(await file.text()) : 0;
    await door(deck, words, fill, language);
    $("added").textContent = fill(words.days_added, { count: added });
  };
  $("today").textContent = `${words.today} · ${new Date().toLocaleDateString(language, { day: "numeric", month: "long" })}`;
  $("streak").textContent = count ? fill(words.in_a_row, { count }) : "";
  const month = new Date(), lead = (new Date(month.getFullYear(), month.getMonth(), 1).getDay() + 6) % 7, totals = days(), played = done();
  $("days").replaceChildren(...Array.from({ length: lead + new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate() }, (_, at) => {
    const item = document.createElement("li"), day = at - lead + 1;
    if (day < 1) return item;
    const key = dayOf(new Date(month.getFullYear(), month.getMonth(), day, 12).getTime()), total = totals[`${key} rush`];
    item.textContent = day;
    item.className = played.has(key) ? "played" : key === today ? "now" : "";
    if (total !== undefined) item.title = total;
    return item;
  }));
  $("daily").onclick = () => location.assign(`${daily}?language=${language}`);
  for (const panel of document.querySelectorAll("#door .game")) {
    const begin = panel.querySelector("[data-game]"), { game: which } = begin.dataset, selects = [...panel.querySelectorAll("select")];
    const before = parsed(kept(`game ${which}`));
    if (before?.entries?.length) begin.textContent = words.continue;
    const tellBest = () => {
      const found = allKept().find((each) => each.startsWith(`best ${which}`) && selects.every(({ name: option, value }) => `${each} `.includes(` ${option}=${value} `)));
      panel.querySelector(".best").textContent = found ? fill(words.best, { result: Number(kept(found)).toLocaleString(language) }) : "";
    };
    for (const select of selects) {
      const was = new RegExp(`${select.name}=(\\w+)`).exec(before?.game ?? "")?.[1] ?? chosen[which]?.[select.name];
      if ([...select.options].some((each) => each.value === was)) select.value = was;
      select.onchange = () => {
        begin.textContent = words.play;
        tellBest();
      };
    }
    tellBest();
    begin.onclick = () => {
      const options = Object.fromEntries(selects.map((each) => [each.name, each.value]));
      keep("options", JSON.stringify({ ...chosen, [which]: options }));
      location.assign(`${play}?${address([which, ...Object.entries(options).map((each) => each.join("="))].join(" "))}&language=${language}`);
    };
  }
  await deck.fit(84, false);
  for (const picture of document.querySelectorAll("#door [data-cards]")) {
    picture.replaceChildren(...picture.dataset.cards.split(" ").map((card) => {
      const canvas = document.createElement("canvas");
      deck.draw(canvas, card);
      return canvas;
    }));
  }
};
