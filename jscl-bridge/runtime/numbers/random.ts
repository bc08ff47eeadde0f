import { makeString } from "../marshal.js";
import { safepoint } from "../safepoints.js";
import { lispError, list, sym } from "../signals.js";
import { integerLength } from "./integers.js";
import { DoubleFloat, floatValue, integer, isFloat, isInteger, type LispReal, single } from "./types.js";

/** RANDOM with a seedable generator, so that *random-state* can be copied and made anew. */

/** The state of a xoshiro128** generator. */
export class RandomState {
  readonly words: Uint32Array;

  constructor(words: Uint32Array) {
    this.words = words;
  }

  copy(): RandomState {
    return new RandomState(this.words.slice());
  }

  /** The next 32 bits, as an unsigned number. */
  next(): number {
    const s = this.words as unknown as [number, number, number, number];
    const result = Math.imul(rotate(Math.imul(s[1], 5), 7), 9) >>> 0;
    const shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 11);
    return result;
  }
}

function rotate(x: number, count: number): number {
  return (x << count) | (x >>> (32 - count));
}

/** A generator started from a number; the same number gives the same sequence. */
export function seededRandomState(seed: number): RandomState {
  const words = new Uint32Array(4);
  let state = seed >>> 0;
  for (let i = 0; i < 4; i++) {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    words[i] = mixed ^ (mixed >>> 15);
  }
  return new RandomState(words);
}

/** A number at random from 0 (included) to `limit` (excluded), of the limit's type. Signals SIMPLE-TYPE-ERROR for a limit that is not positive. */
export function random(limit: unknown, state: RandomState): LispReal {
  if (isInteger(limit) && limit > 0) return randomInteger(BigInt(limit), state);
  if (isFloat(limit) && floatValue(limit) > 0) {
    const size = floatValue(limit);
    if (limit instanceof DoubleFloat) {
      return new DoubleFloat((((state.next() >>> 5) * 0x4000000 + (state.next() >>> 6)) / 2 ** 53) * size);
    }
    const value = Math.fround(((state.next() >>> 8) / 2 ** 24) * size);
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

/** Drawing again what falls beyond the limit keeps all values equally likely. */
function randomInteger(limit: bigint, state: RandomState): LispReal {
  const bits = integerLength(limit - 1n);
  if (bits <= 32) {
    const top = Number(limit);
    for (;;) {
      const value = bits === 0 ? 0 : state.next() >>> (32 - bits);
      if (value < top) return value;
    }
  }
  for (;;) {
    const words: string[] = [];
    for (let drawn = 0; drawn < bits; drawn += 32) {
      safepoint();
      words.push(state.next().toString(16).padStart(8, "0"));
    }
    const value = BigInt(`0x${words.join("")}`) >> BigInt(Math.ceil(bits / 32) * 32 - bits);
    if (value < limit) return integer(value);
  }
}

function positiveType(): unknown {
  return list(sym("OR"), list(sym("INTEGER"), 1), list(sym("FLOAT"), list(0)));
}
