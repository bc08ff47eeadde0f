/** Destructive operations on literals, which the program must not change (CLHS 3.7.1). */

import type { FunctionEntry } from "../../functions/table.js";
import { table } from "../../runtime/objects/table.js";
import { isLispString } from "../../runtime/objects/vectors.js";
import { isCons } from "../syntax/forms.js";
import type { Node, RuntimeNode } from "../syntax/tree.js";
import type { Analysis } from "./analysis.js";
import type { LispType } from "./lattice.js";

const REFERENCES =
  "\nSee also:\n  The ANSI Standard, Special Operator QUOTE\n  The ANSI Standard, Section 3.7.1";

const NAMES: Readonly<Record<string, string>> = table({
  RPLACA: "SB-KERNEL:%RPLACA",
  RPLACD: "SB-KERNEL:%RPLACD",
  "(SETF_GETHASH)": "SB-KERNEL:%PUTHASH",
});

/** Writers of the runtime that SETF forms expand into, by the names SBCL has for them. */
const WRITERS: Readonly<Record<string, string>> = table({
  setCar: "SB-KERNEL:%RPLACA",
  setCdr: "SB-KERNEL:%RPLACD",
  setAref: "(SETF AREF)",
  setSvref: "(SETF AREF)",
  setChar: "(SETF AREF)",
  setSchar: "(SETF AREF)",
});

/** Numbers of these findings among those of a node begin here. */
const MODIFIED = 1000;

/** Which of `count` arguments a function changes. */
export function modifiedArguments({ required, rest }: FunctionEntry, count: number): number[] {
  const changed = [...required.keys()].filter((i) => required[i]?.changed);
  // The last list that is joined to others stays as it is.
  const joined = rest?.changed === true ? Math.max(count - 1, 0) : 0;
  return [...changed, ...Array.from({ length: joined }, (_, i) => i)];
}

/** Checks an argument that a function changes. */
export function checkModified(
  a: Analysis,
  node: Node,
  index: number,
  name: string,
  type: LispType | null,
): void {
  check(a, node, index, Object.hasOwn(NAMES, name) ? (NAMES[name] as string) : name, type);
}

/** Checks what a SETF form writes into. */
export function checkWritten(a: Analysis, node: RuntimeNode, type: LispType | null): void {
  const name = Object.hasOwn(WRITERS, node.name) ? WRITERS[node.name] : undefined;
  if (name !== undefined) check(a, node, 0, name, type);
}

function check(a: Analysis, node: Node, index: number, name: string, type: LispType | null): void {
  const value = type?.constant?.value;
  if (!(isCons(value) || isLispString(value) || Array.isArray(value))) return;
  const message = (): string =>
    `Destructive function ${name} called on constant data: ${a.host.print(value)}${REFERENCES}`;
  a.find(node, MODIFIED + index, "CONSTANT-MODIFIED", message, null);
}
