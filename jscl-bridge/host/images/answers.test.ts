import { makeAtomicsChannel } from "sync-message";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Command } from "../../contract/engine.js";
import { readAnswers } from "../../engine/answers.js";
import { Answers, PART_CHARS } from "./answers.js";

afterEach(() => vi.useRealTimers());

const answer = (id: number, question: number, values: string | null = null) => ({
  id,
  question,
  restart: "use-value",
  values,
  level: null,
  leaving: null,
  input: null,
  echo: false,
  reason: null,
});

function channel() {
  const memory = makeAtomicsChannel({ bufferSize: 1024 * 1024 });
  return { answers: new Answers(memory), read: readAnswers(memory) };
}

const never = () => false;
const perform = (command: unknown) => performed.push(command);
let performed: unknown[] = [];

beforeEach(() => {
  performed = [];
});

test("an answer reaches its question, in any script", () => {
  const { answers, read } = channel();
  for (const values of [null, "", '"ä 中 😀 \ud800 \\"', "x".repeat(PART_CHARS - 200)]) {
    answers.write(answer(1, 2, values));
    expect(read({ id: 1, question: 2, ms: 1000, isInterrupted: never, perform })).toEqual(
      answer(1, 2, values),
    );
  }
});

test("an answer that came too late answers no later question", () => {
  const { answers, read } = channel();
  answers.write(answer(1, 1));
  expect(read({ id: 1, question: 2, ms: 50, isInterrupted: never, perform })).toBeNull();
  answers.write(answer(1, 2));
  expect(read({ id: 2, question: 2, ms: 50, isInterrupted: never, perform })).toBeNull();
});

test("a second answer takes the place of one that was not read, once that is out of the way", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { answers, read } = channel();
  answers.write(answer(1, 1));
  answers.write(answer(1, 2));
  answers.write(answer(1, 3));
  expect(read({ id: 1, question: 3, ms: 20, isInterrupted: never, perform })).toBeNull();
  vi.advanceTimersByTime(10);
  expect(read({ id: 1, question: 3, ms: 1000, isInterrupted: never, perform })).toEqual(answer(1, 3));
});

test("commands are carried out until the answer comes, and have the whole time each", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { answers, read } = channel();
  const query: Command = { kind: "query", id: 1, what: "describe-symbol", text: "é", package: "P", limit: 1 };
  answers.command({ id: 1, question: 2 }, query);
  answers.command({ id: 1, question: 2 }, { ...query, text: "x".repeat(PART_CHARS) });
  const began = performance.now();
  const given = read({
    id: 1,
    question: 2,
    ms: 100,
    isInterrupted: () => {
      vi.advanceTimersByTime(10);
      return false;
    },
    perform(command) {
      performed.push(command);
      for (const end = performance.now() + 80; performance.now() < end; );
      if (performed.length === 2) answers.write(answer(1, 2));
    },
  });
  expect(given).toEqual(answer(1, 2));
  expect(performance.now() - began).toBeGreaterThan(150);
  expect(performed).toEqual([query, { ...query, text: "x".repeat(PART_CHARS) }]);
});

test("a command for what is held no longer is not carried out, and one that throws ends the wait", () => {
  const { answers, read } = channel();
  const query: Command = { kind: "query", id: 1, what: "describe-symbol", text: "", package: "P", limit: 1 };
  answers.command({ id: 1, question: 1 }, query);
  expect(read({ id: 1, question: 2, ms: 50, isInterrupted: never, perform })).toBeNull();
  expect(performed).toEqual([]);
  answers.command({ id: 1, question: 2 }, query);
  const leave = () => {
    throw new Error("left");
  };
  expect(() => read({ id: 1, question: 2, ms: 1000, isInterrupted: never, perform: leave })).toThrow("left");
});

test("what nobody reads is not tried for ever", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { answers } = channel();
  answers.write(answer(1, 1));
  answers.write(answer(1, 2));
  expect(vi.getTimerCount()).toBe(1);
  answers.drop();
  expect(vi.getTimerCount()).toBe(0);
});

test("an interrupt is seen at once when it is told of", () => {
  const { answers, read } = channel();
  // The quickest of a few: on a busy machine any of them may have to wait for its turn.
  const took = [1, 2, 3, 4, 5].map(() => {
    let looks = 0;
    answers.wake();
    answers.wake();
    const began = performance.now();
    expect(read({ id: 1, question: 1, ms: 60_000, isInterrupted: () => ++looks > 1, perform })).toBeNull();
    return performance.now() - began;
  });
  expect(Math.min(...took)).toBeLessThan(100);
});

test("an interrupt is seen soon also when it is not", () => {
  const { read } = channel();
  const end = performance.now() + 50;
  const began = performance.now();
  expect(
    read({ id: 1, question: 1, ms: 60_000, isInterrupted: () => performance.now() > end, perform }),
  ).toBeNull();
  expect(performance.now() - began).toBeLessThan(10_000);
});
