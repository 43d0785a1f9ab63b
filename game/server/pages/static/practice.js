// What only practice has: the deal that an address asks for, one for somebody else, and the record as a file.
// Knows addresses; must not know the table.

const asked = new URLSearchParams(location.search), linked = Number(asked.get("deal") ?? NaN);
const $ = (id) => document.getElementById(id);

export const isLinked = asked.has("deal");

// The day as the player's own calendar has it, like the window's.
export const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10);

// What is asked for where nothing was played yet.
export const wanted = (mode) => ({
  game: `rush draw=${asked.get("draw") === "1" ? 1 : 3} limit=${asked.get("clock") === "no" ? "none" : 300}`,
  deal: Number.isSafeInteger(linked) && linked >= 0 ? linked : null,
  entries: [],
  day: mode === "daily" ? today : "",
});

// The result beside the one that was to beat, and the way to pass the deal on.
export const tell = (total, words, fill, figure) => {
  const beat = Number(asked.get("beat")) || 0;
  $("after").textContent = beat ? fill(words[total > beat ? "beaten" : "to_beat"], { result: figure(beat) }) : "";
  $("share").hidden = !total || document.body.dataset.mode !== "practice";
  $("share").textContent = fill(words.share, { result: figure(total) });
};

// A link to the same deal.
export const link = ({ game, deal }, total) => {
  const [, draw, limit] = /draw=(\d) limit=(\w+)/.exec(game);
  return `${location.origin}/play?draw=${draw}${limit === "none" ? "&clock=no" : ""}&deal=${deal}&beat=${total}`;
};

export const save = (text, deal) => {
  const file = document.createElement("a");
  file.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  file.download = `rush-${deal}.patience`;
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 10000);
};
