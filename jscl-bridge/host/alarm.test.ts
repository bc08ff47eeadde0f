import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Alarm } from "./alarm.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("setting an alarm again replaces the time before", () => {
  const ring = vi.fn();
  const alarm = new Alarm(ring);
  alarm.set(Date.now() + 100);
  alarm.set(Date.now() + 300);
  vi.advanceTimersByTime(200);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(ring).toHaveBeenCalledOnce();
});

test("an alarm that was put off rings at the later time", () => {
  const ring = vi.fn();
  const alarm = new Alarm(ring);
  alarm.set(Date.now() + 300);
  alarm.set(Date.now() + 100);
  vi.advanceTimersByTime(150);
  expect(ring).toHaveBeenCalledOnce();
  alarm.set(Date.now() + 100);
  vi.advanceTimersByTime(50);
  alarm.set(Date.now() + 100);
  vi.advanceTimersByTime(70);
  expect(ring).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(30);
  expect(ring).toHaveBeenCalledTimes(2);
});

test("a time that has passed rings as soon as possible, a cleared alarm never", () => {
  const ring = vi.fn();
  const alarm = new Alarm(ring);
  alarm.set(Date.now() - 1000);
  vi.advanceTimersByTime(0);
  expect(ring).toHaveBeenCalledOnce();
  alarm.set(Date.now() + 10);
  alarm.clear();
  vi.advanceTimersByTime(1000);
  expect(ring).toHaveBeenCalledOnce();
});

test("a time beyond what a timer can hold does not ring at once", () => {
  const ring = vi.fn();
  new Alarm(ring).set(Number.MAX_SAFE_INTEGER);
  vi.advanceTimersByTime(1000);
  expect(ring).not.toHaveBeenCalled();
});
