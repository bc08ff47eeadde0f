import { expect, test } from "vitest";
import { ImageStart } from "./image-start.js";

test("a start resolves with what the image says of itself", async () => {
  const start = new ImageStart();
  start.note({ kind: "booting", step: "x", done: 0, total: 1 });
  start.note({ kind: "ready", lisp: "JSCL", version: "1", bootMs: 5 });
  await expect(start.ready).resolves.toEqual({ lisp: "JSCL", version: "1", bootMs: 5 });
});

test("an image that dies before it is ready rejects with its reason", async () => {
  const start = new ImageStart();
  start.note({ kind: "died", reason: "no file" });
  await expect(start.ready).rejects.toThrow("no file");
  expect(start.readyEvent).toBeNull();
});
