import { expect, it } from "vitest";
import { indentedBy } from "./expansion.js";

it("indents an expansion for its place, but not what is in strings", () => {
  expect(indentedBy('(if a\n    (print "x\ny")\n    b)', 2)).toBe('(if a\n      (print "x\ny")\n      b)');
  expect(indentedBy("(f)", 8)).toBe("(f)");
});
