import { expect, test } from "vitest";
import { readStep } from "./steps.js";

test("a stop is read part by part", () => {
  expect(readStep("Evaluating call:\n  (F)\nWithout arguments")).toEqual({
    breakpoint: null,
    given: "",
    call: "(F)",
    args: "",
  });
  const message =
    "Breakpoint of FIB, line 4\nEvaluated:\n  (G 1) => 2\n  (H) => ; No values\nEvaluating call:\n  (F\n   X)\nWith arguments:\n  1\n  (2\n   3)";
  expect(readStep(message)).toEqual({
    breakpoint: { name: "FIB", line: 4, problem: "" },
    given: "(G 1) => 2\n(H) => ; No values",
    call: "(F\n X)",
    args: "1\n(2\n 3)",
  });
  const unnamed = readStep("Breakpoint, line 12\nEvaluating call:\n  (F)\nWithout arguments");
  expect(unnamed?.breakpoint).toEqual({ name: "", line: 12, problem: "" });
  const failed = readStep(
    "Breakpoint of F, line 2, whose condition failed: The variable X\nis unbound.\nEvaluated:\n  (G) => 1\nEvaluating call:\n  (H)\nWithout arguments",
  );
  expect(failed?.breakpoint).toEqual({ name: "F", line: 2, problem: "The variable X\nis unbound." });
  expect(failed?.given).toBe("(G) => 1");
});

test("other messages are none", () => {
  for (const message of [
    "",
    "The variable X is unbound.",
    "Evaluating call:\n  (F)",
    "Breakpoint of F, line 4",
  ])
    expect(readStep(message)).toBeNull();
});
