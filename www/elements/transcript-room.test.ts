import { expect, test } from "vitest";
import { MAX_CHARACTERS, MAX_ELEMENTS, MAX_ENTRIES, TranscriptRoom } from "./transcript-room.js";

const never = () => false;
const small = { elements: 10, characters: 100 };

test("the oldest entries go when there are too many", () => {
  const room = new TranscriptRoom<number>();
  const gone: number[] = [];
  for (let i = 0; i < MAX_ENTRIES + 3; i++) {
    room.set(i, small);
    gone.push(...room.takeExcess(never));
  }
  expect(gone).toEqual([0, 1, 2]);
});

test("or have too many elements or characters together, as they are at last", () => {
  for (const large of [
    { elements: MAX_ELEMENTS / 2, characters: 1 },
    { elements: 1, characters: MAX_CHARACTERS / 2 },
  ]) {
    const room = new TranscriptRoom<string>();
    room.set("a", large);
    room.set("b", small);
    expect(room.takeExcess(never)).toEqual([]);
    room.set("b", large);
    expect(room.takeExcess(never)).toEqual([]);
    room.set("c", small);
    expect(room.takeExcess(never)).toEqual(["a"]);
  }
});

test("the newest stays however large it is, and so does what is still at work", () => {
  const room = new TranscriptRoom<string>();
  const huge = { elements: 1, characters: 2 * MAX_CHARACTERS };
  room.set("a", small);
  room.set("b", small);
  room.set("c", huge);
  expect(room.takeExcess((entry) => entry === "a")).toEqual(["b"]);
  expect(room.takeExcess(never)).toEqual(["a"]);
  expect(room.takeExcess(never)).toEqual([]);
  room.clear();
  room.set("d", small);
  room.set("e", small);
  expect(room.takeExcess(never)).toEqual([]);
});
