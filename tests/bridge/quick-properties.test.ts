import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import { Image, makerOf } from "./engine.js";
import { loadParts } from "./image.js";

test("what compiled code calls is found without a look-up in a table", async () => {
  const { createJscl, overlay, rare } = await loadParts();
  const image = new Image((options) => createJscl({ ...options, rare: makerOf(rare) }));
  image.load(overlay);
  // V8 looks at how an object is kept when code that runs often first meets it.
  const often = new Function("R", "return R.DoubleFloat") as () => unknown;
  for (let i = 0; i < 1000; i++) image.call(often);
  setFlagsFromString("--allow-natives-syntax");
  const isQuick = new Function("object", "return %HasFastProperties(object)");
  expect([isQuick(image.runtime), isQuick(image.stack)]).toEqual([true, true]);
});
