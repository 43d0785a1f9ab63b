// A square code (QR, ISO/IEC 18004) of up to 230 bytes: for an address that is carried to another device.

const KINDS = [[7, 78, 20, 22, 0x07c94], [8, 97, 24, 24, 0x085bc], [9, 116, 30, 26, 0x09a99]]; // two blocks each, level L
const FORMAT = 0b111011111000100, POWERS = [], LOGS = [];
for (let at = 0, value = 1; at < 255; at++) {
  [POWERS[at], LOGS[value]] = [value, at];
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}
const times = (a, b) => a && b ? POWERS[(LOGS[a] + LOGS[b]) % 255] : 0;

const checked = (data, count) => {
  let divisor = [1];
  for (let at = 0; at < count; at++) {
    divisor = [...divisor, 0].map((each, place) => each ^ times(divisor[place - 1] ?? 0, POWERS[at]));
  }
  const rest = [...data, ...Array(count).fill(0)];
  data.forEach((_, at) => {
    const lead = rest[at];
    divisor.forEach((each, place) => { rest[at + place] ^= times(each, lead); });
  });
  return rest.slice(data.length);
};

// The rows of a code, true where it is dark; null for a text that is too long.
export const square = (text) => {
  const bytes = [...new TextEncoder().encode(text)], kind = KINDS.find((each) => bytes.length + 2 <= 2 * each[1]);
  if (!kind) return null;
  const [version, size, checks, step, info] = kind, width = 17 + 4 * version;
  const halves = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((each) => [each >> 4, each & 15]), 0], data = [];
  for (let at = 0; at < halves.length; at += 2) data.push(halves[at] << 4 | halves[at + 1]);
  for (let pad = 0xec; data.length < 2 * size; pad ^= 0xfd) data.push(pad);
  const blocks = [data.slice(0, size), data.slice(size)], ends = blocks.map((each) => checked(each, checks));
  const words = [blocks, ends].flatMap((of) => of[0].flatMap((each, at) => [each, of[1][at]]));
  const rows = Array.from({ length: width }, () => Array(width).fill(null));
  const put = (row, column, isDark) => { if (rows[row]?.[column] !== undefined) rows[row][column] = Boolean(isDark); };
  const ring = (row, column, reach, isDark) => {
    for (let y = -reach; y <= reach; y++) for (let x = -reach; x <= reach; x++) put(row + y, column + x, isDark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (const [row, column] of [[3, 3], [3, width - 4], [width - 4, 3]]) ring(row, column, 4, (far) => far !== 2 && far !== 4);
  const places = [6, step, 2 * step - 6];
  for (const row of places) {
    for (const column of places) {
      const isCorner = row + column === 12 || (row === 6 && column === places[2]) || (column === 6 && row === places[2]);
      if (!isCorner) ring(row, column, 2, (far) => far !== 1);
    }
  }
  for (let at = 8; at < width - 8; at++) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  for (let at = 0; at < 15; at++) {
    const bit = FORMAT >> at & 1, near = at < 6 ? at : at < 8 ? at + 1 : 0;
    if (at < 8) {
      put(near, 8, bit);
      put(8, width - 1 - at, bit);
    } else {
      put(8, at === 8 ? 7 : 14 - at, bit);
      put(width - 15 + at, 8, bit);
    }
  }
  put(width - 8, 8, true);
  for (let at = 0; at < 18; at++) {
    const row = Math.floor(at / 3), column = width - 11 + at % 3, bit = info >> at & 1;
    put(row, column, bit);
    put(column, row, bit);
  }
  const bits = words.flatMap((each) => [7, 6, 5, 4, 3, 2, 1, 0].map((at) => each >> at & 1));
  let next = 0;
  for (let right = width - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right--;
    for (let at = 0; at < width; at++) {
      const row = isUp ? width - 1 - at : at;
      for (const column of [right, right - 1]) {
        if (rows[row][column] === null) rows[row][column] = Boolean(bits[next++]) !== ((row + column) % 2 === 0);
      }
    }
  }
  return rows;
};

// Draws the code of a text; without one where it is too long.
export const draw = (canvas, text) => {
  const rows = square(text), edge = 4, one = 4;
  canvas.hidden = !rows;
  if (!rows) return;
  canvas.width = canvas.height = (rows.length + 2 * edge) * one;
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.width);
  context.fillStyle = "#000";
  rows.forEach((row, y) => row.forEach((isDark, x) => isDark && context.fillRect((x + edge) * one, (y + edge) * one, one, one)));
};
