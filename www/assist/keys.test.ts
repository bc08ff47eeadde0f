import { expect, it } from "vitest";
import { capsOf } from "./keys.js";

it("writes keys as keyboards do", () => {
  expect(capsOf("Mod-Enter", false)).toEqual(["Ctrl", "Enter"]);
  expect(capsOf("Mod-Enter", true)).toEqual(["⌘", "Enter"]);
  expect(capsOf("Alt-Shift-f", false)).toEqual(["Alt", "Shift", "F"]);
  expect(capsOf("Ctrl--", false)).toEqual(["Ctrl", "-"]);
  expect(capsOf("Alt-ArrowUp", true)).toEqual(["⌥", "↑"]);
  expect(capsOf("F1", false)).toEqual(["F1"]);
});
