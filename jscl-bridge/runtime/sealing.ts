/**
 * Seals of texts: HMAC (RFC 2104) over SHA-256 (FIPS 180-4). The platform's own would answer later, and LOAD
 * has to know now.
 */

import { fillWithRandom } from "./platform.js";
import { spend } from "./stack/safepoints.js";
import { utf8Bytes } from "./utf8.js";

const BLOCK = 64;

/** The first bits of the fractional parts of the roots of the first primes. */
function rootBits(count: number, root: (x: number) => number): Uint32Array {
  const words = new Uint32Array(count);
  let found = 0;
  for (let n = 2; found < count; n++) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false;
    if (isPrime) words[found++] = (root(n) % 1) * 2 ** 32;
  }
  return words;
}

let constants: { readonly start: Uint32Array; readonly rounds: Uint32Array } | null = null;

const rotated = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

function compress(state: Uint32Array, words: Uint32Array, rounds: Uint32Array): void {
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15] as number;
    const y = words[i - 2] as number;
    const s0 = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
    const s1 = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10);
    words[i] = (words[i - 16] as number) + s0 + (words[i - 7] as number) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (rounds[i] as number) + (words[i] as number)) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  for (const [i, x] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + x;
}

/** The digest of some bytes that follow on each other. */
function sha256(parts: readonly Uint8Array[]): Uint8Array {
  constants ??= { start: rootBits(8, Math.sqrt), rounds: rootBits(64, Math.cbrt) };
  const { start, rounds } = constants;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  bytes[at] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(bytes.length - 4, length * 8);
  const state = start.slice();
  const words = new Uint32Array(64);
  for (let block = 0; block < bytes.length; block += BLOCK) {
    spend(1);
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + 4 * i);
    compress(state, words, rounds);
  }
  const digest = new Uint8Array(32);
  const written = new DataView(digest.buffer);
  for (const [i, word] of state.entries()) written.setUint32(4 * i, word);
  return digest;
}

/** The digest of a text's bytes, in hexadecimal digits. */
export function sha256Text(text: string): string {
  return digitsOf(sha256([utf8Bytes(text)]));
}

function digitsOf(digest: Uint8Array): string {
  let digits = "";
  for (const byte of digest) digits += byte.toString(16).padStart(2, "0");
  return digits;
}

/** Seals texts with a key that nothing else knows. */
export class Seal {
  readonly #inner = new Uint8Array(BLOCK).fill(0x36);
  readonly #outer = new Uint8Array(BLOCK).fill(0x5c);
  /** Texts by what was given out for them in the place of a seal. */
  readonly #vouched = new Map<string, string>();

  constructor(key: Uint8Array = fillWithRandom(new Uint8Array(32))) {
    for (const [i, byte] of key.entries()) {
      this.#inner[i] = byte ^ 0x36;
      this.#outer[i] = byte ^ 0x5c;
    }
  }

  /** The seal of a text, in hexadecimal digits. */
  of(text: string): string {
    return digitsOf(sha256([this.#outer, sha256([this.#inner, utf8Bytes(text)])]));
  }

  /**
   * What holds for a text as its seal does, without a look at each byte: digits that nobody can guess. The
   * text is remembered.
   */
  vouch(text: string): string {
    const digits = digitsOf(fillWithRandom(new Uint8Array(32)));
    this.#vouched.set(digits, text);
    return digits;
  }

  /** Whether this is the seal of a text; how long that takes tells nothing of it. */
  holds(seal: string, text: string): boolean {
    if (this.#vouched.get(seal) === text) return true;
    const right = this.of(text);
    let difference = seal.length ^ right.length;
    for (let i = 0; i < right.length; i++) difference |= right.charCodeAt(i) ^ seal.charCodeAt(i);
    return difference === 0;
  }
}
