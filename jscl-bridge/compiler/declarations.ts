/** Declarations and documentation at the head of a body (CLHS 3.3). */
import type { LispSymbol, LispValue } from "../runtime/marshal.js";
import { isLispString } from "../runtime/marshal.js";
import { nil, sym } from "../runtime/signals.js";
import { car, cdr, elements, isCons, isSymbol } from "./forms.js";

export interface Declarations {
  special: Set<LispSymbol>;
  ignore: Set<LispSymbol>;
  ignorable: Set<LispSymbol>;
  /** All declaration specifiers, as they were written. */
  specifiers: LispValue[];
  /** The body without its declarations and documentation. */
  body: LispValue;
  documentation: LispValue | null;
}

/** Splits a body; `documentation` allows a string before the last form to be one. */
export function parseBody(forms: LispValue, documentation = false): Declarations {
  const result: Declarations = {
    special: new Set(),
    ignore: new Set(),
    ignorable: new Set(),
    specifiers: [],
    body: forms,
    documentation: null,
  };
  const declare = sym("DECLARE");
  let rest = forms;
  while (isCons(rest)) {
    const item = rest.$$jscl_car;
    if (isCons(item) && item.$$jscl_car === declare) {
      for (const specifier of elements(item.$$jscl_cdr)) noteSpecifier(specifier, result);
    } else if (
      documentation &&
      isLispString(item) &&
      rest.$$jscl_cdr !== nil() &&
      result.documentation === null
    ) {
      result.documentation = item;
    } else break;
    rest = rest.$$jscl_cdr;
  }
  result.body = rest;
  return result;
}

function noteSpecifier(specifier: LispValue, result: Declarations): void {
  result.specifiers.push(specifier);
  const name = car(specifier);
  if (!isSymbol(name)) return;
  const target = namesOf(name.name, result);
  if (target === null) return;
  for (const variable of elements(cdr(specifier))) if (isSymbol(variable)) target.add(variable);
}

function namesOf(declaration: string, result: Declarations): Set<LispSymbol> | null {
  switch (declaration) {
    case "SPECIAL":
      return result.special;
    case "IGNORE":
      return result.ignore;
    case "IGNORABLE":
      return result.ignorable;
    default:
      return null;
  }
}
