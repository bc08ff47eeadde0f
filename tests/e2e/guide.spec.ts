import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.js";

type Cell = HTMLElement & { readonly state: string; run(): Promise<unknown> };

/** Opens the guide; the names of the cells whose answers differ are in `differing`. */
async function openGuide(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const differing: string[] = [];
    addEventListener("lisp-mismatch", ({ target }) => differing.push((target as Element).id));
    Object.assign(globalThis, { differing });
  });
  await page.goto("./guide/");
}

test("the cells of the guide run in the order of the page, and nothing comes but what is recorded", async ({
  page,
}) => {
  await openGuide(page);
  const states = await page.evaluate(async () => {
    const found: string[] = [];
    for (const cell of document.querySelectorAll<Cell>("lisp-cell:not([on-error])")) {
      await cell.run();
      found.push(cell.state);
    }
    return found;
  });
  expect(states.filter((state) => state === "done")).toHaveLength(18);
  expect(states.filter((state) => state === "error")).toHaveLength(1);
  expect(await page.evaluate("differing")).toEqual([]);
});

test("a reader of the guide is asked for a restart, and the loop goes on", async ({ page }) => {
  await openGuide(page);
  const cell = page.locator("#asked");
  // A cell is drawn when it comes near the window.
  await cell.scrollIntoViewIfNeeded();
  await cell.getByRole("button", { name: "Run" }).click();
  await cell.getByRole("button", { name: /SKIP-ENTRY/ }).click();
  await expect(cell.locator("[part~=value]")).toContainText("(21 19 NIL 23)");
});

test("the guide is dark ink on white paper, also for readers whose screens are dark", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openGuide(page);
  const code = page.locator("#sum pre.code");
  await expect(code).toBeVisible();
  await expect(page.locator("#sum [data-theme]").first()).toHaveAttribute("data-theme", "dark");
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  const lightness = (property: string) =>
    code.evaluate((element, name) => {
      const probe = document.createElement("canvas").getContext("2d");
      if (!probe) return Number.NaN;
      const opaque = (at: Element): string => {
        const colour = getComputedStyle(at).getPropertyValue(name);
        const around = at.parentElement ?? (at.getRootNode() as ShadowRoot).host;
        return /, 0\)$|transparent/.test(colour) ? opaque(around) : colour;
      };
      probe.fillStyle = opaque(element);
      probe.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = probe.getImageData(0, 0, 1, 1).data;
      return (red + green + blue) / 3;
    }, property);
  expect(await lightness("background-color")).toBeGreaterThan(240);
  expect(await lightness("color")).toBeLessThan(80);
});
