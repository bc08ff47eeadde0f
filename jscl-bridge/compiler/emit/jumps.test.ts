import { expect, test } from "vitest";
import { type Jump, structure } from "./jumps.js";

/** The spans of a tagbody of three segments by the segment where they open; null where they do not nest. */
function spans(...jumps: readonly (readonly [from: number, to: number])[]): string | null {
  const found = structure(jumps.map(([from, to]): Jump => ({ from, to })));
  if (found === null) return null;
  const opened = [0, 1, 2].map((segment) =>
    found
      .startingAt(segment)
      .map(({ tag, loop, end }) => `${loop ? "loop" : "block"} ${tag} to ${end}`)
      .join(", "),
  );
  return opened.join("; ");
}

test("a jump back is a loop from its tag, one ahead a block up to its tag", () => {
  expect(spans([2, 0])).toBe("loop 0 to 2; ; ");
  expect(spans([0, 2])).toBe("block 2 to 1; ; ");
});

test("a jump to its own tag is a loop of one segment", () => {
  expect(spans([1, 1])).toBe("; loop 1 to 1; ");
});

test("what starts together opens outermost first, in whatever order it was found", () => {
  const expected = "loop 0 to 2, block 2 to 1; ; ";
  expect(spans([2, 0], [0, 2])).toBe(expected);
  expect(spans([0, 2], [2, 0])).toBe(expected);
});

test("jumps to one tag share a span", () => {
  expect(spans([1, 0], [2, 0])).toBe("loop 0 to 2; ; ");
});

test("spans that overlap are no labels: a jump into a loop", () => {
  expect(spans([0, 2], [2, 1])).toBeNull();
});
