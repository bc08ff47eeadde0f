import { afterEach, expect, test, vi } from "vitest";
import { runningNumbers } from "./running-numbers.js";

afterEach(() => vi.unstubAllGlobals());

const running = { L12: () => runningNumbers() };

test("compiled functions are found by their names", () => {
  expect(running.L12()).toContain(12);
});

test("so they are in a locked realm whose errors have no limit to set", () => {
  const Usual = Error;
  function Bare(): Error {
    return new Usual();
  }
  vi.stubGlobal("Error", Object.freeze(Bare));
  expect(running.L12()).toContain(12);
});
