/** The types of all values of a node that has just been analysed. */

import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import type { Node } from "../syntax/tree.js";
import { knownFunction, tableType } from "../warnings/known-functions.js";
import type { Analysis } from "./analysis.js";
import { joined, type LispType } from "./lattice.js";
import { severalValues } from "./results.js";

export interface Values {
  readonly types: readonly (LispType | null)[];
  /** Whether there are no other values. */
  readonly exact: boolean;
}

/** Nodes whose values are those of a part. */
const TAILS: Readonly<Record<string, (node: never) => Node>> = table<(node: never) => Node>({
  sequence: ({ forms }: Extract<Node, { kind: "sequence" }>) => forms.at(-1) as Node,
  let: ({ body }: Extract<Node, { kind: "let" }>) => body,
  receive: ({ body }: Extract<Node, { kind: "receive" }>) => body,
  "local-functions": ({ body }: Extract<Node, { kind: "local-functions" }>) => body,
  progv: ({ body }: Extract<Node, { kind: "progv" }>) => body,
  guard: ({ body }: Extract<Node, { kind: "guard" }>) => body,
  "unwind-protect": (node: Extract<Node, { kind: "unwind-protect" }>) => node.protected,
  first: ({ first }: Extract<Node, { kind: "first" }>) => first,
});

/** The values; null where their number is not known, and no type but the first's. */
export function valuesOf(a: Analysis, node: Node): Values | null {
  switch (node.kind) {
    case "values":
      return { types: node.forms.map(({ type }) => type), exact: true };
    case "if":
      return joinedValues(branchValues(a, node.then), branchValues(a, node.otherwise)) ?? null;
    case "block":
      return a.blocks.get(node)?.values ?? null;
    case "call-local":
      return a.beliefs.get(node.target)?.values ?? null;
    case "call":
      return callValues(node);
    case "call-lambda":
      return node.lambda.keepsVariables ? null : valuesOf(a, node.lambda.body);
    case "constant":
    case "read":
    case "global":
    case "assign":
    case "function":
    case "local-function":
    case "global-function":
    case "values-list":
    case "tagbody":
    case "while":
    case "count":
      return { types: [node.type], exact: true };
  }
  const tail = Object.hasOwn(TAILS, node.kind) ? TAILS[node.kind] : undefined;
  return tail === undefined ? null : valuesOf(a, tail(node as never));
}

/** The values of a branch; undefined where control does not come to its end. */
function branchValues(a: Analysis, node: Node): Values | null | undefined {
  return a.unreached.has(node) ? undefined : valuesOf(a, node);
}

/** Values of either sort; undefined for none. */
export function joinedValues(
  a: Values | null | undefined,
  b: Values | null | undefined,
): Values | null | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a === null || b === null) return null;
  const count = Math.min(a.types.length, b.types.length);
  const types = Array.from({ length: count }, (_, i) => joined(a.types[i] ?? null, b.types[i] ?? null));
  return { types, exact: a.exact && b.exact && a.types.length === b.types.length };
}

function callValues(node: Extract<Node, { kind: "call" }>): Values | null {
  if (homeName(node.name) !== "COMMON-LISP") return null;
  const entry = knownFunction(node.name)?.entry;
  if (entry?.values == null) return null;
  const name = symbolName(node.name);
  const several = severalValues(
    name,
    node.args.map(({ type }) => type),
  );
  if (several !== null) return { types: several, exact: true };
  const types = entry.values.map((text, i) => (i === 0 ? node.type : tableType(text)));
  return { types, exact: types.length > 1 };
}
