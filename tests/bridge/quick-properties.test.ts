import { setFlagsFromString } from "node:v8";
import { expect, test } from "vitest";
import { makerOf } from "../../jscl-bridge/engine/rare-functions.js";
import { Image } from "../../jscl-bridge/image/image.js";
import { loadParts } from "./image.js";

test("what compiled code calls is found without a look-up in a table", async () => {
  const { createJscl, overlay, rare } = await loadParts();
  const image = new Image((options) => createJscl({ ...options, rare: makerOf(rare) }));
  image.load(overlay);
  setFlagsFromString("--allow-natives-syntax");
  const isQuick = new Function("object", "return %HasFastProperties(object)");
  expect([isQuick(image.runtime), isQuick(image.stack)]).toEqual([true, true]);
});
