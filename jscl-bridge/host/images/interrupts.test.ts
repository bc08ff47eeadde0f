import { expect, test } from "vitest";
import { INTERRUPT_BYTES, readInterrupts } from "../../engine/interrupts.js";
import { clearInterrupt, interrupt } from "./interrupts.js";

test("what is said of one evaluation holds for no other", () => {
  const memory = new SharedArrayBuffer(INTERRUPT_BYTES);
  const isInterrupted = readInterrupts(memory);
  expect(isInterrupted(1)).toBe(false);
  interrupt(memory, 1);
  expect([1, 2, 3].map(isInterrupted)).toEqual([true, false, false]);
  interrupt(memory, 3);
  expect([1, 2, 3].map(isInterrupted)).toEqual([false, false, true]);
  clearInterrupt(memory);
  expect([1, 2, 3].map(isInterrupted)).toEqual([false, false, false]);
});

test("the largest numbers of evaluations are told apart", () => {
  const memory = new SharedArrayBuffer(INTERRUPT_BYTES);
  const isInterrupted = readInterrupts(memory);
  interrupt(memory, 4_294_967_295);
  expect(isInterrupted(4_294_967_295)).toBe(true);
  expect(isInterrupted(4_294_967_294)).toBe(false);
});

test("without shared memory nothing is said, and nothing fails", () => {
  interrupt(null, 1);
  expect(readInterrupts(null)(1)).toBe(false);
});
