import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OthersAtWork } from "./others-at-work.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("counts what runs for a while, by session", () => {
  const onChange = vi.fn();
  const others = new OthersAtWork(() => undefined, onChange);
  const endShort = others.begin("main", () => undefined);
  endShort();
  const end = others.begin("main", () => undefined);
  expect(others.areIn("main")).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect([others.areIn("main"), others.areIn("other"), onChange.mock.calls.length]).toEqual([true, false, 1]);
  end();
  end();
  expect([others.areIn("main"), onChange.mock.calls.length]).toEqual([false, 2]);
});

it("stops what began first in a session, and nothing where nothing runs", () => {
  const ended: string[] = [];
  const told: number[] = [];
  const others = new OthersAtWork(
    (session) => ended.push(session),
    () => undefined,
  );
  others.stop("main");
  others.begin("other", () => told.push(0));
  const end = others.begin("main", () => told.push(1));
  others.begin("main", () => told.push(2));
  others.stop("main");
  end();
  others.stop("main");
  expect([ended, told]).toEqual([
    ["main", "main"],
    [1, 2],
  ]);
});
