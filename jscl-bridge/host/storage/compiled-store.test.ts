import { expect, test } from "vitest";
import { type KeptEntry, MOST_KEPT, MOST_KEPT_BYTES, outdated } from "./compiled-store.js";

const entry = (key: number, bytes: number, savedMs = key): KeptEntry<number> => ({ key, bytes, savedMs });

test("nothing goes as long as there is room", () => {
  expect(outdated([], 5)).toEqual([]);
  expect(outdated([entry(1, MOST_KEPT_BYTES - 5)], 5)).toEqual([]);
});

test("the oldest go until the new one has room, by bytes and by number", () => {
  const half = MOST_KEPT_BYTES / 2;
  expect(outdated([entry(1, half, 30), entry(2, half, 10)], 1)).toEqual([2]);
  expect(outdated([entry(1, half, 30), entry(2, half, 10)], half + 1)).toEqual([2, 1]);
  const many = Array.from({ length: MOST_KEPT }, (_, i) => entry(i, 1));
  expect(outdated(many.slice(1), 1)).toEqual([]);
  expect(outdated(many.reverse(), 1)).toEqual([0]);
});
