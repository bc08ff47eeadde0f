/**
 * Calls of foldable functions with constant arguments that signal an error: SBCL finds out while it compiles.
 */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import type { Unit } from "../emit/unit.js";
import { elements, isCons } from "../syntax/forms.js";
import { constantOf } from "./constants.js";
import type { Derived } from "./derive.js";

/** What is known of the values of arguments. */
type KnownArguments = (index: number) => Derived | null;

/** Functions of an array and its subscripts. */
const SUBSCRIPTED: ReadonlySet<string> = new Set("AREF SVREF CHAR SCHAR ELT".split(" "));

/** Checks a call of a foldable function that may fail although the types of its arguments fit. */
export function checkFolding(unit: Unit, form: LispCons, known: KnownArguments): void {
  const head = carOf(form) as LispSymbol;
  const args = elements(cdrOf(form));
  if (SUBSCRIPTED.has(symbolName(head)) && checkSubscripts(unit, args, known)) return;
  if (symbolName(head) === "ELT" && isCons(constantOf(unit.host, args[0])?.value)) return;
  const values: LispValue[] = [];
  for (const index of args.keys()) {
    const constant = known(index)?.type.constant;
    if (constant === undefined) return;
    values.push(constant.value);
  }
  if (values.length === 0) return;
  const error = unit.host.errorOfCall(head, values);
  if (error === null) return;
  const holds = (): boolean => values.every((value, i) => known(i)?.type.constant?.value === value);
  const assumed = values.some((_, i) => known(i)?.assumed);
  const suspicion = unit.suspect(assumed, holds, false);
  const message = `Lisp error during constant folding:\n${error}`;
  unit.host.warnings.warnOf(suspicion, "SIMPLE-STYLE-WARNING", () => message, form);
}

/**
 * Whether a constant subscript is outside of an array whose dimensions are known; the array is the first
 * argument. Answers whether the array was no literal.
 */
export function checkSubscripts(
  unit: Unit,
  [array, ...subscripts]: readonly LispValue[],
  known: KnownArguments,
): boolean {
  if (constantOf(unit.host, array) !== undefined) return false;
  const count = known(0)?.type.dimensions?.length;
  if (count !== subscripts.length) return true;
  for (const i of subscripts.keys()) {
    if (!isBeyond(known, i)) continue;
    const assumed = known(0)?.assumed === true || known(i + 1)?.assumed === true;
    const suspicion = unit.suspect(assumed, () => isBeyond(known, i), false);
    const message = `Derived type ${known(i + 1)?.type.text} is not a suitable index for ${known(0)?.type.text}.`;
    unit.host.warnings.warnOf(suspicion, "SIMPLE-WARNING", () => message);
    return true;
  }
  return true;
}

/** Whether a subscript is known to be no smaller than the array's dimension. */
function isBeyond(known: KnownArguments, subscript: number): boolean {
  const dimension = known(0)?.type.dimensions?.[subscript];
  const value = known(subscript + 1)?.type.constant?.value;
  return typeof value === "number" && dimension !== undefined && value >= dimension;
}
