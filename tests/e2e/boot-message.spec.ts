import { expect, test } from "./support/test.js";

test.use({ cold: true });

test("an image's Worker boots when it is told what it may do, and not before", async ({ page }) => {
  await page.goto("/");
  const kinds = await page.evaluate(async () => {
    const heard: string[] = [];
    const worker = new Worker("/jscl-worker.js", { type: "module" });
    const ready = new Promise<void>((resolve) => {
      worker.onmessage = ({ data }) => {
        heard.push(data.kind);
        if (data.kind === "ready") resolve();
      };
    });
    for (const early of [null, "boot", { kind: "boot" }, { kind: "evaluate", id: 1 }])
      worker.postMessage(early);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = [...heard];
    worker.postMessage({ kind: "boot", options: { interrupts: null, answers: null, grants: {} } });
    await ready;
    worker.terminate();
    return { before, last: heard.at(-1) };
  });
  expect(kinds).toEqual({ before: [], last: "ready" });
});
