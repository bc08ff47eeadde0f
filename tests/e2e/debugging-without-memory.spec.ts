import { SCENARIOS } from "../scenarios/debugging.js";
import { CLEAN_UP, problemWith } from "../scenarios/moves.js";
import { made } from "./support/made-pages.js";
import { LispSession } from "./support/session.js";
import { expect, test } from "./support/test.js";
import { makePages, serving } from "./support/windows.js";

// The scenarios of debugging in pages without headers of isolation: nothing waits in shared memory, and
// evaluations are left on the heap where they are held.

for (const mode of ["worker", "page"] as const)
  test(`what is seen elsewhere is seen where no memory is shared, in ${mode} mode`, async ({ page }) => {
    test.setTimeout(180_000);
    const tools = ["core", "sessions", "development", "debugger"] as const;
    await makePages({ alone: serving({ origins: ["*"], mode, tools: [...tools] }) });
    await page.goto(made("alone"));
    expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(false);
    await page.evaluate(() => (globalThis as unknown as { served: Promise<unknown> }).served);
    const lisp = await LispSession.open(page);
    const problems: string[] = [];
    for (const { name, moves } of SCENARIOS) {
      for (const move of moves) {
        const { text } = await lisp.tool(move.tool, move.args);
        const problem = problemWith(move, text);
        if (problem === null) continue;
        problems.push(`${name}: ${problem}`);
        break;
      }
      await lisp.tool(CLEAN_UP.tool, CLEAN_UP.args);
    }
    expect(problems).toEqual([]);
  });

test("without the file of twins an error is reported at once, with the reason", async ({ page, context }) => {
  await makePages({ alone: serving({ origins: ["*"], tools: ["core", "debugger"] }) });
  let isThere = false;
  await context.route("**/jscl-twins.js", (route) =>
    isThere ? route.fallback() : route.fulfill({ status: 404 }),
  );
  await page.goto(made("alone"));
  await page.evaluate(() => (globalThis as unknown as { served: Promise<unknown> }).served);
  const lisp = await LispSession.open(page);
  const fail = () => lisp.tool("evaluate-lisp", { code: "(car 1)", "on-error": "hold" });
  const { text, structuredContent } = await fail();
  expect(structuredContent?.["status"]).toBe("error");
  expect(text).toContain("[ERROR] TYPE-ERROR");
  expect(text).toMatch(/The evaluation was not held: the server answered 404 for .*jscl-twins\.js\./);
  isThere = true;
  expect((await fail()).structuredContent?.["status"]).toBe("held");
});
