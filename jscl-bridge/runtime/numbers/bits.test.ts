import { describe, expect, test, vi } from "vitest";

vi.mock("../signals.js", () => ({
  sym: (name: string) => name,
  list: (...items: unknown[]) => items,
  lispError: (type: string) => {
    throw new Error(type);
  },
}));

const N = await import("../numbers.js");
const { absInteger, gcdIntegers, remainderOfIntegers, truncateIntegers } = await import("./integers.js");

/**
 * Integers around the places where another representation or another way of computing begins, and some
 * between them.
 */
function samples(count: number): bigint[] {
  const edges = [0, 1, 8, 30, 31, 32, 33, 40, 51, 52, 53, 54, 61, 62, 63, 64, 65, 100, 1100, 4096];
  const found: bigint[] = [];
  for (const edge of edges) {
    for (let offset = -2n; offset <= 2n; offset++) found.push(2n ** BigInt(edge) + offset);
  }
  for (let i = found.length; i < count; i++) found.push(scattered(i, Number(scattered(i, 7) % 70n)));
  return found.flatMap((x) => [x, -x]);
}

/** A number of at most `bits` bits that looks random; the same one for the same seed. */
function scattered(seed: number, bits: number): bigint {
  let x = BigInt(seed) * 0x9e3779b97f4a7c15n;
  x = BigInt.asUintN(64, (x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
  x = BigInt.asUintN(64, (x ^ (x >> 27n)) * 0x94d049bb133111ebn);
  return BigInt.asUintN(bits, x ^ (x >> 31n));
}

const numbers = samples(160);

/** Expects that a function of two integers answers what one of BigInts does, represented as it must be. */
function agree(
  name: string,
  f: (x: unknown, y: unknown) => unknown,
  model: (x: bigint, y: bigint) => bigint,
  seconds: readonly bigint[] = numbers,
): void {
  const wrong: string[] = [];
  for (const x of numbers) {
    for (const y of seconds) {
      const expected = N.integer(model(x, y));
      const actual = f(N.integer(x), N.integer(y));
      if (!Object.is(actual, expected)) wrong.push(`(${name} ${x} ${y}) => ${actual}, not ${expected}`);
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
}

const notZero = numbers.filter((y) => y !== 0n);

describe("two integers", () => {
  test.each<[string, (x: unknown, y: unknown) => unknown, (x: bigint, y: bigint) => bigint]>([
    ["LOGAND", N.logand, (x, y) => x & y],
    ["LOGIOR", N.logior, (x, y) => x | y],
    ["LOGXOR", N.logxor, (x, y) => x ^ y],
    ["LOGEQV", N.logeqv, (x, y) => ~(x ^ y)],
    ["LOGNAND", N.lognand, (x, y) => ~(x & y)],
    ["LOGNOR", N.lognor, (x, y) => ~(x | y)],
    ["LOGANDC1", N.logandc1, (x, y) => ~x & y],
    ["LOGANDC2", N.logandc2, (x, y) => x & ~y],
    ["LOGORC1", N.logorc1, (x, y) => ~x | y],
    ["LOGORC2", N.logorc2, (x, y) => x | ~y],
    ["+", N.add, (x, y) => x + y],
    ["-", N.sub, (x, y) => x - y],
    ["*", N.mul, (x, y) => x * y],
  ])("%s", (name, f, model) => {
    agree(name, f, model);
  });

  test.each<[string, (x: unknown, y: unknown) => unknown, (x: bigint, y: bigint) => bigint]>([
    ["MOD", N.mod, (x, y) => x - y * floorOf(x, y)],
    ["REM", N.rem, (x, y) => x % y],
    ["FLOOR", (x, y) => N.floor(x, y)[0], floorOf],
    ["TRUNCATE", (x, y) => N.truncate(x, y)[0], (x, y) => x / y],
    ["TRUNCATE, the rest", (x, y) => truncateIntegers(x as number, y as number)[1], (x, y) => x % y],
    ["the remainder", (x, y) => remainderOfIntegers(x as number, y as number), (x, y) => x % y],
  ])("%s", (name, f, model) => {
    agree(name, f, model, notZero);
  });

  test("GCD", () => {
    const few = numbers.filter((_, i) => i % 7 === 0);
    agree("GCD", N.gcd, divisorOf, few);
    expect(gcdIntegers(0, -12)).toBe(12);
    expect(absInteger(-(2 ** 53 - 1))).toBe(2 ** 53 - 1);
  });

  test("comparisons", () => {
    agree(
      "<",
      (x, y) => (N.lt(x, y) ? 1 : 0),
      (x, y) => (x < y ? 1n : 0n),
    );
    agree(
      ">=",
      (x, y) => (N.ge(x, y) ? 1 : 0),
      (x, y) => (x >= y ? 1n : 0n),
    );
    agree(
      "=",
      (x, y) => (N.numEq(x, y) ? 1 : 0),
      (x, y) => (x === y ? 1n : 0n),
    );
  });
});

function floorOf(x: bigint, y: bigint): bigint {
  const quotient = x / y;
  return x % y !== 0n && x < 0n !== y < 0n ? quotient - 1n : quotient;
}

function divisorOf(x: bigint, y: bigint): bigint {
  let [a, b] = [x < 0n ? -x : x, y < 0n ? -y : y];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

describe("bits of one integer", () => {
  const counts = Array.from({ length: 141 }, (_, i) => BigInt(i - 70));
  const sizes = [0n, 1n, 8n, 20n, 31n, 32n, 33n, 40n, 52n, 53n, 54n, 64n, 70n];
  const positions = [0n, 1n, 7n, 20n, 31n, 32n, 33n, 45n, 52n, 53n, 54n, 64n, 70n];

  test("ASH", () => {
    agree("ASH", N.ash, (x, count) => (count < 0n ? x >> -count : x << count), counts);
  });

  test("LOGBITP", () => {
    const indices = [...counts.filter((i) => i >= 0n), 1000n, 1099n, 1100n, 4097n, 2n ** 70n];
    agree(
      "LOGBITP",
      (x, i) => (N.logbitp(i, x) ? 1 : 0),
      (x, i) => (i > 5000n ? (x < 0n ? 1n : 0n) : (x >> i) & 1n),
      indices,
    );
  });

  test("LOGNOT, LOGCOUNT and INTEGER-LENGTH", () => {
    const ones = (x: bigint): number => (x < 0n ? ~x : x).toString(2).replaceAll("0", "").length;
    const length = (x: bigint): number => (x < 0n ? ~x : x).toString(2).replace(/^0$/, "").length;
    agree("LOGNOT", N.lognot, (x) => ~x, [0n]);
    agree("LOGCOUNT", N.logcount, (x) => BigInt(ones(x)), [0n]);
    agree("INTEGER-LENGTH", N.integerLength, (x) => BigInt(length(x)), [0n]);
    const long = N.integer(2n ** 200_001n - 1n);
    expect(N.integerLength(long)).toBe(200_001);
    expect(N.integerLength(N.lognot(long))).toBe(200_001);
    expect(N.logcount(long)).toBe(200_001);
  });

  test.each(sizes)("LDB and MASK-FIELD of %s bits", (size) => {
    const ones = (1n << size) - 1n;
    const s = N.integer(size);
    agree(
      "LDB",
      (x, at) => N.ldb(s, at, x),
      (x, at) => (x >> at) & ones,
      positions,
    );
    agree(
      "MASK-FIELD",
      (x, at) => N.maskField(s, at, x),
      (x, at) => x & (ones << at),
      positions,
    );
  });

  test.each(sizes)("DPB and DEPOSIT-FIELD of %s bits", (size) => {
    const ones = (1n << size) - 1n;
    const s = N.integer(size);
    for (const value of [-1n, -(2n ** 40n) + 5n, 2n ** 62n + 12345n]) {
      const v = N.integer(value);
      agree(
        "DPB",
        (x, at) => N.dpb(v, s, at, x),
        (x, at) => (x & ~(ones << at)) | ((value & ones) << at),
        positions,
      );
      agree(
        "DEPOSIT-FIELD",
        (x, at) => N.depositField(v, s, at, x),
        (x, at) => (x & ~(ones << at)) | (value & (ones << at)),
        positions,
      );
    }
  });

  test("a field that is wider than the number", () => {
    expect(N.ldb(10 ** 9, 0, 5)).toBe(5);
    expect(N.ldb(N.integer(10n ** 30n), 1, 5)).toBe(2);
    expect(N.ldb(8, N.integer(10n ** 30n), -5)).toBe(255);
  });
});
