/**
 * The operators of the overlay's own build: JavaScript written out, and calls of our runtime by name. The
 * build alone has this table; a running image does not, so to a program these are names like any other.
 */

import { carText, cdrText } from "../../runtime/objects/conses.js";
import { withProperties } from "../../runtime/objects/layout.js";
import type { LispCons } from "../../runtime/objects/marshal.js";
import { isLispString, stringText } from "../../runtime/objects/vectors.js";
import type { Unit } from "../emit/unit.js";
import type { Environment } from "../scope/environment.js";
import { operands } from "../syntax/forms.js";
import { ProgramError } from "../syntax/program-error.js";
import type { SpecialForm } from "./special-forms.js";

/** (%RUNTIME "name" form …) calls a function of the runtime. */
function runtimeCall(unit: Unit, form: LispCons, env: Environment): string {
  const [name, ...args] = operands(form, 1);
  if (!isLispString(name)) throw new ProgramError("%RUNTIME needs the name of a function");
  const texts = unit.atoms(args, env);
  return unit.context.slow(`R.${stringText(name)}(${texts.join(",")})`);
}

/** (%JS-INLINE "text with $0 and @property" form …): JavaScript written out. */
function jsInline(unit: Unit, form: LispCons, env: Environment): string {
  const [template, ...forms] = operands(form, 1);
  if (!isLispString(template)) throw new ProgramError("%JS-INLINE needs a literal text");
  const atoms = unit.atoms(forms, env);
  unit.emit(unit.context.pushHere());
  const { code, unknown } = withProperties(stringText(template));
  if (unknown !== undefined) throw new ProgramError(`%JS-INLINE knows no property @${unknown}`);
  const text = code.replace(/\$(\d)/g, (_, n: string) => atoms[Number(n)] ?? "undefined");
  return `(S.sp=q,${text})`;
}

/** (%UNSAFE-CAR x) and (%UNSAFE-CDR x), of what is known to be a cons. */
function half(text: typeof carText): SpecialForm {
  return {
    expression: (unit, form, env) => text(String(unit.atoms(operands(form, 1, 1), env)[0])),
  };
}

/** The privileged special forms by name. */
export const privilegedForms: ReadonlyMap<string, SpecialForm> = new Map([
  ["%RUNTIME", { expression: runtimeCall }],
  ["%JS-INLINE", { expression: jsInline }],
  ["%UNSAFE-CAR", half(carText)],
  ["%UNSAFE-CDR", half(cdrText)],
]);
