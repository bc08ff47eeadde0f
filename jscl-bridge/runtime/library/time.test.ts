import { afterEach, expect, test, vi } from "vitest";
import type { BaseImage } from "../base-image.js";
import { timeFunctions } from "./time.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Sleeps in an image that has what SLEEP takes of one; how often it looked at the interrupts meanwhile. */
function sleep(seconds: number): number {
  let looks = 0;
  const image = { stack: { tick: () => void looks++ } } as unknown as BaseImage;
  timeFunctions(image)["SLEEP"]?.((x) => x, seconds);
  return looks;
}

test("sleeping blocks the thread, also where pages share no memory and have no name for it", () => {
  const wait = vi.spyOn(Atomics, "wait");
  const shared = sleep(0.02);
  expect([shared, wait.mock.calls.length]).toEqual([shared, shared]);
  vi.stubGlobal("SharedArrayBuffer", undefined);
  wait.mockClear();
  const unshared = sleep(0.02);
  expect(unshared).toBeGreaterThan(0);
  expect(wait).toHaveBeenCalledTimes(unshared);
  expect(wait.mock.results.map(({ value }) => value)).toEqual(Array(unshared).fill("timed-out"));
});

test("a thread that may not block looks at the clock instead", () => {
  vi.stubGlobal("SharedArrayBuffer", undefined);
  vi.stubGlobal("WebAssembly", undefined);
  const wait = vi.spyOn(Atomics, "wait");
  expect(sleep(0.01)).toBeGreaterThan(0);
  expect(wait).not.toHaveBeenCalled();
});
