import type { Page } from "@playwright/test";
import { SCENARIOS } from "../scenarios/debugging.js";
import { type Move, problemWith } from "../scenarios/moves.js";
import { playedByKeys, typed } from "../scenarios/playground.js";
import { expect, test } from "./support/test.js";

// The scripted scenarios of debugging in the playground, by keyboard alone: what is seen there is what the
// tools say.

const PLAYED = playedByKeys(SCENARIOS);
/** Tests that share the work. */
const SHARES = 4;

/** Says what an entry shows in the words and the order of a tool's text. Runs in the page. */
function readEntry(entry: Element): string {
  const said: string[] = [];
  const all = (root: Element, selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
  const one = (root: Element, selector: string) =>
    root.querySelector<HTMLElement>(selector)?.innerText.trim() ?? "";
  for (const row of all(entry, ".row")) {
    const content = one(row, ".row-content");
    if (row.matches(".row-out")) said.push(`[stdout]\n${content}`);
    else if (row.matches(".row-value")) said.push(`=> ${one(row, "pre")}`);
    else if (row.matches(".row-recording")) said.push(`[recording]\n${one(row, "pre")}`);
    else if (!row.matches(".row-held")) said.push(content);
  }
  for (const report of all(entry, ".report")) {
    for (const facts of all(report, ".step-facts")) {
      said.push("STEP-FORM-CONDITION", one(entry, ".row-held [role=status]").replace(/^.*at a b/, "B"));
      for (const [at, name] of all(facts, "dt").entries()) {
        const text = one(facts, `dd:nth-of-type(${at + 1})`).replace(/^/gm, "  ");
        const title = { Next: "Evaluating call", With: "With arguments" }[name.innerText] ?? name.innerText;
        said.push(`${title}:\n${text}`);
      }
    }
    said.push(`[ERROR] ${one(report, ".report-type")}`, one(report, ".report-message"));
    for (const frame of all(report, ".frame"))
      said.push(`${one(frame, ".frame-index")}: ${one(frame, ":scope > code")}`);
    said.push(one(report, ".report-where"));
  }
  said.push(one(entry, ".level-badge").toLowerCase());
  // Of an evaluation that is over the tools list no restarts.
  for (const report of entry.matches('[data-state="held"]') ? all(entry, ".report") : []) {
    const problem = one(report, ".report-problem");
    for (const restart of all(report, ".restarts > li"))
      said.push(
        `${one(restart, ".restart-number")}: [${one(restart, ".restart-name")}] ${one(restart, ".restart-about")}`,
      );
    if (problem !== "") said.unshift(problem);
  }
  return said.join("\n");
}

/** Types what a move takes, waits for its outcome, and answers what is shown of it. */
async function play(page: Page, move: Move): Promise<string> {
  const { line, key, shown, ends } = typed(move);
  const prompt = page.locator("#repl-package");
  if (shown === "prompt") return (await prompt.innerText()).replace(/^.*? (\d+)>$/, "level $1");
  const entries = page.locator("#transcript .entry");
  const before = await entries.count();
  const held = page.locator('#transcript .entry[data-state="held"]').last();
  const goesOn = shown === "held" && (await held.count()) > 0;
  const entry = goesOn ? await held.elementHandle() : null;
  await entry?.evaluate((root) => {
    root.querySelector(".entry-body")?.firstElementChild?.classList.add("was-there");
  });
  if (line !== undefined) {
    await page.keyboard.insertText(line);
    await page.keyboard.press("Control+Enter");
  }
  if (key !== undefined) await page.keyboard.press(key);
  if (entry) await page.waitForFunction((root) => root.querySelector(".was-there") === null, entry);
  else await expect(entries).toHaveCount(before + 1);
  await expect(page.locator('#transcript .entry[data-state="running"]')).toHaveCount(0);
  await expect(page.locator("#run")).not.toHaveText(/^Stop/);
  const outcome = entry ?? (await entries.nth(before).elementHandle());
  if (!outcome) throw new Error("There is no entry.");
  if (ends === true && (await outcome.getAttribute("data-state")) === "held") await play(page, ABORT);
  return outcome.evaluate(readEntry);
}

const ABORT: Move = { tool: "abort-level", args: {}, seen: [] };

/** Ends what is held, and empties the transcript. */
async function cleanUp(page: Page): Promise<void> {
  while ((await page.locator('#transcript .entry[data-state="held"]').count()) > 0) await play(page, ABORT);
  await page.keyboard.insertText(",clear");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("#transcript .entry")).toHaveCount(0);
}

for (let share = 0; share < SHARES; share++) {
  test(`scenarios are played by keyboard, part ${share + 1} of ${SHARES}`, async ({ page }) => {
    await page.goto("./");
    await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
    await page.getByRole("textbox", { name: "Lisp prompt" }).focus();
    for (const { name, moves } of PLAYED.filter((_, at) => at % SHARES === share)) {
      await test.step(name, async () => {
        for (const move of moves)
          expect
            .soft(problemWith(move, await play(page, move)), `${name}: ${JSON.stringify(move.args)}`)
            .toBeNull();
        await cleanUp(page);
      });
    }
  });
}
