import { expect, test } from "vitest";
import { sectionsOf } from "./sections.js";

test("a report's text is read by its sections", () => {
  const text = [
    "[stdout]\nhi\n\n [stdout]\n",
    "[stderr]\noops\n",
    "[compile errors]\nbad\n  form (line 1, column 2)\nWhat is defined there signals an error.\n",
    "[warnings]\nSTYLE-WARNING: one\nand more\nMY:OWN: two\n",
    "[ERROR] DIVISION-BY-ZERO\narithmetic error\n",
    "[Backtrace]\n0: (/ 1 0)",
  ].join("\n");
  const asText = { package: "", position: null, where: null };
  expect(sectionsOf(text)).toEqual({
    stdout: "hi\n\n [stdout]",
    stderr: "oops",
    warnings: [
      { ...asText, type: "COMPILER-ERROR", message: "bad\n  form (line 1, column 2)", severity: "error" },
      { ...asText, type: "STYLE-WARNING", message: "one\nand more", severity: "style" },
      { ...asText, type: "MY:OWN", message: "two", severity: "warning" },
    ],
    rest: "[ERROR] DIVISION-BY-ZERO\narithmetic error\n\n[Backtrace]\n0: (/ 1 0)",
  });
});

test("values alone are the rest", () => {
  expect(sectionsOf("=> 42")).toEqual({ stdout: "", stderr: "", warnings: [], rest: "=> 42" });
});
