import type { Locator, Page } from "@playwright/test";
import { makePage } from "./made-pages.js";

/** How a page with cells is made. */
interface CellPage {
  readonly head?: string;
  /** Whether the page has shared memory. */
  readonly isIsolated?: boolean;
  /** Further attributes of the script. */
  readonly script?: string;
}

const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** A page of documentation with cells in it. */
function cellPage(body: string, { head = "", script = "" }: CellPage = {}): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Cells</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style>body { font: 16px/1.6 sans-serif; max-width: 44em; margin: 2em auto; padding: 0 16px }</style>${head}
    <script type="module" src="/lisp-cell.js" ${script}></script></head><body><main>${body}</main></body></html>`;
}

/** Opens a page with cells in it. */
export async function openCells(page: Page, body: string, how: CellPage = {}): Promise<void> {
  const headers = how.isIsolated === false ? {} : ISOLATION;
  await page.goto(await makePage("cells", cellPage(body, how), headers));
}

/** A cell's markup. */
export function cell(code: string, attributes = ""): string {
  const text = code.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<lisp-cell ${attributes}><pre><code class="language-lisp">${text}</code></pre></lisp-cell>`;
}

/** The cell that has an id, and what is in it. */
export function cellOf(page: Page, id: string) {
  const host: Locator = page.locator(`#${id}`);
  return {
    host,
    run: host.locator(".run"),
    value: host.locator("[part=value] pre"),
    output: host.locator("[part=output] pre"),
    state: () => host.evaluate((node) => (node as unknown as { state: string }).state),
  };
}
