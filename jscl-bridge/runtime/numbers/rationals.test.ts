import { expect, test, vi } from "vitest";

vi.mock("../signals.js", () => ({
  sym: (name: string) => name,
  list: (...items: unknown[]) => items,
  lispError: (type: string) => {
    throw new Error(type);
  },
}));

const { addRationals, divideRationals, makeRational, multiplyRationals, subtractRationals } = await import(
  "./rationals.js"
);
const { Ratio, integer } = await import("./types.js");

type Rational = Parameters<typeof addRationals>[0];

const PARTS = [0, 1, 2, 3, -4, 6, 7, -10, 12, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), 3 * 2 ** 40, 2 ** 53 - 1].map(
  BigInt,
);
const LONG = [2n ** 64n, -(3n ** 50n), 6n ** 40n];

function fraction(x: Rational): [bigint, bigint] {
  return x instanceof Ratio ? [BigInt(x.num), BigInt(x.den)] : [BigInt(x), 1n];
}

/** In lowest terms by BigInts alone. */
function expected(num: bigint, den: bigint): [bigint, bigint] {
  let [a, b] = [num < 0n ? -num : num, den < 0n ? -den : den];
  while (b !== 0n) [a, b] = [b, a % b];
  return den < 0n ? [-num / a, -den / a] : [num / a, den / a];
}

test("sums, products and quotients are in lowest terms, however long their parts are", () => {
  const numbers = [...PARTS, ...LONG].flatMap((num) =>
    [...PARTS, ...LONG].filter((den) => den > 0n).map((den) => makeRational(integer(num), integer(den))),
  );
  for (const [i, a] of numbers.entries()) {
    for (let j = i % 7; j < numbers.length; j += 7) {
      const b = numbers[j] as Rational;
      const [[na, da], [nb, db]] = [fraction(a), fraction(b)];
      expect(fraction(addRationals(a, b))).toEqual(expected(na * db + nb * da, da * db));
      expect(fraction(subtractRationals(a, b))).toEqual(expected(na * db - nb * da, da * db));
      expect(fraction(multiplyRationals(a, b))).toEqual(expected(na * nb, da * db));
      if (nb !== 0n) expect(fraction(divideRationals(a, b))).toEqual(expected(na * db, da * nb));
    }
  }
});
