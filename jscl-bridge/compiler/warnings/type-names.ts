/** Names in type specifiers that name no type. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { car, cdr, isCons, isSymbol } from "../syntax/forms.js";

/** Notes the names in a type specifier that are no types; they may be defined before the compilation unit ends. */
export function warnUndefinedTypes(host: CompilerHost, specifier: LispValue): void {
  for (const name of namesIn(specifier)) {
    if (!host.isKnownType(name)) host.noteUndefinedType(name);
  }
}

function* namesIn(specifier: LispValue): Generator<LispSymbol> {
  if (isSymbol(specifier)) {
    yield specifier;
    return;
  }
  if (!isCons(specifier) || !isSymbol(specifier.$$jscl_car)) return;
  const { name } = specifier.$$jscl_car;
  switch (name) {
    case "OR":
    case "AND":
    case "NOT":
    case "CONS":
      for (let rest = specifier.$$jscl_cdr; isCons(rest); rest = next(rest))
        if (!isWild(rest.$$jscl_car)) yield* namesIn(rest.$$jscl_car);
      return;
    case "ARRAY":
    case "SIMPLE-ARRAY":
    case "VECTOR": {
      const element = car(specifier.$$jscl_cdr);
      if (isCons(specifier.$$jscl_cdr) && !isWild(element)) yield* namesIn(element);
      return;
    }
    case "MEMBER":
    case "EQL":
    case "SATISFIES":
    case "FUNCTION":
    case "VALUES":
      return;
    default:
      yield specifier.$$jscl_car;
  }
}

function isWild(x: LispValue): boolean {
  return isSymbol(x) && x.name === "*";
}

/** The type that a form (QUOTE type) writes, or undefined when the form is another. */
export function quotedType(form: LispValue): LispValue | undefined {
  const quote = car(form);
  return isSymbol(quote) && quote.name === "QUOTE" && isCons(cdr(form)) ? car(cdr(form)) : undefined;
}
