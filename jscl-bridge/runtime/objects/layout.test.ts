import { expect, test } from "vitest";
import { withProperties } from "./layout.js";

test("names of properties become properties", () => {
  expect(withProperties("$0.@slots[$1] = $0.length")).toEqual({
    code: "$0.SLOTS1[$1] = $0.length",
    unknown: undefined,
  });
});

test("a name that nothing has is told", () => {
  expect(withProperties("$0.@slot + $0.@other").unknown).toBe("slot");
});
