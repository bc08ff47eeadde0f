import type { Runnable } from "../cell/stage.js";

function idsAfter(cell: Element): string[] {
  return (cell.getAttribute("after") ?? "").split(/\s+/).filter((id) => id !== "");
}

function isRunnable(element: Element | null): element is Runnable {
  return element !== null && "run" in element && "state" in element;
}

/** Fails with the names of the cells where one of those a cell has to wait for waits for it. */
function refuseCircle(cell: Element, way: readonly Element[] = []): void {
  const nameOf = ({ id }: Element) => `"${id || "this cell"}"`;
  if (way.includes(cell)) throw new Error(`${[...way, cell].map(nameOf).join(" waits for ")}, in a circle.`);
  for (const id of idsAfter(cell)) {
    const before = cell.ownerDocument.getElementById(id);
    if (before) refuseCircle(before, [...way, cell]);
  }
}

/** Runs the cells that a cell names in `after` and that are not done. Rejects with one sentence. */
export async function runBefore(cell: Element): Promise<void> {
  refuseCircle(cell);
  for (const id of idsAfter(cell)) {
    const before = cell.ownerDocument.getElementById(id);
    if (!isRunnable(before))
      throw new Error(`This cell has to run after "${id}", and the page has no cell of that id.`);
    if (before.state !== "done") await before.run().catch(() => undefined);
    if (before.state !== "done")
      throw new Error(`This cell has to run after "${id}", which did not end with a value.`);
  }
}
