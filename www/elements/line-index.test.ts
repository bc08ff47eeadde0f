import { expect, test } from "vitest";
import { LineIndex } from "./line-index.js";

test("positions outside a text are its nearest ends", () => {
  const index = new LineIndex("(a)\n\n(b c)");
  expect(index.offsetOf({ line: 3, column: 3 })).toBe(8);
  expect(index.offsetOf({ line: 1, column: 99 })).toBe(3);
  expect(index.offsetOf({ line: 9, column: 0 })).toBe(10);
  expect(index.textAt({ line: 3, column: 3 })).toBe("(b c)");
  expect(index.textAt({ line: 2, column: 0 })).toBe("(a)");
});
