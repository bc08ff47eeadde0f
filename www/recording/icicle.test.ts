import { expect, test } from "vitest";
import { barsOf } from "./icicle.js";
import type { Step } from "./recording.js";

const step = (event: number, depth: number, kind: Step["kind"], text = ""): Step => ({
  event,
  depth,
  kind,
  text,
});

test("calls go from their event to the one that ends them", () => {
  const steps = [
    step(0, 0, "call", "(F 1)"),
    step(1, 1, "binding"),
    step(2, 1, "call", "(G)"),
    step(3, 1, "left"),
    step(4, 1, "call", "(H)"),
    step(5, 1, "return"),
    step(6, 0, "return"),
  ];
  expect(barsOf(steps)).toEqual([
    { from: 0, to: 7, depth: 0, text: "(F 1)" },
    { from: 2, to: 4, depth: 1, text: "(G)" },
    { from: 4, to: 6, depth: 1, text: "(H)" },
  ]);
});

test("calls that are not over, and those from before, go to the ends of the stretch", () => {
  expect(barsOf([step(10, 2, "assignment"), step(11, 1, "return"), step(12, 1, "call", "(G)")])).toEqual([
    { from: 10, to: 13, depth: 0, text: "" },
    { from: 10, to: 12, depth: 1, text: "" },
    { from: 12, to: 13, depth: 1, text: "(G)" },
  ]);
  expect(barsOf([step(5, 0, "return")])).toEqual([{ from: 5, to: 6, depth: 0, text: "" }]);
  expect(barsOf([])).toEqual([]);
});
