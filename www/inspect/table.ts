import { element } from "../elements/dom.js";
import type { Value } from "./value.js";

/** The pages of a value as one table; null where they have no table, or not the same columns. */
export function tableOf(pages: readonly Value[]): HTMLElement | null {
  const [first] = pages;
  const columns = first?.table?.columns;
  if (!first || !columns) return null;
  const isSame = ({ table }: Value) => table?.columns.join("\n") === columns.join("\n");
  if (!pages.every(isSame)) return null;
  // The entries of a hash table have no order to count them by.
  const isCounted = first.kind !== "hash-table";
  const head = columns.map((name) => element("th", { scope: "col" }, name));
  const rows = pages.flatMap(({ table, start }) =>
    (table?.rows ?? []).map((cells, row) =>
      element(
        "tr",
        {},
        isCounted && element("th", { scope: "row" }, String(start + row)),
        ...cells.map((cell) => element("td", {}, cell)),
      ),
    ),
  );
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, isCounted && element("td"), ...head)),
    element("tbody", {}, ...rows),
  );
  // It scrolls sideways where it is wide, by keyboard too.
  return element(
    "div",
    { class: "parts-table", role: "region", "aria-label": "Table of the parts", tabindex: "0" },
    table,
  );
}
