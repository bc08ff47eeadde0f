function sieve(limit) {
  const composite = new Uint8Array(limit + 1);
  let count = 0;
  for (let n = 2; n <= limit; n++) {
    if (composite[n]) continue;
    count++;
    for (let multiple = n * n; multiple <= limit; multiple += n) composite[multiple] = 1;
  }
  return count;
}

const bytes = Uint8Array.from({ length: 1000 }, (_, k) => (k * 37) % 256);

/** In two halves, of 8 and of 32 bits: JavaScript's bit operations know no more. */
function crc40(data) {
  let high = 0;
  let low = 0;
  for (const byte of data) {
    high ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      const top = high & 0x80;
      high = ((high << 1) | (low >>> 31)) & 0xff;
      low <<= 1;
      if (top) low ^= 0x4820009;
    }
  }
  return high * 2 ** 32 + (low >>> 0);
}

function fnv(text) {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 16777619);
  return hash >>> 0;
}

function fnvs() {
  let sum = 0;
  for (let k = 0; k < 100; k++) {
    sum = (sum >>> 1) ^ fnv("the quick brown fox jumps over the lazy dog");
    sum = (sum >>> 1) ^ fnv("how vexingly quick daft zebras jump");
  }
  return sum >>> 0;
}

function xorshift(given) {
  let state = given;
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state >>> 0;
}

function xorshifts() {
  let state = 2463534242;
  for (let k = 0; k < 10000; k++) state = xorshift(state);
  return state;
}

function bitsIn(given) {
  let word = given;
  let count = 0;
  while (word !== 0) {
    word &= word - 1;
    count++;
  }
  return count;
}

function popcount() {
  let sum = 0;
  for (let k = 0; k < 2000; k++) sum += bitsIn(k * 7919);
  return sum;
}

function bitCount(given) {
  let word = given;
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return Math.imul((word + (word >>> 4)) & 0xf0f0f0f, 0x1010101) >>> 24;
}

function logcount() {
  let sum = 0;
  for (let k = 0; k < 5000; k++) sum += bitCount(k) + (32 - Math.clz32(k)) + ((k >> 3) & 15);
  return sum;
}

function collatzLength(start) {
  let n = start;
  let length = 1;
  while (n !== 1) {
    n = n % 2 === 0 ? n / 2 : 3 * n + 1;
    length++;
  }
  return length;
}

function collatz() {
  let longest = 0;
  for (let n = 1; n <= 1000; n++) longest = Math.max(longest, collatzLength(n));
  return longest;
}

function commonDivisor(first, second) {
  let a = first;
  let b = second;
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

function gcds() {
  let sum = 0;
  for (let a = 1; a <= 60; a++) for (let b = 1; b <= 60; b++) sum += commonDivisor(a, b);
  return sum;
}

function blend(a, b) {
  const mean = (place) => (((a >> place) & 255) + ((b >> place) & 255)) >> 1;
  return (mean(16) << 16) | (mean(8) << 8) | mean(0);
}

function pixels() {
  let colour = 0;
  for (let k = 0; k < 5000; k++) colour = blend(colour, (k * 2654435) & 0xffffff);
  return colour;
}

export const integers = {
  sieve: () => sieve(20000),
  "crc-40": () => crc40(bytes),
  fnv: fnvs,
  xorshift: xorshifts,
  popcount,
  logcount,
  "typed-collatz": collatz,
  "typed-gcd": gcds,
  pixels,
};
