import { expect, test } from "vitest";
import { sectionsOf } from "./sections.js";

test("a report's text is read by its sections", () => {
  const text = [
    "[stdout]\nhi\n\n [stdout]\n",
    "[stderr]\noops\n",
    "[warnings]\nSTYLE-WARNING: one\nand more\nMY:OWN: two\n",
    "[ERROR] DIVISION-BY-ZERO\narithmetic error\n",
    "[Backtrace]\n0: (/ 1 0)",
  ].join("\n");
  expect(sectionsOf(text)).toEqual({
    stdout: "hi\n\n [stdout]",
    stderr: "oops",
    warnings: [
      { type: "STYLE-WARNING", package: "", message: "one\nand more", position: null },
      { type: "MY:OWN", package: "", message: "two", position: null },
    ],
    rest: "[ERROR] DIVISION-BY-ZERO\narithmetic error\n\n[Backtrace]\n0: (/ 1 0)",
  });
});

test("values alone are the rest", () => {
  expect(sectionsOf("=> 42")).toEqual({ stdout: "", stderr: "", warnings: [], rest: "=> 42" });
});
