/** Values of destructive functions that nobody uses, though what was given may not be what it was. */

import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import type { CallNode, Node } from "../syntax/tree.js";
import type { Analysis } from "./analysis.js";
import { CONS, NULL } from "./kinds.js";
import { isOfKinds } from "./lattice.js";

const DESTRUCTIVE: ReadonlySet<string> = new Set(
  `DELETE DELETE-DUPLICATES DELETE-IF DELETE-IF-NOT MERGE NINTERSECTION NRECONC NREVERSE NSET-DIFFERENCE NSET-EXCLUSIVE-OR
  NUNION`.split(/\s+/),
);

/** Warns of calls whose values are those of a node that has just been analysed for its effect. */
export function checkDiscarded(a: Analysis, node: Node): void {
  switch (node.kind) {
    case "call": {
      const name = nameOf(node);
      if (name === null) return;
      const message = (): string => `The return value of ${name} should not be discarded.`;
      a.find(node, DISCARDED, "SIMPLE-STYLE-WARNING", message, null);
      return;
    }
    case "if":
      checkDiscarded(a, node.then);
      checkDiscarded(a, node.otherwise);
      return;
    case "sequence":
      checkDiscarded(a, node.forms.at(-1) as Node);
  }
}

/** Number of this finding among those of a node. */
const DISCARDED = -4;

/** The function that is called, as SBCL names it; null for one whose value may be discarded. */
function nameOf({ name, args }: CallNode): string | null {
  if (homeName(name) !== "COMMON-LISP") return null;
  const text = symbolName(name);
  if (DESTRUCTIVE.has(text)) return text;
  const sorts = text === "SORT" || text === "STABLE-SORT";
  return sorts && isOfKinds(args[0]?.type ?? null, NULL | CONS) ? "STABLE-SORT-LIST" : null;
}
