// The idea of the game in twenty seconds, for who waits for a first round; it can be skipped, and comes once.
import { keep, kept } from "./kept.js";

const EACH_MS = 5000, box = document.getElementById("idea"), steps = [...box.querySelectorAll("li")];
let at = -1, next = 0;
const fans = async (deck) => {
  await deck.fit(52, false);
  for (const fan of box.querySelectorAll(".fan")) {
    fan.replaceChildren(...fan.dataset.cards.split(" ").map((card) => {
      const canvas = document.createElement("canvas");
      deck.draw(canvas, card === "??" ? "" : card);
      return canvas;
    }));
  }
};
export const skip = () => {
  clearTimeout(next);
  box.hidden = true;
  keep("idea", "seen");
};
const step = () => {
  at += 1;
  if (at === steps.length) return skip();
  steps.forEach((each, place) => { each.hidden = place !== at; });
  next = setTimeout(step, EACH_MS);
};
export const begin = (deck) => {
  if (at >= 0 || kept("idea")) return;
  fans(deck);
  box.hidden = false;
  step();
};
