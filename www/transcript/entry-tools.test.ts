import { expect, test } from "vitest";
import { asComment } from "./entry-tools.js";

test("an answer is copied as comments, which a Lisp skips", () => {
  expect(asComment("[VALUES]\n\n3\n")).toBe(";; [VALUES]\n;;\n;; 3");
});
