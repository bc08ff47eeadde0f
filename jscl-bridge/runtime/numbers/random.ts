import { makeString } from "../objects/vectors.js";
import { lispError, list, sym } from "../signals.js";
import { safepoint } from "../stack/safepoints.js";
import { lengthOfNumber, SAFE_BITS, WORD } from "./halves.js";
import { integerLength } from "./integers.js";
import { DoubleFloat, floatValue, integer, isFloat, isInteger, type LispReal, single } from "./types.js";

/**
 * RANDOM by a generator that can be seeded, so that *RANDOM-STATE* can be copied and seeded again:
 * xoshiro128** of Blackman and Vigna, of 32 bits at a time and a period of 2^128 - 1. Integers are equally
 * likely: a draw beyond the limit is repeated.
 */

/** The state of a generator. */
export class RandomState {
  /** How many states were copied so far, which then go on by themselves. */
  static copies = 0;
  readonly words: Int32Array;

  constructor(words: Int32Array) {
    this.words = words;
  }

  copy(): RandomState {
    RandomState.copies++;
    return new RandomState(this.words.slice());
  }

  /** The next 32 bits, as a number of that many bits and a sign. */
  next(): number {
    const s = this.words as unknown as [number, number, number, number];
    const s0 = s[0];
    const s1 = s[1];
    const s2 = s[2] ^ s0;
    const s3 = s[3] ^ s1;
    s[0] = s0 ^ s3;
    s[1] = s1 ^ s2;
    s[2] = s2 ^ (s1 << 9);
    s[3] = rotate(s3, 11);
    return Math.imul(rotate(Math.imul(s1, 5), 7), 9);
  }
}

function rotate(x: number, count: number): number {
  return (x << count) | (x >>> (32 - count));
}

/** A generator started from a number; the same number gives the same sequence. */
export function seededRandomState(seed: number): RandomState {
  const words = new Int32Array(4);
  let state = seed >>> 0;
  for (let i = 0; i < 4; i++) {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    words[i] = mixed ^ (mixed >>> 15);
  }
  return new RandomState(words);
}

const BITS = 128n;

/** The number of which {@link stateOfSeed} makes a generator with that state. */
export function seedOf(words: Int32Array): bigint {
  return words.reduce((seed, word) => (seed << 32n) | BigInt(word >>> 0), 0n);
}

/** A generator started from a number of any size: of one that has up to 128 bits these are its state. */
export function stateOfSeed(seed: bigint): RandomState {
  let bits = seed;
  for (; bits >> BITS > 0n; bits = (bits >> BITS) ^ BigInt.asUintN(Number(BITS), bits)) safepoint();
  if (bits < WORD) return seededRandomState(Number(bits));
  return new RandomState(Int32Array.from([96n, 64n, 32n, 0n], (at) => Number(BigInt.asIntN(32, bits >> at))));
}

/**
 * Floats from 0 (included) to 1 (excluded) that are as far from each other as the greatest of them from 1.
 */
const DOUBLES = 2 ** SAFE_BITS;
const SINGLE_BITS = 24;
const SINGLES = 2 ** SINGLE_BITS;

/**
 * A number at random from 0 (included) to `limit` (excluded), of the limit's type. Signals SIMPLE-TYPE-ERROR
 * for a limit that is not positive.
 */
export function random(limit: unknown, state: RandomState): LispReal {
  if (isInteger(limit) && limit > 0) {
    return typeof limit === "number" ? randomNumber(limit, state) : randomInteger(limit, state);
  }
  if (limit instanceof DoubleFloat && limit.value > 0) {
    const value = (numberOf(SAFE_BITS, state) / DOUBLES) * limit.value;
    return new DoubleFloat(value < limit.value ? value : 0);
  }
  if (isFloat(limit) && floatValue(limit) > 0) {
    const size = floatValue(limit);
    const value = Math.fround((numberOf(SINGLE_BITS, state) / SINGLES) * size);
    return single(value < size ? value : 0);
  }
  return lispError(
    "SIMPLE-TYPE-ERROR",
    "DATUM",
    limit,
    "EXPECTED-TYPE",
    positiveType(),
    "FORMAT-CONTROL",
    makeString("Argument is neither a positive integer nor a positive float: ~S"),
    "FORMAT-ARGUMENTS",
    list(limit),
  );
}

/** A number of `bits` bits, from 1 to 53. */
function numberOf(bits: number, state: RandomState): number {
  if (bits <= 32) return state.next() >>> (32 - bits);
  return (state.next() >>> (64 - bits)) * WORD + (state.next() >>> 0);
}

function randomNumber(limit: number, state: RandomState): number {
  if (limit === 1) return 0;
  const bits = lengthOfNumber(limit - 1);
  for (;;) {
    const value = numberOf(bits, state);
    if (value < limit) return value;
  }
}

function randomInteger(limit: bigint, state: RandomState): LispReal {
  const bits = integerLength(limit - 1n);
  for (;;) {
    const value = bits <= 64 * PAIRS ? bigOf(bits, state) : longOf(bits, state);
    if (value < limit) return integer(value);
  }
}

/** Pairs of words that are joined one by one. */
const PAIRS = 8;
const pairs = new BigUint64Array(PAIRS);
const words = new Int32Array(pairs.buffer);

/** A number of `bits` bits, as many as those pairs have at most. */
function bigOf(bits: number, state: RandomState): bigint {
  const count = Math.ceil(bits / 64);
  for (let i = 0; i < 2 * count; i++) words[i] = state.next();
  let value = 0n;
  for (let i = 0; i < count; i++) value = (value << 64n) | (pairs[i] as bigint);
  return BigInt.asUintN(bits, value);
}

/** A number of any number of bits. */
function longOf(bits: number, state: RandomState): bigint {
  const digits: string[] = [];
  for (let drawn = 0; drawn < bits; drawn += 32) {
    safepoint();
    digits.push((state.next() >>> 0).toString(16).padStart(8, "0"));
  }
  return BigInt.asUintN(bits, BigInt(`0x${digits.join("")}`));
}

function positiveType(): unknown {
  return list(sym("OR"), list(sym("INTEGER"), 1), list(sym("FLOAT"), list(0)));
}
