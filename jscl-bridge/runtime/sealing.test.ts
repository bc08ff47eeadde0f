import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { Seal } from "./sealing.js";

const key = new Uint8Array(32).map((_, i) => 7 * i);

test.each(["", "a", "é😀", "x".repeat(55), "x".repeat(56), "x".repeat(64), "x".repeat(10_000)])(
  "the seal of %j is the platform's",
  (text) => {
    expect(new Seal(key).of(text)).toBe(createHmac("sha256", key).update(text).digest("hex"));
  },
);

test("what is vouched for holds for that text alone, and for the seal that has vouched", () => {
  const seal = new Seal(key);
  const digits = seal.vouch("text");
  expect(digits).toHaveLength(64);
  expect(seal.vouch("text")).not.toBe(digits);
  expect(seal.holds(digits, "text")).toBe(true);
  expect(seal.holds(digits, "texts")).toBe(false);
  expect(new Seal(key).holds(digits, "text")).toBe(false);
});

test("a seal holds for its own text and key", () => {
  const seal = new Seal(key);
  const sealed = seal.of("text");
  expect(seal.holds(sealed, "text")).toBe(true);
  expect(seal.holds(sealed, "texts")).toBe(false);
  expect(seal.holds(sealed.slice(1), "text")).toBe(false);
  expect(seal.holds("", "text")).toBe(false);
  expect(new Seal().holds(sealed, "text")).toBe(false);
});
