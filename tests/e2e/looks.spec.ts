import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Desk } from "../photographs/desk.mjs";
import { STATES } from "../photographs/states.mjs";
import { cell, cellOf, openCells } from "./support/cells.js";
import { collectLooks, type Looks, unmatchedSelectors } from "./support/looks.js";
import { expect, test } from "./support/test.js";
import { writeCode } from "./support/write-code.js";

// What the styles of each page come to, recorded: who changes a style sees which parts look different, and by
// which values. `UPDATE_LOOKS=1 npx playwright test looks` records it anew; read the difference.

const FOLDER = new URL("looks/", import.meta.url);

const written = (name: string, values: [string, string][]): string =>
  `${name} { ${values.map(([property, value]) => `${property}: ${value}`).join("; ")} }`;

/** The lines of looks, each once. */
function linesOf(looks: Looks): string[] {
  const lines = looks
    .filter(({ values }) => Object.keys(values).length > 0)
    .map(({ name, values }) => written(name, Object.entries(values)));
  return [...new Set(lines)].sort();
}

/** What other media change of each part. */
function changes(before: Looks, after: Looks): string[] {
  const isSame = before.length === after.length && before.every(({ name }, i) => name === after[i]?.name);
  // Parts that are there only then are told whole.
  if (!isSame) {
    const old = new Set(linesOf(before));
    return linesOf(after).filter((line) => !old.has(line));
  }
  const lines = before.map(({ name, values: old }, i) => {
    const now = after[i]?.values ?? {};
    const properties = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
    const changed = properties.filter((property) => old[property] !== now[property]);
    return changed.length === 0
      ? ""
      : written(
          name,
          changed.map((property) => [property, now[property] ?? "as others"]),
        );
  });
  return [...new Set(lines)].filter((line) => line !== "").sort();
}

/** The looks of a page as it is, and what of them other media and windows change. */
async function looksOf(page: Page): Promise<string> {
  const looks = () => page.evaluate(collectLooks);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await looks();
  expect(light.length).toBeGreaterThan(10);
  const sections = [linesOf(light).join("\n")];
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  const others: [string, () => Promise<void>, () => Promise<void>][] = [
    [
      "dark",
      () => page.emulateMedia({ colorScheme: "dark" }),
      () => page.emulateMedia({ colorScheme: "light" }),
    ],
    [
      "narrow",
      () => page.setViewportSize({ width: 390, height: 844 }),
      () => page.setViewportSize({ width, height }),
    ],
    [
      "forced colours",
      () => page.emulateMedia({ forcedColors: "active" }),
      () => page.emulateMedia({ forcedColors: "none" }),
    ],
  ];
  for (const [name, enter, leave] of others) {
    await enter();
    // Who listens for media draws anew.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    sections.push(`# ${name}\n${changes(light, await looks()).join("\n")}`);
    await leave();
  }
  return `${sections.join("\n\n")}\n`;
}

async function expectLooks(page: Page, name: string): Promise<void> {
  // Not over what came to lie under it since the last click.
  await page.mouse.move(0, 0);
  expectRecorded(name, await looksOf(page));
}

/** Compares lines with what is recorded, whatever their order. */
function expectRecorded(name: string, came: string): void {
  const file = new URL(`${name}.txt`, FOLDER);
  if (process.env["UPDATE_LOOKS"]) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, came);
  }
  const recorded = (existsSync(file) ? readFileSync(file, "utf8") : "").split("\n");
  const [old, now] = [new Set(recorded), new Set(came.split("\n"))];
  expect({
    gone: recorded.filter((line) => !now.has(line)),
    came: [...now].filter((line) => !old.has(line)),
  }).toEqual({ gone: [], came: [] });
}

const PROGRAM = `(defun square (x) (* x x))
(format t "To standard output.~%")
(warn "Something is odd.")
(defun lost () (list lenght (go nowhere)))
(values 1/3 "a string")
(list no-such)`;

test("the playground, with answers and an error that is held", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  await writeCode(page.locator("#editor .cm-content"), PROGRAM);
  await page.locator("#run").click();
  await expect(page.locator(".entry .row-held, .entry [part=report], .entry .report").first()).toBeVisible();
  await expectLooks(page, "playground");
});

test("cells and a prompt, with answers and errors", async ({ page }) => {
  await openCells(
    page,
    `${cell(PROGRAM.replace("(list no-such)", "=> 2"), 'id="a"')} ${cell("(list no-such)", 'id="b"')}
     ${cell("(list no-such)", 'id="d" session="held" on-error="ask"')} <lisp-repl session="prompt"></lisp-repl>`,
    { head: '<meta name="color-scheme" content="light dark">' },
  );
  for (const id of ["a", "b", "d"]) await cellOf(page, id).run.click();
  await expect(cellOf(page, "d").host.locator(".row-held")).toBeVisible();
  await expect(cellOf(page, "a").host.locator(".row-mismatch")).toBeVisible();
  await expect(cellOf(page, "b").host.locator("[part=report]")).toBeVisible();
  const prompt = page.locator("lisp-repl").getByLabel("Lisp prompt");
  await prompt.fill("(list no-such)");
  await prompt.press("Enter");
  await expect(page.locator("lisp-repl").locator("[part=report]")).toBeVisible();
  await expectLooks(page, "cells");
});

test("the guide", async ({ page }) => {
  await page.goto("/guide/");
  await expect(page.locator("lisp-cell .toolbar").last()).toBeAttached();
  await expectLooks(page, "guide");
});

/** What is there for a moment, or as long as something is at work, is told by no look. */
const FLEETING = /running|booting|reading|busy|pending|session-dot|\[data-state=(?:starting|kept)\]/;

// What only some states of the playground show. A rule that none of them shows is recorded by its selector:
// who adds one sees that nobody looks at it, and can add a state to tests/photographs/states.mjs.
test("the playground in every state that is photographed", async ({ page }) => {
  test.setTimeout(360_000);
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-lisp", "ready");
  const desk = new Desk(page);
  const lines = new Set<string>();
  const unmatched: string[][] = [];
  const look = async (): Promise<string[]> => linesOf(await page.evaluate(collectLooks));
  for (const state of STATES) {
    await state.enter(desk);
    await page.mouse.move(0, 0);
    // What was asked of the Lisp in passing has come when nothing changes any more.
    let before: string[] = [];
    await expect(async () => {
      const now = await look();
      const isSame = now.length === before.length && now.every((line, i) => line === before[i]);
      before = now;
      expect(isSame).toBe(true);
    }).toPass({ intervals: [100] });
    for (const line of before) if (!FLEETING.test(line)) lines.add(line);
    unmatched.push(await page.evaluate(unmatchedSelectors));
    await state.leave?.(desk);
  }
  const unseen = (unmatched[0] ?? [])
    .filter((selector) => unmatched.every((each) => each.includes(selector)) && !FLEETING.test(selector))
    .sort();
  expectRecorded("states", `${[...lines].sort().join("\n")}\n\n# shown in no state\n${unseen.join("\n")}\n`);
});
