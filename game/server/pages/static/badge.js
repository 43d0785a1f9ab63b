// Badges beside names, a colour and initials, as game/tournament/player.py gives them: of all names known, no two alike.

const COLOURS = 12;
const first = (word) => /^.\p{M}*/su.exec(word)[0];
const capital = (sign) => sign.toUpperCase().length === sign.length ? sign.toUpperCase() : sign;

const initials = (name) => {
  const words = name.normalize("NFC").trim().split(/\s+/).filter(Boolean).map(first), plain = words.filter((each) => /^[\p{L}\p{N}]/u.test(each));
  const letters = plain.length ? plain : words, one = letters[0] ?? "", last = letters[letters.length - 1];
  const isCased = one.toUpperCase() !== one.toLowerCase();
  return isCased && letters.length > 1 ? capital(one) + capital(last) : capital(one);
};

const crc32 = (text) => {
  let sum = -1;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum >>> 1 ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
};

// The colour and the letters of each name, in whatever order names come.
export const badges = (names) => {
  const found = new Map(), taken = new Set(), points = (text) => [...text].map((each) => each.codePointAt(0));
  const order = (one, other) => {
    const [a, b] = [points(one), points(other)], at = a.findIndex((each, place) => each !== b[place]);
    return at < 0 ? a.length - b.length : b[at] === undefined ? 1 : a[at] - b[at];
  };
  for (const name of [...new Set(names)].sort(order)) {
    const own = crc32(name) % COLOURS, wishes = [];
    for (const letters of new Set([initials(name), [...name.normalize("NFC")].slice(0, 2).join("").trim()])) {
      for (let step = 0; step < COLOURS; step++) wishes.push([(own + step) % COLOURS, letters]);
    }
    let wish = wishes.find((each) => !taken.has(each.join()));
    for (let number = 1; !wish; number++) if (![...taken].some((each) => each.endsWith(`,${number}`))) wish = [own, String(number)];
    taken.add(wish.join());
    found.set(name, wish);
  }
  return found;
};

// The badge of a name as an element, before the name itself.
export const badge = (name, of) => {
  const [colour, letters] = of.get(name) ?? badges([name]).get(name), found = document.createElement("span");
  found.className = `badge colour${colour}`;
  found.setAttribute("aria-hidden", "true");
  found.textContent = letters;
  return found;
};
