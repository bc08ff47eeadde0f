/**
 * Values that cannot be of the types that take them: a warning and, before the operation, a check that
 * signals in SBCL's words, which name the form. The check looks at the value itself, so what is believed here
 * changes no result.
 */

import { textLiteral } from "../../runtime/code.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName, symbolPackage } from "../../runtime/objects/symbols.js";
import { cons, list, sym } from "../../runtime/signals.js";
import type { Unit } from "../emit/unit.js";
import type { Environment } from "../scope/environment.js";
import { elements, isCons, isSymbol } from "../syntax/forms.js";
import { constantOf } from "./constants.js";
import { type Derived, derive } from "./derive.js";
import type { Suspicion } from "./flow.js";
import { guarded } from "./guards.js";
import { type KnownFunction, parameterType } from "./known-functions.js";
import { keyName } from "./signature.js";
import { typeFromForm } from "./specifiers.js";
import { disjoint, type LispType, typeOf } from "../types/lattice.js";

const REFERENCE = '\nSee also:\n  The SBCL Manual, Node "Handling of Types"';
const LINE = 80;
const VECTOR = typeOf("VECTOR");

/** A form whose value something takes that is of the type `expected`. */
interface Taken {
  readonly expected: LispType;
  /** The form as SBCL shows it, and the one around it. */
  readonly shown: () => LispValue;
  readonly context: () => string;
  /** The call in the program; null when a macro made it. */
  readonly call: LispValue;
  /** Whether the value is asserted where a macro or the like reads it: the warning names its type alone. */
  readonly plain?: boolean;
  /** What is known of the value; it changes while the flow is settled. */
  readonly derived: () => Derived | null;
}

/**
 * Warns of a value that is of another type than what takes it. Answers code that checks a JavaScript name for
 * the value; null where there is nothing to check.
 */
export function conflict(unit: Unit, taken: Taken): ((js: string) => string) | null {
  const { flow, host } = unit;
  const { expected, derived } = taken;
  const found = flow.dead ? null : derived();
  if (found === null || !disjoint(found.type, expected)) return null;
  const holds = (): boolean => {
    const type = derived()?.type;
    return type !== undefined && disjoint(type, expected);
  };
  const shown = taken.shown();
  // The loops of standard macros have checks of their own.
  const checked = unit.inLibrary && flow.inLoop && host.positionOf(taken.call) === null;
  const suspicion = unit.suspect(found.assumed, holds, !checked);
  host.warnings.warnOf(suspicion, "TYPE-WARNING", () =>
    message(unit, shown, derived()?.type ?? found.type, taken),
  );
  if (suspicion === null && !checked) flow.stop();
  return checked ? null : (js) => guard(unit, suspicion, taken, shown, js);
}

function guard(unit: Unit, suspicion: Suspicion | null, taken: Taken, shown: LispValue, js: string): string {
  const { expected } = taken;
  const type = unit.literals.reference(unit.host.readSpecifier(expected.text));
  const texts = [unit.host.print(shown), taken.context(), expected.text].map(textLiteral);
  const check = unit.context.slow(`R.typeConflict(${[js, type, ...texts].join(",")})`);
  return guarded(suspicion, `${check};`);
}

/** An argument as SBCL shows it: what the program wrote, where a variable that a macro made has its value. */
export function shownAs(unit: Unit, arg: LispValue, env: Environment): LispValue {
  const binding = isSymbol(arg) && symbolPackage(arg) === undefined ? env.variable(arg) : undefined;
  return (binding === undefined ? null : unit.flow.writtenFor(binding)) ?? arg;
}

/** The type that an argument of a known function is to be of; null for any. */
export function expectedType(
  unit: Unit,
  head: LispSymbol,
  known: KnownFunction,
  args: readonly LispValue[],
  index: number,
): LispType | null {
  // An array with one subscript is a vector.
  if (index === 0 && symbolName(head) === "AREF" && args.length === 2) return VECTOR;
  // Of APPLY, the last argument is the list of the others.
  if (symbolName(head) === "APPLY" && index > 0) return index === args.length - 1 ? LIST : null;
  if (symbolName(head) === "APPEND") return index < args.length - 1 ? LIST : null;
  const positional = known.required + known.optional;
  if (index < positional || known.keys === null) return parameterType(known, index);
  if ((index - positional) % 2 === 0) return null;
  const key = constantOf(unit.host, args[index - 1])?.value;
  return isSymbol(key) ? (known.keyTypes.get(keyName(key)) ?? null) : null;
}

const LIST = typeOf("LIST");

function message({ host }: Unit, arg: LispValue, type: LispType, { expected, plain = false }: Taken): string {
  const constant = constantOf(host, arg);
  if (constant !== undefined) {
    const value = host.print(constant.value);
    const line = `Constant ${value} conflicts with its asserted type ${expected.text}.`;
    if (line.length <= LINE) return line + REFERENCE;
    return `Constant\n  ${value} conflicts with its asserted type\n  ${expected.text}.${REFERENCE}`;
  }
  const name = host.printQualified(transformed(arg));
  const derived = plain ? type.text : `(VALUES ${type.text} &OPTIONAL)`;
  return `Derived type of ${name} is\n  ${derived},\nconflicting with its asserted type\n  ${expected.text}.${REFERENCE}`;
}

/** A call as SBCL has it after its source transformations. */
function transformed(form: LispValue): LispValue {
  if (!isCons(form)) return form;
  const head = carOf(form);
  if (!isSymbol(head) || homeName(head) !== "COMMON-LISP") return form;
  const name = symbolName(head);
  if (name === "1+" || name === "1-") {
    return list(sym(name === "1+" ? "+" : "-"), ...elements(cdrOf(form)), 1);
  }
  return form;
}

/** The form that SBCL shows as the one whose argument is wrong. */
export function contextOf(unit: Unit, source: LispCons, index: number, env: Environment): string {
  const { host } = unit;
  const shown = elements(cdrOf(source)).map((arg) => shownAs(unit, arg, env));
  const form = cons(carOf(source), list(...shown)) as LispCons;
  const name = symbolName(carOf(source) as LispSymbol);
  const args = elements(cdrOf(form));
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

/**
 * Checks the value of (THE type form), which a JavaScript expression reads; answers the code of the check.
 */
export function checkThe(unit: Unit, source: LispCons, env: Environment, js: string): string {
  const { host, flow } = unit;
  if (host.internalCode) return "";
  const [specifier, form] = elements(cdrOf(source));
  if (flow.dead) return "";
  const head = isCons(specifier) ? carOf(specifier) : null;
  if (isSymbol(head) && symbolName(head) === "VALUES") return "";
  const expected = typeFromForm(host, specifier);
  let derived: Derived | null = null;
  flow.step(() => {
    derived = derive(unit, form, env);
  });
  const code = conflict(unit, {
    expected,
    call: source,
    shown: () => form,
    context: () => host.print(source),
    derived: () => derived,
  });
  return code?.(js) ?? "";
}
