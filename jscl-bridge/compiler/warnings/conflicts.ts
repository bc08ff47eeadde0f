/** Arguments that cannot be of the types that a function takes: a warning, and an error where the call would be. */
import type { LispCons, LispSymbol, LispValue } from "../../runtime/marshal.js";
import { list, sym } from "../../runtime/signals.js";
import type { Environment } from "../environment.js";
import { elements, isCons, isSymbol } from "../forms.js";
import type { Unit } from "../unit.js";
import { constantOf } from "./constants.js";
import { type Derived, derive } from "./derive.js";
import { type KnownFunction, parameterType } from "./known-functions.js";
import { keyName } from "./signature.js";
import { typeFromForm } from "./specifiers.js";
import { warnUndefinedTypes } from "./type-names.js";
import { ANYTHING, disjoint, type LispType, subtype, typeOf } from "./types.js";

const REFERENCE = '\nSee also:\n  The SBCL Manual, Node "Handling of Types"';
const LINE = 80;
const VECTOR = typeOf("VECTOR");

/** The call with what the type of an argument is, where it cannot be that of the parameter. */
export function conflictIn(
  unit: Unit,
  known: KnownFunction,
  form: LispCons,
  env: Environment,
): string | null {
  const args = elements(form.$$jscl_cdr);
  const { flow } = unit;
  const head = form.$$jscl_car as LispSymbol;
  for (const [i, arg] of args.entries()) {
    const expected = expectedType(unit, head, known, args, i);
    if (expected === null || expected.kinds === ANYTHING.kinds) continue;
    const derived = derive(unit, arg, env);
    if (derived !== null && disjoint(derived.type, expected)) {
      const text = conflict(unit, derived, arg, expected, contextOf(unit, form, i), { args }, i, env, form);
      if (text !== null) return text;
      continue;
    }
    const binding = isSymbol(arg) ? env.variable(arg) : undefined;
    if (binding?.kind !== "lexical" || (derived !== null && subtype(derived.type, expected))) continue;
    // What goes on after the call has a value that the function took.
    if (derived === null) flow.establish(binding, expected, unit.context);
  }
  return null;
}

/** What SBCL names: the variable that the program wrote, where one of a macro has its value. */
function named(unit: Unit, derived: Derived, arg: LispValue): LispValue {
  const written =
    derived.binding === null || !isSymbol(arg) || arg.package !== undefined
      ? null
      : unit.flow.writtenAs(derived.binding);
  return written ?? arg;
}

function expectedType(
  unit: Unit,
  head: LispSymbol,
  known: KnownFunction,
  args: readonly LispValue[],
  index: number,
): LispType | null {
  // An array with one subscript is a vector.
  if (index === 0 && head.name === "AREF" && args.length === 2) return VECTOR;
  // Of APPLY, the last argument is the list of the others.
  if (head.name === "APPLY" && index > 0) return index === args.length - 1 ? LIST : null;
  if (head.name === "APPEND") return index < args.length - 1 ? LIST : null;
  const positional = known.required + known.optional;
  if (index < positional || known.keys === null) return parameterType(known, index);
  if ((index - positional) % 2 === 0) return null;
  const key = constantOf(unit.host, args[index - 1])?.value;
  return isSymbol(key) ? (known.keyTypes.get(keyName(key)) ?? null) : null;
}

const LIST = typeOf("LIST");

