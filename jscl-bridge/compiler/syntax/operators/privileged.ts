/**
 * The operators of the overlay's own build: JavaScript written out, and calls of our runtime by name. The
 * build alone has this table; a running image does not, so to a program these are names like any other.
 */

import { withProperties } from "../../../runtime/objects/layout.js";
import { isLispString, stringText } from "../../../runtime/objects/vectors.js";
import { operands } from "../forms.js";
import { ProgramError } from "../program-error.js";
import type { SpecialOperator } from "./table.js";

/** (%RUNTIME "name" form …) calls a function of the runtime. */
const runtimeCall: SpecialOperator = (b, form, env) => {
  const [name, ...args] = operands(form, 1);
  if (!isLispString(name)) throw new ProgramError("%RUNTIME needs the name of a function");
  const nodes = b.nodes(args, env);
  const { inLibrary } = b;
  return { kind: "runtime", ...b.base(form), name: stringText(name), args: nodes, inLibrary, conflicts: [] };
};

/** JavaScript written out, in a text with $0 for a form and @property. */
function written(name: string, thrown: boolean): SpecialOperator {
  return (b, form, env) => {
    const [template, ...forms] = operands(form, 1);
    if (!isLispString(template)) throw new ProgramError(`${name} needs a literal text`);
    const args = b.nodes(forms, env);
    const { code, unknown } = withProperties(stringText(template));
    if (unknown !== undefined) throw new ProgramError(`${name} knows no property @${unknown}`);
    return { kind: "script", ...b.base(form), text: code, args, thrown };
  };
}

/** (%UNSAFE-CAR x) and (%UNSAFE-CDR x), of what is known to be a cons. */
function half(name: "car" | "cdr"): SpecialOperator {
  return (b, form, env) => {
    const [object] = operands(form, 1, 1);
    return { kind: "half", half: name, object: b.node(object, env), ...b.base(form) };
  };
}

/** The privileged special forms by name. */
export const privilegedForms: ReadonlyMap<string, SpecialOperator> = new Map([
  ["%RUNTIME", runtimeCall],
  ["%JS-INLINE", written("%JS-INLINE", false)],
  ["%JS-THROW", written("%JS-THROW", true)],
  ["%UNSAFE-CAR", half("car")],
  ["%UNSAFE-CDR", half("cdr")],
]);
