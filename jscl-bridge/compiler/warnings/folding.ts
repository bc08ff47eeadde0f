/** Calls of foldable functions with constant arguments that signal an error: SBCL finds out while it compiles. */
import type { LispCons, LispSymbol, LispValue } from "../../runtime/marshal.js";
import type { Environment } from "../environment.js";
import { elements, isCons } from "../forms.js";
import type { Unit } from "../unit.js";
import { constantOf } from "./constants.js";
import { derive } from "./derive.js";

/** Foldable functions whose calls may fail although the types of their arguments fit. */
const RISKY: ReadonlySet<string> = new Set(
  `/ MOD REM FLOOR CEILING TRUNCATE ROUND FFLOOR FCEILING FTRUNCATE FROUND AREF SVREF CHAR SCHAR ROW-MAJOR-AREF ELT
  LOG EXPT COERCE CODE-CHAR`.split(/\s+/),
);
/** Functions of an array and its subscripts. */
const SUBSCRIPTED: ReadonlySet<string> = new Set("AREF SVREF CHAR SCHAR ELT".split(" "));

export function checkFolding(unit: Unit, form: LispCons, env: Environment): void {
  const head = form.$$jscl_car as LispSymbol;
  if (!RISKY.has(head.name)) return;
  const args = elements(form.$$jscl_cdr);
  if (SUBSCRIPTED.has(head.name) && checkSubscripts(unit, args, env)) return;
  if (head.name === "ELT" && isCons(constantOf(unit.host, args[0])?.value)) return;
  const values: LispValue[] = [];
  for (const arg of args) {
    const derived = derive(unit, arg, env);
    if (derived === null || !derived.certain || derived.type.constant === undefined) return;
    values.push(derived.type.constant.value);
  }
  if (values.length === 0) return;
  const error = unit.host.errorOfCall(head, values);
  if (error === null) return;
  unit.host.warnings.warn("SIMPLE-STYLE-WARNING", `Lisp error during constant folding:\n${error}`, form);
}

/** Whether a constant subscript is outside of an array whose dimensions are known; answers whether the array was no literal. */
export function checkSubscripts(
  unit: Unit,
  [array, ...subscripts]: readonly LispValue[],
  env: Environment,
): boolean {
  if (constantOf(unit.host, array) !== undefined) return false;
  const derived = derive(unit, array, env);
  const dimensions = derived?.certain ? derived.type.dimensions : undefined;
  if (derived === null || dimensions === undefined || dimensions.length !== subscripts.length) return true;
  for (const [i, subscript] of subscripts.entries()) {
    const index = derive(unit, subscript, env);
    const value = index?.certain ? index.type.constant?.value : undefined;
    if (typeof value !== "number" || value < (dimensions[i] as number)) continue;
    const message = `Derived type ${index?.type.text} is not a suitable index for ${derived.type.text}.`;
    unit.host.warnings.warn("SIMPLE-WARNING", message, null);
    return true;
  }
  return true;
}