/** Warns of an argument of the wrong type; answers the code that signals it, or null when that is for the call to find. */
export function conflict(
  unit: Unit,
  derived: Derived,
  arg: LispValue,
  expected: LispType,
  context: string,
  { args, texts: compiled }: { args: readonly LispValue[]; texts?: readonly string[] },
  index: number,
  env: Environment,
  form: LispValue = null,
): string | null {
  if (unit.flow.dead) return null;
  const shown = named(unit, derived, arg);
  const warn = (): void =>
    unit.host.warnings.warn("TYPE-WARNING", message(unit, shown, derived.type, expected), null);
  if (!derived.certain) {
    if (derived.binding !== null) unit.flow.whenNeverAssigned(derived.binding, warn);
    return null;
  }
  warn();
  // The loops of standard macros have checks of their own.
  if (unit.inLibrary && unit.flow.inLoop && unit.host.positionOf(form) === null) return null;
  const texts = compiled ?? unit.atoms(args, env);
  unit.flow.dead = true;
  unit.emit(unit.context.pushHere());
  const what = JSON.stringify(unit.host.print(shown));
  const type = unit.literals.reference(unit.host.readSpecifier(expected.text));
  return `(S.sp=q,${unit.context.mark()}R.typeConflict(${texts[index]},${type},${what},${JSON.stringify(context)},${JSON.stringify(expected.text)}))`;
}

function message({ host }: Unit, arg: LispValue, type: LispType, expected: LispType): string {
  const constant = constantOf(host, arg);
  if (constant !== undefined) {
    const value = host.print(constant.value);
    const line = `Constant ${value} conflicts with its asserted type ${expected.text}.`;
    if (line.length <= LINE) return line + REFERENCE;
    return `Constant\n  ${value} conflicts with its asserted type\n  ${expected.text}.${REFERENCE}`;
  }
  const name = host.printQualified(transformed(arg));
  return `Derived type of ${name} is\n  (VALUES ${type.text} &OPTIONAL),\nconflicting with its asserted type\n  ${expected.text}.${REFERENCE}`;
}

/** A call as SBCL has it after its source transformations. */
function transformed(form: LispValue): LispValue {
  if (!isCons(form) || !isSymbol(form.$$jscl_car)) return form;
  const { name, package: home } = form.$$jscl_car;
  if (home?.packageName !== "COMMON-LISP") return form;
  if (name === "1+" || name === "1-") {
    return list(sym(name === "1+" ? "+" : "-"), ...elements(form.$$jscl_cdr), 1);
  }
  return form;
}

/** The form that SBCL shows as the one whose argument is wrong. */
function contextOf({ host }: Unit, form: LispCons, index: number): string {
  const { name } = form.$$jscl_car as LispSymbol;
  const args = elements(form.$$jscl_cdr);
  const text = (i: number): string => host.print(args[i]);
  switch (name) {
    case "FUNCALL":
      return index === 0 ? `(SB-KERNEL:%COERCE-CALLABLE-FOR-CALL ${text(0)})` : host.print(form);
    case "APPLY":
      return index === 0 ? host.print(form) : `(VALUES-LIST ${text(index)})`;
    case "GETHASH":
      return `(SB-IMPL::GETHASH3 ${args.map((_, i) => text(i)).join(" ")}${args.length === 2 ? " NIL" : ""})`;
    case "EVENP":
    case "ODDP":
      return `(LOGTEST ${text(0)} 1)`;
    case "-":
      return args.length === 1 ? `(THE NUMBER ${text(0)})` : host.print(form);
    case "CHAR":
    case "SCHAR":
      return index === 0 ? `(THE STRING ${text(0)})` : host.print(form);
    default:
      return host.print(transformed(form));
  }
}

/** Checks (THE type form). */
export function checkThe(unit: Unit, form: LispCons, env: Environment): string | null {
  const { host } = unit;
  if (host.internalCode) return null;
  const [specifier, value] = elements(form.$$jscl_cdr);
  warnUndefinedTypes(host, specifier);
  if (isCons(specifier) && isSymbol(specifier.$$jscl_car) && specifier.$$jscl_car.name === "VALUES")
    return null;
  const expected = typeFromForm(host, specifier);
  const derived = derive(unit, value, env);
  if (derived === null || !disjoint(derived.type, expected)) return null;
  return conflict(unit, derived, value, expected, host.print(form), { args: [value] }, 0, env);
}
