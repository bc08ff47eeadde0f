import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Command } from "../../contract/engine.js";
import type { Delivery, InboxEnd } from "../../engine/inbox-messages.js";
import { noAnswer } from "../../engine/no-answer.js";
import { InboxLine } from "./inbox-line.js";

let posted: (Delivery | InboxEnd)[] = [];
let line: InboxLine;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  posted = [];
  line = new InboxLine({ post: (message) => void posted.push(message) }, "me");
});
afterEach(() => vi.useRealTimers());

const sent = () =>
  posted
    .splice(0)
    .map((each) => (each.kind === "jscl-inbox" ? each.messages.map(([number]) => number) : "end"));

test("what the thread does not say to have is sent again", () => {
  line.answer(noAnswer(1, 1));
  line.command({ id: 2, question: 1 }, { kind: "query" } as Command);
  expect(sent()).toEqual([[1], [1, 2]]);
  vi.advanceTimersByTime(1000);
  expect(sent()).toEqual([[1, 2]]);
  line.has(1);
  vi.advanceTimersByTime(1000);
  expect(sent()).toEqual([[2]]);
  line.has(2);
  vi.advanceTimersByTime(5000);
  expect(sent()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("what is meant for an evaluation goes with it, and a second answer takes the first one's place", () => {
  line.answer(noAnswer(1, 1));
  line.answer(noAnswer(1, 2));
  line.interrupt(5);
  line.drop(5);
  sent();
  vi.advanceTimersByTime(1000);
  expect(sent()).toEqual([[2]]);
  line.drop(1);
  vi.advanceTimersByTime(1000);
  expect(sent()).toEqual([]);
});

test("an interrupt is taken back once, where there was one", () => {
  line.clearInterrupt();
  expect(sent()).toEqual([]);
  line.interrupt(5);
  line.drop(5);
  line.clearInterrupt();
  line.clearInterrupt();
  expect(sent()).toEqual([[1], [2]]);
  vi.advanceTimersByTime(5000);
  expect(sent()).toEqual([]);
});

test("nothing is sent for a thread that has ended", () => {
  line.interrupt(5);
  line.close();
  vi.advanceTimersByTime(5000);
  expect(sent()).toEqual([[1], "end"]);
});
