import { describe, expect, test, vi } from "vitest";

vi.mock("../signals.js", () => ({
  sym: (name: string) => name,
  list: (...items: unknown[]) => items,
  lispError: (type: string) => {
    throw new Error(type);
  },
}));

const N = await import("../numbers.js");

function parsed(token: string, base?: number, format?: "SINGLE-FLOAT" | "DOUBLE-FLOAT"): string {
  const number = N.parseNumber(token, base, format);
  return N.isNumber(number) ? N.printNumber(number) : String(number);
}

describe("tokens", () => {
  test.each([
    ["1 1. +1 -1 007", "1 1 1 -1 7"],
    ["1/2 -4/6 3/3 1/0", "1/2 -2/3 1 division-by-zero"],
    [
      "1.5 .5 -.5 1.5e3 1e5 1.e5 1d0 1s0 1l0 1f0",
      "1.5 0.5 -0.5 1500.0 100000.0 100000.0 1.0d0 1.0 1.0d0 1.0",
    ],
    ["1e50 1d400 1e-60", "float-overflow float-overflow 0.0"],
    ["12345678901234567890 9007199254740993", "12345678901234567890 9007199254740993"],
    ["16777217.0 1.00000017881393432617187499 0.1", "1.6777216e7 1.0000001 0.1"],
    ["+ - . 1/ /2 1/-2 1+ e5 .e5 1.2.3 1e 1e+ a --1 1_0", Array(15).fill("undefined").join(" ")],
  ])("%s", (tokens, expected) => {
    expect(
      tokens
        .split(" ")
        .map((token) => parsed(token))
        .join(" "),
    ).toBe(expected);
  });

  test("a base other than ten", () => {
    expect(parsed("ff", 16)).toBe("255");
    expect(parsed("10.", 16)).toBe("10");
    expect(parsed("1e5", 16)).toBe("485");
    expect(parsed("zz/10", 36)).toBe("1295/36");
    expect(parsed(`1${"0".repeat(40)}`, 3)).toBe(String(3n ** 40n));
    expect(parsed("12", 2)).toBe("undefined");
  });

  test("the default float format", () => {
    expect(N.parseNumber("1.5", 10, "DOUBLE-FLOAT")).toEqual(new N.DoubleFloat(1.5));
    expect(N.parseNumber("1.5f0", 10, "DOUBLE-FLOAT")).toBe(1.5);
  });
});

describe("printing", () => {
  const inf = Number.POSITIVE_INFINITY;
  test.each([
    [5, 2, true, "#b101"],
    [-5, 16, true, "#x-5"],
    [5, 10, true, "5."],
    [new N.Ratio(1, 3), 10, true, "#10r1/3"],
    [new N.Ratio(-10, 3), 7, true, "#7r-13/3"],
    [255n ** 10n, 16, false, (255n ** 10n).toString(16).toUpperCase()],
    [1.5, 2, true, "1.5"],
    [new N.SingleFloat(inf), 10, false, "#.SB-EXT:SINGLE-FLOAT-POSITIVE-INFINITY"],
    [new N.DoubleFloat(-inf), 10, false, "#.SB-EXT:DOUBLE-FLOAT-NEGATIVE-INFINITY"],
    [new N.SingleFloat(Number.NaN), 10, false, "#<SINGLE-FLOAT quiet NaN>"],
    [new N.SingleFloat(-0), 10, false, "-0.0"],
    [new N.DoubleFloat(1e21), 10, false, "1.0d21"],
    [new N.DoubleFloat(0.001), 10, false, "0.001d0"],
    [new N.SingleFloat(1e7), 10, false, "1.0e7"],
    [Math.fround(9.9e-4), 10, false, "9.9e-4"],
  ])("%s in base %s", (number, base, radix, expected) => {
    expect(N.printNumber(number, base, radix)).toBe(expected);
  });

  test("an exponent marker shows the format that is not the default one", () => {
    const print = (x: number | InstanceType<typeof N.DoubleFloat>) =>
      N.printNumber(x, 10, false, "DOUBLE-FLOAT");
    expect([print(1.5), print(new N.DoubleFloat(1)), print(new N.DoubleFloat(1e10))]).toEqual([
      "1.5f0",
      "1.0",
      "1.0e10",
    ]);
  });

  test("what is printed reads back as the same single", () => {
    const bits = new DataView(new ArrayBuffer(4));
    let seed = 1;
    for (let i = 0; i < 2000; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      bits.setUint32(0, seed);
      const value = bits.getFloat32(0);
      if (!Number.isFinite(value)) continue;
      const number = N.single(value);
      expect(N.numberEql(N.parseNumber(N.printNumber(number)), number)).toBe(true);
    }
  });
});

describe("representation", () => {
  test("a result that is integral is boxed when it is a float", () => {
    expect(N.add(0.5, 0.5)).toEqual(new N.SingleFloat(1));
    expect(N.mul(1.5, 2)).toEqual(new N.SingleFloat(3));
    expect(N.sub(2.5, 0.5)).toEqual(new N.SingleFloat(2));
  });

  test("no integer is -0, and a safe one is never a BigInt", () => {
    expect(Object.is(N.mul(0, -5), 0)).toBe(true);
    expect(Object.is(N.neg(0), 0)).toBe(true);
    expect(Object.is(N.rem(-4, 2), 0)).toBe(true);
    expect(N.truncate(-1, 2).every((x) => !Object.is(x, -0))).toBe(true);
    expect(N.sub(2n ** 60n, 2n ** 60n - 5n)).toBe(5);
    expect(N.add(Number.MAX_SAFE_INTEGER, 1)).toBe(2n ** 53n);
  });

  test("huge powers and shifts are refused instead of tried", () => {
    expect(() => N.expt(10, 10n ** 10n)).toThrow("HEAP-EXHAUSTED-ERROR");
    expect(() => N.ash(1, 2 ** 40)).toThrow("HEAP-EXHAUSTED-ERROR");
    expect(N.ash(-1, -(2n ** 70n))).toBe(-1);
  });
});

