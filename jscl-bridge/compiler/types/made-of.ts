/** What is made of a value that does not fit: elements of an array, and what COERCE makes. */

import { symbolName } from "../../runtime/objects/symbols.js";
import { keyword } from "../../runtime/signals.js";
import type { CallNode } from "../syntax/tree.js";
import { typeFromForm } from "../warnings/specifiers.js";
import type { Analysis } from "./analysis.js";
import { elementOf, madeArray } from "./arrays.js";
import { conflict } from "./conflicts.js";
import { CHARACTER, CONS, DOUBLE, FUNCTION, NULL, REAL, SINGLE, STRING, SYMBOL, VECTOR } from "./kinds.js";
import { disjoint, isOfKinds, type LispType } from "./lattice.js";

type Types = readonly (LispType | null)[];

/** What SBCL's transformation of MAKE-ARRAY calls the element. */
const ELEMENT = "SB-C::INITIAL-ELEMENT";

/** Warns of an :INITIAL-ELEMENT that the array cannot have. */
export function checkInitialElement(a: Analysis, node: CallNode, types: Types): void {
  if (symbolName(node.name) !== "MAKE-ARRAY") return;
  const key = node.args.findIndex((each) => each.kind === "constant" && each.value === INITIAL());
  const value = node.args[key + 1];
  const type = types[key + 1] ?? null;
  if (key < 1 || value === undefined || type === null) return;
  const made = madeArray(a.host, node);
  const expected = made?.facets.simple === true && made.facets.rank !== undefined ? elementOf(made) : null;
  if (expected === null || !disjoint(type, expected)) return;
  const isLiteral = value.kind === "constant";
  const shown = isLiteral ? `'${a.host.print(value.value)}` : ELEMENT;
  const context = (): string => `(THE ${expected.text} ${shown})`;
  const name = isLiteral ? undefined : ELEMENT;
  conflict(a, { node, index: key + 1, value, type, expected, plain: false, context, name, shown });
}

const INITIAL = () => keyword("INITIAL-ELEMENT");

const COERCED = -4;
/** Sequences and functions are made of lists, or of what is known when the program runs. */
const OTHERWISE = FUNCTION | VECTOR | NULL | CONS;

/** Warns of a COERCE that nothing can come of. */
export function checkCoercion(a: Analysis, node: CallNode, types: Types): void {
  const [value = null] = types;
  const designator = node.args[1];
  if (symbolName(node.name) !== "COERCE" || value === null || designator?.kind !== "constant") return;
  const made = typeFromForm(a.host, designator.value);
  const { constant } = value;
  if (constant !== undefined && (value.kinds & (REAL | CHARACTER)) !== 0) {
    const error = a.errorOfCall(node, [constant.value, designator.value]);
    const message = (): string => `Lisp error during constant folding:\n${error}`;
    if (error !== null) a.find(node, COERCED, "SIMPLE-STYLE-WARNING", message, node.form);
    return;
  }
  const isLost = (made.kinds & OTHERWISE & ~NULL) === 0 && disjoint(value, made) && !isMadeOf(value, made);
  if (!isLost || (constant !== undefined && isOfKinds(value, SYMBOL))) return;
  const message = (): string => `Cannot coerce ${value.text} to ${a.host.print(designator.value)}`;
  a.find(node, COERCED, "SIMPLE-WARNING", message, null);
}

/** Whether such objects can be made of such values. */
function isMadeOf(value: LispType, made: LispType): boolean {
  if (made.kinds === 0) return true;
  if ((made.kinds & ~(SINGLE | DOUBLE)) === 0) return (value.kinds & REAL) !== 0;
  return (made.kinds & CHARACTER) !== 0 && (value.kinds & (SYMBOL | STRING)) !== 0;
}
