import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Clock } from "./clock.js";
import { within } from "./within.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what comes in time is passed on, good or bad", async () => {
  const clock = new Clock();
  expect(await within(clock, 100, Promise.resolve(5), "late")).toBe(5);
  await expect(within(clock, 100, Promise.reject(new Error("bad")), "late")).rejects.toThrow("bad");
  expect(vi.getTimerCount()).toBe(0);
});

test("what does not come is given up", async () => {
  const given = within(new Clock(), 30_000, new Promise(() => {}), "It did not come.");
  const told = expect(given).rejects.toThrow("It did not come.");
  await vi.advanceTimersByTimeAsync(30_000);
  await told;
});
