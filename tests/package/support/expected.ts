import { expect } from "vitest";

/** What the application sees of a Lisp that works. */
export const WORKS = {
  lisp: expect.stringContaining("JSCL"),
  value: "=> (144 6)",
  report: expect.stringMatching(/^\[ERROR\] DIVISION-BY-ZERO[\s\S]*0: \(\/ 7 0\)\n1: \(HALF 7\)/),
  held: true,
  runaway: "[ERROR] TIMEOUT",
  fresh: "=> NIL",
  tools: "object",
  cell: ["27"],
};
