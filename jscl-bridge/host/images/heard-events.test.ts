import { expect, test } from "vitest";
import { EVENT_BURST, EventReader, MAX_EVENT } from "./heard-events.js";

const output = (text: unknown) => ({ kind: "output", id: 1, stream: "stdout", text });
const read = (data: unknown) => new EventReader().readUncloned(data);

test("an event comes with its size, and is a copy where it has to be", () => {
  const event = output("x".repeat(1000));
  const heard = read(event);
  expect(heard).toEqual({ event, size: expect.any(Number) });
  if ("event" in heard) expect(heard.event).not.toBe(event);
  expect(new EventReader().read(event)).toHaveProperty("event", event);
});

test("what has no JSON text is no event, whatever its reading does", () => {
  const cycle: Record<string, unknown> = output("x");
  cycle["self"] = cycle;
  const failing = {
    get() {
      throw new Error("no");
    },
  };
  for (const data of [
    undefined,
    null,
    5,
    "completed",
    [],
    {},
    { kind: 5 },
    cycle,
    output(5n),
    output({ toJSON: failing.get }),
    { ...output("x"), toJSON: () => undefined },
    Object.defineProperty(output("x"), "more", { get: () => 5n, enumerable: true }),
    Object.defineProperty(output("x"), "more", { ...failing, enumerable: true }),
    { kind: "booting", step: {}, done: 1, total: 2 },
    { kind: "ready", lisp: "L", version: 1, bootMs: 1 },
    { kind: "asking", id: 1n, question: 1 },
    { kind: "died", reason: Symbol.iterator },
  ])
    expect(read(data)).toEqual({ problem: "it said something that could not be read" });
});

test("what is too long is not even written", () => {
  const half = "x".repeat(MAX_EVENT / 2);
  const problem = "it said more at once than an answer can have";
  expect(read(output([half, half]))).toEqual({ problem });
  expect(read(output(new Array(2 ** 32 - 1)))).toEqual({ problem });
  expect(read(output(half))).not.toHaveProperty("problem");
});

test("a flood is none to read", () => {
  const reader = new EventReader();
  const problem = "it said more in a short time than could be read";
  let heard = 0;
  for (let i = 0; i < 2 * EVENT_BURST; i++) if ("event" in reader.read(output(""))) heard++;
  expect(heard).toBeGreaterThanOrEqual(EVENT_BURST);
  expect(reader.read(output(""))).toEqual({ problem });
});
