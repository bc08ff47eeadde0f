/** Names in type specifiers that name no type. */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { sym } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { car, cdr, isCons, isSymbol } from "../syntax/forms.js";

/**
 * Notes the names in a type specifier that are no types; they may be defined before the compilation unit
 * ends.
 */
export function warnUndefinedTypes(host: CompilerHost, specifier: LispValue): void {
  if (car(specifier) === sym("QUOTE")) {
    const start = `Undefined type ${host.print(specifier)}. The name starts with QUOTE: probably use of a quoted`;
    const message = `${start}\ntype name in a context where the name is not evaluated.`;
    host.warnings.warn("SIMPLE-WARNING", message, null);
    return;
  }
  for (const part of partsOf(specifier)) {
    const name = isSymbol(part) ? part : (car(part) as LispSymbol);
    if (!host.isKnownType(name)) host.noteUndefinedType(name, part);
  }
}

/**
 * What is wrong with a type specifier that is none whatever its names mean, or null. One with a predicate,
 * which the program may not be ready to call, is not looked at.
 */
export function malformedType(host: CompilerHost, specifier: LispValue): string | null {
  if (isSymbol(specifier) || car(specifier) === sym("QUOTE") || hasPredicate(specifier)) return null;
  const known = isCons(specifier) ? faults.get(specifier) : undefined;
  if (known !== undefined) return known;
  const error = host.errorOfCall(sym("TYPEP"), [host.nil, specifier]);
  const fault = error === null || error.startsWith("unknown type specifier") ? null : error;
  if (isCons(specifier)) faults.set(specifier, fault);
  return fault;
}

/** What is wrong with specifiers that were looked at: a declaration is read more than once. */
const faults = new WeakMap<LispCons, string | null>();

function hasPredicate(specifier: LispValue): boolean {
  if (!isCons(specifier)) return isSymbol(specifier) && symbolName(specifier) === "SATISFIES";
  for (let rest: LispValue = specifier; isCons(rest); rest = next(rest))
    if (hasPredicate(carOf(rest))) return true;
  return false;
}

/** The parts of a specifier that are types by a name: the name, or the list that it heads. */
function* partsOf(specifier: LispValue): Generator<LispValue> {
  if (isSymbol(specifier)) {
    yield specifier;
    return;
  }
  if (!isCons(specifier)) return;
  const head = carOf(specifier);
  if (!isSymbol(head)) return;
  const name = symbolName(head);
  switch (name) {
    case "OR":
    case "AND":
    case "NOT":
    case "CONS":
      for (let rest = cdrOf(specifier); isCons(rest); rest = next(rest))
        if (!isWild(carOf(rest))) yield* partsOf(carOf(rest));
      return;
    case "ARRAY":
    case "SIMPLE-ARRAY":
    case "VECTOR": {
      const element = car(cdrOf(specifier));
      if (isCons(cdrOf(specifier)) && !isWild(element)) yield* partsOf(element);
      return;
    }
    case "MEMBER":
    case "EQL":
    case "SATISFIES":
    case "FUNCTION":
    case "VALUES":
      return;
    default:
      yield specifier;
  }
}

function isWild(x: LispValue): boolean {
  return isSymbol(x) && symbolName(x) === "*";
}

/** The type that a literal writes, which may be none at all; undefined for another form. */
export function literalType(form: LispValue): LispValue | undefined {
  if (isCons(form)) return quotedType(form);
  return isSymbol(form) && homeName(form) !== "KEYWORD" ? undefined : form;
}

/** The type that a form (QUOTE type) writes, or undefined when the form is another. */
function quotedType(form: LispValue): LispValue | undefined {
  const quote = car(form);
  return isSymbol(quote) && symbolName(quote) === "QUOTE" && isCons(cdr(form)) ? car(cdr(form)) : undefined;
}
