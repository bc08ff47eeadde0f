import type { PageSession } from "../page/page-lisp.js";

/** Has the session evaluate the hidden code that a cell names. Throws one sentence where there is none. */
export function setUp(cell: Element, session: PageSession): void {
  const id = cell.getAttribute("setup");
  if (!id) return;
  const holder = cell.ownerDocument.getElementById(id);
  if (!holder)
    throw new Error(`The set-up code of this cell is in "${id}", and the page has no such element.`);
  session.setUp(id, (holder instanceof HTMLTemplateElement ? holder.content : holder).textContent ?? "");
}

/** The seconds that an attribute names, if it names any. */
export function seconds(text: string | null): number | undefined {
  const number = Number(text ?? Number.NaN);
  return text?.trim() && number >= 0 ? number : undefined;
}