describe("equality", () => {
  test("EQL keys differ by type", () => {
    const numbers = [
      1,
      new N.SingleFloat(1),
      new N.DoubleFloat(1),
      new N.SingleFloat(-0),
      new N.SingleFloat(0),
      0,
      1n << 60n,
    ];
    expect(new Set(numbers.map((x) => N.eqlKey(x))).size).toBe(numbers.length);
    expect(N.eqlKey(new N.Ratio(1, 2))).toBe(N.eqlKey(new N.Ratio(1, 2)));
  });

  test("EQUALP keys are equal for = numbers", () => {
    const ones = [
      1,
      new N.SingleFloat(1),
      new N.DoubleFloat(1),
      new N.Complex(new N.SingleFloat(1), new N.SingleFloat(0)),
    ];
    expect(new Set(ones.map((x) => N.equalpKey(x))).size).toBe(1);
    expect(N.equalpKey(0.5)).toBe(N.equalpKey(new N.Ratio(1, 2)));
  });
});

describe("types", () => {
  test.each([
    [5, "FIXNUM", [], true],
    [2n ** 62n, "FIXNUM", [], false],
    [2n ** 62n, "BIGNUM", [], true],
    [5, "INTEGER", [0, 5], true],
    [5, "INTEGER", [0, [5]], false],
    [5, "INTEGER", ["*", 4], false],
    [255, "UNSIGNED-BYTE", [8], true],
    [256, "UNSIGNED-BYTE", [8], false],
    [-128, "SIGNED-BYTE", [8], true],
    [128, "SIGNED-BYTE", [8], false],
    [5, "MOD", [6], true],
    [6, "MOD", [6], false],
    [1.5, "FLOAT", [1, 2], true],
    [1.5, "DOUBLE-FLOAT", [], false],
    [new N.Ratio(1, 2), "RATIONAL", [], true],
    ["a", "NUMBER", [], false],
  ])("%s %s %j", (x, name, args, expected) => {
    expect(N.isOfNumericType(x, name, ...args)).toBe(expected);
  });
});

describe("random", () => {
  test("values are in range and repeat with the seed", () => {
    const a = N.seededRandomState(42);
    const b = a.copy();
    const limits = [
      1,
      2,
      6,
      2 ** 31,
      2 ** 32,
      2 ** 32 + 1,
      2 ** 40,
      2 ** 53 - 1,
      2n ** 53n,
      2n ** 64n,
      2n ** 64n + 1n,
    ];
    for (const limit of [
      ...limits,
      10n ** 30n,
      10n ** 400n,
      1.5,
      new N.SingleFloat(3),
      new N.DoubleFloat(2),
    ]) {
      for (let i = 0; i < 50; i++) {
        const x = N.random(limit, a);
        expect(N.numberEql(x, N.random(limit, b))).toBe(true);
        expect(N.lt(x, limit) && !N.minusp(x)).toBe(true);
      }
    }
  });

  test("all small values turn up", () => {
    const state = N.seededRandomState(1);
    expect(new Set(Array.from({ length: 200 }, () => N.random(6, state))).size).toBe(6);
  });

  test("the generator is xoshiro128**", () => {
    const state = new N.RandomState(Int32Array.of(1, 2, 3, 4));
    const drawn = Array.from({ length: 4 }, () => state.next() >>> 0);
    expect(drawn).toEqual([11520, 0, 5927040, 70819200]);
  });

  test.each([
    7,
    100,
    3 * 2 ** 30,
    3 * 2 ** 38,
    3n * 2n ** 62n,
    3n * 2n ** 600n,
    2.5,
    new N.DoubleFloat(1e-3),
  ])("each seventh of %s is as likely as the others", (limit) => {
    const state = N.seededRandomState(5);
    const counts = new Array(7).fill(0);
    const draws = 7000;
    for (let i = 0; i < draws; i++) {
      const part = N.floor(N.mul(7, N.rational(N.random(limit, state))), N.rational(limit))[0];
      counts[part as number]++;
    }
    // Sevenths of a hundred are 14 or 15 integers; other limits are divided evenly, or nearly so.
    const expected = (part: number) =>
      limit === 100
        ? (draws * (Math.ceil(((part + 1) * 100) / 7) - Math.ceil((part * 100) / 7))) / 100
        : draws / 7;
    const chiSquare = counts.reduce((sum, n, part) => sum + (n - expected(part)) ** 2 / expected(part), 0);
    // With six degrees of freedom, one sequence in ten thousand is above this.
    expect(chiSquare).toBeLessThan(27.9);
  });

  test("an even limit gives even and odd integers alike", () => {
    const state = N.seededRandomState(9);
    for (const limit of [1000, 2 ** 40 + 2, 10n ** 30n]) {
      let odd = 0;
      for (let i = 0; i < 4000; i++) if (N.oddp(N.random(limit, state))) odd++;
      expect(Math.abs(odd - 2000)).toBeLessThan(250);
    }
  });
});
