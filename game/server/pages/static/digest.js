// SHA-256 (FIPS 180-4): in a living room the page comes by plain http, where browsers have none.

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const part = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const FIRST = primes.slice(0, 8).map((p) => part(Math.sqrt(p)));
const ROUND = primes.map((p) => part(Math.cbrt(p)));
const turn = (x, n) => (x >>> n) | (x << (32 - n));

// The digest of a text in UTF-8, 64 hexadecimal digits.
export const sha256 = (text) => {
  const bytes = new TextEncoder().encode(text), blocks = ((bytes.length + 8) >> 6) + 1;
  const data = new DataView(new ArrayBuffer(64 * blocks)), sum = [...FIRST], word = new Int32Array(64);
  bytes.forEach((each, at) => data.setUint8(at, each));
  data.setUint8(bytes.length, 0x80);
  data.setUint32(64 * blocks - 4, bytes.length * 8);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) word[i] = data.getInt32(64 * block + 4 * i);
      else {
        const s0 = turn(word[i - 15], 7) ^ turn(word[i - 15], 18) ^ (word[i - 15] >>> 3);
        const s1 = turn(word[i - 2], 17) ^ turn(word[i - 2], 19) ^ (word[i - 2] >>> 10);
        word[i] = (word[i - 16] + s0 + word[i - 7] + s1) | 0;
      }
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + word[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((each, at) => { sum[at] = (sum[at] + each) | 0; });
  }
  return sum.map((each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
};
