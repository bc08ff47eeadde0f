import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { CallStack } from "../stack/callstack.js";
import { HEAP_LIMIT, Heap } from "./heap.js";

/** Bytes that an object is said to take. */
const BYTES = 2 ** 16;
const COUNT = (2 * HEAP_LIMIT) / BYTES;

let collectGarbage: () => void;

beforeAll(() => {
  setFlagsFromString("--expose-gc");
  collectGarbage = runInNewContext("gc") as () => void;
});

/**
 * A heap in whose next turn objects are allocated, with a garbage collection now and then; at how many bytes
 * it was full.
 */
async function allocate(keep: (object: object) => void): Promise<{ heap: Heap; full: number[] }> {
  const stack = new CallStack();
  const heap = new Heap(stack);
  heap.prepare();
  await setTimeout(0);
  const full: number[] = [];
  for (let i = 0; i < COUNT; i++) {
    const object = { i };
    keep(object);
    stack.room -= BYTES;
    if (stack.room < 0) stack.onSample(object);
    if (i % (COUNT / 32) === 0) collectGarbage();
    if (heap.takeFull()) full.push(i * BYTES);
  }
  return { heap, full };
}

test("a program that keeps what it makes is found to hold too much, after the limit and not long after", async () => {
  const kept: object[] = [];
  const { full } = await allocate((object) => void kept.push(object));
  expect(full[0]).toBeGreaterThan(HEAP_LIMIT);
  expect(full[0]).toBeLessThan(1.5 * HEAP_LIMIT);
});

test("a program that keeps nothing goes on", async () => {
  const { heap, full } = await allocate(() => {});
  expect(full).toEqual([]);
  expect(heap.held).toBeLessThan(HEAP_LIMIT / 2);
});

test("what was let go is no longer held", async () => {
  let kept: object[] = [];
  const { heap, full } = await allocate((object) => {
    kept.push(object);
    if (kept.length * BYTES > HEAP_LIMIT / 3) kept = [];
  });
  expect(full).toEqual([]);
  expect(heap.held).toBeLessThan(HEAP_LIMIT);
});

test("a vector that grows is watched as often as it does", async () => {
  const vector: object = [];
  const stack = new CallStack();
  const heap = new Heap(stack);
  heap.prepare();
  await setTimeout(0);
  let full = false;
  for (let i = 0; i < COUNT && !full; i++) {
    stack.room -= BYTES;
    if (stack.room < 0) stack.onSample(vector);
    if (i % (COUNT / 32) === 0) collectGarbage();
    full = heap.takeFull();
  }
  expect(full).toBe(true);
});
