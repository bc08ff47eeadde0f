import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Alarm } from "./alarm.js";
import { Clock } from "./clock.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeAlarm() {
  const clock = new Clock();
  const ring = vi.fn();
  const alarm = new Alarm(clock, ring);
  return { ring, alarm, setIn: (ms: number) => alarm.set(clock.now() + ms) };
}

test("setting an alarm again replaces the time before", () => {
  const { ring, setIn } = makeAlarm();
  setIn(100);
  setIn(300);
  vi.advanceTimersByTime(200);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(ring).toHaveBeenCalledOnce();
});

test("an alarm that was put off rings at the later time", () => {
  const { ring, setIn } = makeAlarm();
  setIn(300);
  setIn(100);
  vi.advanceTimersByTime(150);
  expect(ring).toHaveBeenCalledOnce();
  setIn(100);
  vi.advanceTimersByTime(50);
  setIn(100);
  vi.advanceTimersByTime(70);
  expect(ring).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(30);
  expect(ring).toHaveBeenCalledTimes(2);
});

test("a time that has passed rings as soon as possible, a cleared alarm never", () => {
  const { ring, alarm, setIn } = makeAlarm();
  setIn(-1000);
  vi.advanceTimersByTime(0);
  expect(ring).toHaveBeenCalledOnce();
  setIn(10);
  alarm.clear();
  vi.advanceTimersByTime(1000);
  expect(ring).toHaveBeenCalledOnce();
});

test("a time beyond what a timer can hold does not ring at once", () => {
  const { ring, alarm } = makeAlarm();
  alarm.set(Number.MAX_SAFE_INTEGER);
  vi.advanceTimersByTime(1000);
  expect(ring).not.toHaveBeenCalled();
});
