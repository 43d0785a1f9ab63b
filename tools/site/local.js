// The line to the game's own Python in a worker of this page, where there is no server: it has the face of line.js.

import { keep, kept, parsed } from "./kept.js";

const OPENING = "opening", TRIES = 3, LATE_MS = 800;

export class Line {
  constructor(first, heard, stands) {
    Object.assign(this, { first, heard, stands, isOpen: false, isOver: false, tries: 0, at: null });
    setTimeout(() => this.isOpen || stands(false), LATE_MS);
    heard(this.opening(first()));
    this.open();
  }

  get now() { return Date.now(); }

  set() { /* there is one clock */ }

  // What lies there until the first answer: the table as it was left, else the deck face down.
  opening({ game, deal, day, entries }) {
    const { openings } = JSON.parse(document.getElementById("words").textContent), left = parsed(kept(OPENING));
    const { layout, table } = Object.entries(openings).find(([name]) => `${game} `.startsWith(`${name} `))[1];
    const isIt = left && left.game === game && left.deal === deal && left.day === day && left.table.number === entries.length + 1;
    return { kind: "opening", layout, table: isIt ? left.table : table };
  }

  open() {
    const { files, runtime, language } = document.body.dataset;
    this.worker = new Worker(`${files}worker.js`);
    this.worker.postMessage({ runtime: new URL(runtime, location.href).href, language, isPlain: this.tries > 0 });
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = () => this.lost();
  }

  take(texts) {
    if (!texts) {
      this.lost();
      return;
    }
    if (!this.isOpen) {
      this.isOpen = true;
      this.stands(true);
      this.say(this.first());
      return;
    }
    for (const text of texts) {
      const told = JSON.parse(text);
      if (told.kind === "practice") this.at = { game: told.game, deal: told.deal, day: told.day };
      if (told.kind === "table") keep(OPENING, told.ending ? null : JSON.stringify({ ...this.at, table: told }));
      this.heard(told);
      if (told.kind === "table") dispatchEvent(new Event("dealt"));
    }
  }

  // The worker has died, or never came: another one goes on from what the page keeps.
  lost() {
    this.worker.terminate();
    this.isOpen = false;
    this.stands(false);
    if (this.tries++ < TRIES) this.open();
    else document.getElementById("old").hidden = false;
  }

  say(message) {
    if (this.isOpen) this.worker.postMessage(JSON.stringify(message));
    return this.isOpen;
  }
}
