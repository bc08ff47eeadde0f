/**
 * Calls of foldable functions with constant arguments that signal an error: SBCL finds out while it compiles.
 */

import type { LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { isCons } from "../syntax/forms.js";
import type { CallNode, Node, RuntimeNode } from "../syntax/tree.js";
import { filled } from "../warnings/conflict-texts.js";
import type { Analysis } from "./analysis.js";
import type { LispType } from "./lattice.js";

type Types = readonly (LispType | null)[];

/** Functions of an array and its subscripts. */
const SUBSCRIPTED: ReadonlySet<string> = new Set("AREF SVREF CHAR SCHAR ELT".split(" "));
/** Numbers of these findings among those of a node. */
const FOLDED = -2;
const SUBSCRIPT = -3;

/** Checks a call of a foldable function that may fail although the types of its arguments fit. */
export function checkFolding(a: Analysis, node: CallNode, types: Types): void {
  const { args, name } = node;
  const [first] = args;
  if (SUBSCRIPTED.has(symbolName(name)) && checkSubscripts(a, node, args, types)) return;
  if (symbolName(name) === "ELT" && first?.kind === "constant" && isCons(first.value)) return;
  const values: LispValue[] = [];
  for (const type of types) {
    if (type?.constant === undefined) return;
    values.push(type.constant.value);
  }
  if (values.length === 0) return;
  const error = a.errorOfCall(node, values);
  if (error === null) return;
  const message = (): string => `Lisp error during constant folding:\n${error}`;
  a.find(node, FOLDED, "SIMPLE-STYLE-WARNING", message, node.form);
}

/**
 * Whether a constant subscript is outside of an array whose dimensions are known; the array is the first
 * argument. Answers whether the array was no literal.
 */
export function checkSubscripts(
  a: Analysis,
  node: CallNode | RuntimeNode,
  [array, ...subscripts]: readonly Node[],
  types: Types,
): boolean {
  if (array?.kind === "constant") return false;
  const dimensions = types[0]?.dimensions;
  if (dimensions?.length !== subscripts.length) return true;
  for (const [i, dimension] of dimensions.entries()) {
    const value = types[i + 1]?.constant?.value;
    if (typeof value !== "number" || value < dimension) continue;
    const message = (): string => {
      const start = `Derived type ${types[i + 1]?.text} is not a suitable index for `;
      return `${start}${filled(types[0]?.text ?? "", start.length)}.`;
    };
    a.find(node, SUBSCRIPT, "SIMPLE-WARNING", message, null);
    return true;
  }
  return true;
}
