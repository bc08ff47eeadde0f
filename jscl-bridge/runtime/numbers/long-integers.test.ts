import { expect, test } from "vitest";
import { bitsAtMost, digitsOf, dividedBy, raised, squareRoot, times, valueOf } from "./long-integers.js";

/** Numbers whose bits look random, of lengths around those where another way of computing begins. */
function numbers(...lengths: number[]): bigint[] {
  let seed = 12345n;
  return lengths.map((bits) => {
    seed = (seed * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return (seed ** BigInt(Math.ceil(bits / 60))) >> 3n;
  });
}

const LENGTHS = [1, 60, 4000, 9000, 530_000, 600_000, 1_100_000, 2_300_000];

test("products are those of JavaScript, of any two lengths and signs", () => {
  const all = numbers(...LENGTHS);
  for (const x of all) for (const y of all) expect(times(x, -y) === -(x * y)).toBe(true);
});

test("quotients and remainders are those of JavaScript", () => {
  const all = numbers(...LENGTHS);
  for (const x of all) {
    for (const y of [...all, 7n, 2n ** 600_000n, 2n ** 600_000n - 1n]) {
      if (y === 0n) continue;
      const [quotient, remainder] = dividedBy(-x, y);
      expect(quotient === -x / y && remainder === -x % y).toBe(true);
    }
  }
});

test("powers and roots", () => {
  expect(raised(-3n, 700_001) === (-3n) ** 700_001n).toBe(true);
  for (const x of numbers(1, 60, 5000, 100_000, 900_000)) {
    const root = squareRoot(x);
    expect(root * root <= x && (root + 1n) ** 2n > x).toBe(true);
  }
  expect(squareRoot(0n)).toBe(0n);
});

test("digits in any base, written and read", () => {
  for (const x of numbers(60, 9000, 300_000, 700_000)) {
    for (const base of [7, 10, 16, 36]) {
      const text = digitsOf(x, base);
      expect(text === x.toString(base)).toBe(true);
      expect(valueOf(text, base) === x).toBe(true);
    }
  }
  expect(digitsOf(-(10n ** 80_000n), 10)).toBe(`-1${"0".repeat(80_000)}`);
});

test("a length is known up to a factor of two without looking at the digits", () => {
  for (const bits of [5000, 8192, 1_000_000]) {
    const most = bitsAtMost(1n << BigInt(bits - 1));
    expect(most).toBeGreaterThanOrEqual(bits);
    expect(most).toBeLessThan(2 * bits);
  }
});
