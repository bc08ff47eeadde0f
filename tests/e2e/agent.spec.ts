/** A person and an agent in one Lisp: the page that `jscl-mcp --page` serves, and its client. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PROGRAM, Program } from "../stdio/support/program.js";
import { pageAddress } from "../stdio/support/relay-page.js";
import { accessProblems } from "./support/access.js";
import { expect, test } from "./support/test.js";
import { writeCode } from "./support/write-code.js";

let program: Program;

test.beforeAll(() => {
  program = new Program(["--page", "--port", "0"]);
});

test.afterAll(() => {
  program.kill();
});

test("an agent works in the Lisp of the page, beside the person", async ({ page, context }) => {
  // One page is for all of it, and a process of Node runs a test.
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { origin, token } = await pageAddress(program);
  const url = `${origin}/#agent=${token}`;
  // What the agent asks before the page is open waits for it.
  const hello = program.initialize();
  await page.addInitScript(() => localStorage.setItem("jscl-mcp.playground.ask-on-error", "no"));
  await page.goto(url);
  expect((await hello).result.serverInfo.name).toBe("jscl-mcp");
  const state = page.locator("#agent");
  await expect(state).toHaveText("test is connected");
  expect(page.url()).not.toContain(token);

  const run = async (code: string) => {
    await writeCode(page.locator("#editor .cm-content"), code);
    await page.locator("#editor .cm-content").press("Control+Enter");
    await expect(page.locator(".entry:last-of-type")).toHaveAttribute("data-state", "ok");
  };
  const newest = page.locator(".entry:last-child");
  await run("(defun twice (x) (* 2 x))");
  expect(await program.evaluate("(defun thrice (x) (* 3 x)) (twice 21)")).toBe("=> 42");
  await expect(newest.locator(".entry-by")).toHaveText("agent · test");
  await expect(newest.locator(".entry-source")).toContainText("(twice 21)");
  await expect(newest.locator(".row-value pre")).toHaveText("42");
  await run("(thrice 2)");
  await expect(newest.locator(".row-value pre")).toHaveText("6");
  await expect(newest.locator(".entry-by")).toHaveCount(0);

  // The agent is told in brief; the person sees all of it.
  const report = await program.evaluate('(print 1) (warn "take care") (/ 1 0)');
  await expect(newest).toHaveAttribute("data-state", "error");
  await expect(newest.locator(".row-out pre")).toContainText("1");
  await expect(newest.locator(".row-warning")).toContainText("take care");
  await expect(newest.getByRole("heading", { name: "DIVISION-BY-ZERO" })).toBeVisible();
  await expect(newest.locator(".frame").first()).toContainText("(/ 1 0)");
  await newest.hover();
  await newest.getByRole("button", { name: "As text" }).click();
  await expect(newest.locator(".model-words")).toHaveText(report);
  expect(await accessProblems(page, "#transcript", ".masthead")).toEqual([]);

  // Who said what is told apart in the traffic.
  await page.getByRole("button", { name: "Traffic", exact: true }).click();
  const messages = page.locator("#messages > li:visible");
  await page.locator("#traffic-client").selectOption("agent");
  await page.locator("#traffic-method").selectOption("tools/call");
  await expect(messages).toHaveCount(4);
  await messages.nth(1).locator("summary").click();
  await expect(messages.nth(1).locator(".message-facts")).toContainText("legacy 2025-11-25 · answered in");
  await expect(messages.nth(1).locator(".model-words")).toHaveText("=> 42");
  await messages.nth(2).locator("summary").click();
  await messages.nth(2).getByRole("button", { name: "Copy as a test" }).click();
  await expect(messages.nth(2).getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await accessProblems(page, "#traffic")).toEqual([]);
  runsAsTest(await page.evaluate(() => navigator.clipboard.readText()));
  await page.getByRole("button", { name: "Close traffic" }).click();

  await page.locator("#share > button").click();
  await page.getByRole("menuitem", { name: "Let an agent in" }).click();
  const dialog = page.getByRole("dialog", { name: "Let an agent in" });
  await dialog.getByRole("button", { name: "Copy" }).first().click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  const configuration = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(configuration.mcpServers.lisp.args).toContain("--page");
  expect(await accessProblems(page, "dialog[open]")).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();

  // A second page is told why it has no agent.
  const second = await context.newPage();
  await second.goto(url);
  await expect(second.locator("#source-notice")).toContainText("Another page lets this agent in already.");
  await second.close();

  // The person ends what the agent evaluates: in its entry, by the page's button, and by the key.
  const stop = page.locator("#run");
  for (const end of [
    () => newest.getByRole("button", { name: "Stop what agent · test evaluates" }).click(),
    () => stop.click(),
    () => page.keyboard.press("Control+."),
  ]) {
    const running = program.call("evaluate-lisp", { code: '(princ "so far") (loop)' });
    await expect(newest.locator(".entry-source")).toContainText("(loop)");
    await expect(stop).toHaveText(/Stop/);
    await end();
    const result = await running;
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toContain("was stopped by the person at the playground");
    expect(result.content[0].text).toContain("so far");
    await expect(newest).toHaveAttribute("data-state", "cancelled");
    await expect(newest.locator(".row-stopped")).toContainText("You ended it");
    await expect(newest.getByRole("button", { name: /^Stop/ })).toHaveCount(0);
    await expect(stop).toHaveText(/Run/);
  }
  expect(await program.evaluate("(+ 40 2)")).toBe("=> 42");

  // A page that is loaded again forgets what it was asked, says so, and goes on.
  const lost = program.call("evaluate-lisp", { code: "(loop)" });
  await expect(state).toHaveAttribute("data-working", "");
  await page.reload();
  expect((await lost).error.message).toContain("The page was closed or loaded again");
  // What the agent has evaluated before is still there, under its name.
  const kept = page.locator(".entry-of-other");
  await expect(kept.filter({ hasText: "(twice 21)" }).locator(".entry-by")).toHaveText("agent · test");
  await expect(kept.filter({ hasText: "(twice 21)" }).locator(".row-value pre")).toHaveText("42");
  const failed = kept.filter({ hasText: "take care" });
  await expect(failed.getByRole("heading", { name: "DIVISION-BY-ZERO" })).toBeVisible();
  await expect(failed.locator(".frame").first()).toContainText("(/ 1 0)");
  await expect(kept.filter({ hasText: "You ended it" })).toHaveCount(3);
  expect(await program.evaluate("(+ 1 2)")).toBe("=> 3");
  await expect(newest.locator(".row-value pre")).toHaveText("3");
  program.endInput();
  await expect(state).toHaveText("The agent has left");
  expect(program.watch.problems).toEqual([]);
});

test("an agent whose program ends without a word is missed, and the next one is let in", async ({ page }) => {
  test.slow();
  const first = new Program(["--page", "--port", "0"]);
  const { origin, token } = await pageAddress(first);
  const hello = first.initialize();
  await page.goto(`${origin}/#agent=${token}`);
  await hello;
  const state = page.locator("#agent");
  await expect(state).toHaveText("test is connected");
  void first.call("evaluate-lisp", { code: "(loop)" });
  await expect(page.locator(".entry:last-child")).toHaveAttribute("data-state", "running");
  first.kill("SIGKILL");
  await expect(state).toHaveText("The agent has left");
  await expect(page.locator(".entry:last-child")).toHaveAttribute("data-state", "cancelled");
  await expect(page.locator("#run")).toHaveText(/Run/);

  const second = new Program(["--page", "--port", "0"]);
  const next = await pageAddress(second);
  await page.goto(`${next.origin}/#agent=${next.token}`);
  await second.initialize();
  await expect(state).toHaveText("test is connected");
  expect(await second.evaluate("(+ 1 2)")).toBe("=> 3");
  second.kill();
});

/** Runs a copied test in Node, against the package as it is built. */
function runsAsTest(copied: string): void {
  const file = join(mkdtempSync(join(tmpdir(), "jscl-mcp-copied-")), "call.test.mjs");
  const built = pathToFileURL(PROGRAM.replace("stdio.js", "node.js")).href;
  expect(copied).toContain('from "jscl-mcp"');
  expect(copied).toContain("DIVISION-BY-ZERO");
  writeFileSync(file, copied.replace('from "jscl-mcp"', `from "${built}"`));
  execFileSync(process.execPath, ["--test", file], { stdio: "pipe" });
}
