// Pictures of cards: one sheet of all, drawn once in the size that is needed; and sounds.

const ABREAST = 13, ROWS = 5, SUITS = "CDHS", RANKS = "A23456789TJQK";
const SMALL_PX = 74; // below it pips cannot be told apart: the deck for large print

export class Deck {
  constructor(folder) { Object.assign(this, { folder, sheet: null, name: "", width: 0, height: 0 }); }

  // Has the cards ready in a size, in CSS pixels.
  async fit(width, fourColours) {
    const name = `${width < SMALL_PX ? "large-" : ""}${fourColours ? "four" : "two"}-colour`;
    const ratio = Math.min(3, devicePixelRatio || 1), across = Math.round(width * ratio), high = Math.round(width * 1.4 * ratio);
    if (name === this.name && across === this.width) return;
    if (name !== this.loaded) {
      const image = new Image();
      image.src = `${this.folder}cards-${name}.svg`;
      await image.decode();
      this.image = image;
      this.loaded = name;
    }
    const sheet = document.createElement("canvas");
    sheet.width = across * ABREAST;
    sheet.height = high * ROWS;
    sheet.getContext("2d").drawImage(this.image, 0, 0, sheet.width, sheet.height);
    Object.assign(this, { sheet, name, width: across, height: high });
  }

  // Draws a card, or the back for an empty name.
  draw(canvas, card) {
    if (!this.sheet) return;
    if (canvas.width !== this.width || canvas.height !== this.height) {
      canvas.width = this.width;
      canvas.height = this.height;
    } else canvas.getContext("2d").clearRect(0, 0, this.width, this.height);
    const column = card ? RANKS.indexOf(card[0]) : 0, row = card ? SUITS.indexOf(card[1]) : ROWS - 1;
    canvas.getContext("2d").drawImage(
      this.sheet, column * this.width, row * this.height, this.width, this.height, 0, 0, this.width, this.height);
  }
}

// Sounds are fetched when they are switched on, and heard only then.
export class Sounds {
  constructor(folder) { Object.assign(this, { folder, kept: new Map(), context: null }); }

  on() {
    // eslint-disable-next-line compat/compat -- the older name follows
    this.context ??= new (window.AudioContext ?? window.webkitAudioContext)();
    this.context.resume();
    for (const name of ["pick", "place", "flip", "refuse", "tick", "win", "shuffle"]) this.fetch(name);
  }

  async fetch(name) {
    if (this.kept.has(name)) return;
    this.kept.set(name, null);
    try {
      const answer = await fetch(`${this.folder}${name}.ogg`);
      this.kept.set(name, await this.context.decodeAudioData(await answer.arrayBuffer()));
    } catch {
      this.kept.delete(name); // without it there is silence
    }
  }

  play(name) {
    const data = this.context && this.kept.get(name);
    if (!data) return;
    const source = this.context.createBufferSource();
    source.buffer = data;
    source.connect(this.context.destination);
    source.start();
  }
}
