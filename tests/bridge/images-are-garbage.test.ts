/** An image that nobody has any more leaves nothing in the modules of its thread. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { bootImage } from "./engine.js";
import { loadParts } from "./image.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

test("images that are replaced are garbage", async () => {
  const parts = await loadParts();
  const booted = (): WeakRef<object> => {
    const { image } = bootImage(parts, () => {}) as unknown as { image: object };
    return new WeakRef(image);
  };
  const images = [booted(), booted(), booted(), booted()];
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
  }
  // The last one is still what modules were bound to.
  expect(images.filter((image) => image.deref() !== undefined).length).toBeLessThanOrEqual(1);
});
