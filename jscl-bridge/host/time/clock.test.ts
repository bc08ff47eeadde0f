import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Clock } from "./clock.js";

const HOUR_MS = 3_600_000;

let asleepMs = 0;
beforeEach(() => {
  vi.useFakeTimers();
  asleepMs = 0;
});
afterEach(() => void vi.useRealTimers());

const makeClock = () => new Clock(() => performance.now() + asleepMs);

/** Lets the computer sleep: timers come when it wakes, if they were due. */
function sleep(ms: number): void {
  asleepMs += ms;
}

/** Lets time pass in a page whose timers come but once in so many milliseconds. */
function passThrottled(ms: number, every: number): void {
  for (let left = ms; left > 0; left -= every) {
    asleepMs += every - 1000;
    vi.advanceTimersByTime(1000);
  }
}

/** How long it took on the clock of `performance` until an alarm rang. */
function ringing(clock: Clock, ms: number): { readonly rang: () => boolean } {
  const ring = vi.fn();
  clock.add(clock.now() + ms, ring);
  return { rang: () => ring.mock.calls.length > 0 };
}

test("an alarm rings at its time, the soonest first, each once", () => {
  const clock = makeClock();
  const rung: string[] = [];
  const start = clock.now();
  clock.add(start + 3500, () => rung.push("late"));
  clock.add(start + 200, () => rung.push("soon"));
  const removed = clock.add(start + 300, () => rung.push("removed"));
  clock.remove(removed);
  vi.advanceTimersByTime(199);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual(["soon"]);
  vi.advanceTimersByTime(3300);
  expect(rung).toEqual(["soon", "late"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("an alarm that an alarm sets rings", () => {
  const clock = makeClock();
  const ring = vi.fn();
  clock.add(clock.now() + 100, () => void clock.add(clock.now() + 100, ring));
  vi.advanceTimersByTime(200);
  expect(ring).toHaveBeenCalledOnce();
});

test("sleep is nobody's time, however often the computer sleeps", () => {
  const clock = makeClock();
  const { rang } = ringing(clock, 32_000);
  for (let night = 0; night < 3; night++) {
    vi.advanceTimersByTime(8000);
    sleep(HOUR_MS);
  }
  vi.advanceTimersByTime(6500);
  expect(rang()).toBe(false);
  vi.advanceTimersByTime(3000);
  expect(rang()).toBe(true);
});

test("who reads the clock before the late timer comes sees no leap either", () => {
  const clock = makeClock();
  ringing(clock, 60_000);
  vi.advanceTimersByTime(500);
  const before = clock.now();
  sleep(HOUR_MS);
  expect(clock.now() - before).toBeLessThan(1001);
  vi.advanceTimersByTime(5000);
  sleep(HOUR_MS);
  expect(clock.now() - before).toBeLessThan(7000);
});

test("a timer that is late by less than a sleep counts in full", () => {
  const clock = makeClock();
  const start = clock.now();
  const { rang } = ringing(clock, 4000);
  vi.advanceTimersByTime(1000);
  sleep(3000);
  vi.advanceTimersByTime(1000);
  expect(rang()).toBe(true);
  expect(clock.now() - start).toBe(5000);
});

test("a hidden page's timers come once a minute, and its limits hold all the same", () => {
  const clock = makeClock();
  const { rang } = ringing(clock, 32_000);
  passThrottled(120_000, 60_000);
  expect(rang()).toBe(true);
});

test("a computer that sleeps with a hidden page has slept", () => {
  const clock = makeClock();
  const { rang } = ringing(clock, 600_000);
  passThrottled(300_000, 60_000);
  sleep(HOUR_MS);
  passThrottled(120_000, 60_000);
  expect(rang()).toBe(false);
  passThrottled(300_000, 60_000);
  expect(rang()).toBe(true);
});

test("nothing is slept through when nothing is measured", () => {
  const clock = makeClock();
  const before = clock.now();
  sleep(HOUR_MS);
  expect(clock.now() - before).toBe(HOUR_MS);
  expect(vi.getTimerCount()).toBe(0);
});

test("a calendar that is set changes nothing", () => {
  const clock = makeClock();
  const { rang } = ringing(clock, 2000);
  for (const leap of [-HOUR_MS, HOUR_MS, 24 * HOUR_MS]) {
    vi.setSystemTime(Date.now() + leap);
    vi.advanceTimersByTime(600);
    expect(rang()).toBe(false);
  }
  vi.advanceTimersByTime(200);
  expect(rang()).toBe(true);
});
