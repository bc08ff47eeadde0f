/** Declarations and documentation at the head of a body (CLHS 3.3). */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { isLispString } from "../../runtime/objects/vectors.js";
import { nil, sym } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import { car, cdr, elements, isCons, isSymbol, list } from "./forms.js";
import { FormTypeError, ProgramError } from "./program-error.js";

export interface Declarations {
  special: Set<LispSymbol>;
  ignore: Set<LispSymbol>;
  ignorable: Set<LispSymbol>;
  /** All declaration specifiers, as they were written. */
  specifiers: LispValue[];
  /** The declared types of variables, of which some may be no types. */
  types: Map<LispSymbol, LispValue>;
  /** The body without its declarations and documentation. */
  body: LispValue;
  documentation: LispValue | null;
}

/** What is done about a declaration specifier that is no list. */
type Malformed = (specifier: LispValue, declaration: LispCons) => void;

const refused: Malformed = (specifier, declaration) => {
  throw new ProgramError("malformed declaration specifier ~S in ~S", specifier, declaration);
};

/** The macros that define, and DESTRUCTURING-BIND, look at specifiers before the compiler does. */
export const ofWrongType: Malformed = (specifier) => {
  throw new FormTypeError(specifier, "LIST");
};

/** Leaves that to who has the form next. */
export const passedOn: Malformed = () => {};

/** Splits a body; `documentation` allows a string before the last form to be one. */
export function parseBody(forms: LispValue, documentation = false, malformed = refused): Declarations {
  const result: Declarations = {
    special: new Set(),
    ignore: new Set(),
    ignorable: new Set(),
    specifiers: [],
    types: new Map(),
    body: forms,
    documentation: null,
  };
  const declare = sym("DECLARE");
  let rest = forms;
  while (isCons(rest)) {
    const item = carOf(rest);
    if (isCons(item) && carOf(item) === declare) {
      for (const specifier of elements(cdrOf(item)))
        if (isCons(specifier)) noteSpecifier(specifier, result);
        else malformed(specifier, item);
    } else if (
      documentation &&
      isLispString(item) &&
      cdrOf(rest) !== nil() &&
      result.documentation === null
    ) {
      result.documentation = item;
    } else break;
    rest = next(rest);
  }
  result.body = rest;
  return result;
}

/** Declarations that are not the name of a type (CLHS figure 3-23). */
const IDENTIFIERS: ReadonlySet<string> = new Set(
  "SPECIAL IGNORE IGNORABLE INLINE NOTINLINE OPTIMIZE DYNAMIC-EXTENT FTYPE DECLARATION VALUES".split(" "),
);

/** The standard atomic type specifiers that programs declare variables with, by name alone. */
const TYPE_NAMES: ReadonlySet<string> = new Set(
  `ARRAY ATOM BASE-CHAR BASE-STRING BIGNUM BIT BIT-VECTOR BOOLEAN CHARACTER CLASS COMPILED-FUNCTION COMPLEX CONDITION CONS
  DOUBLE-FLOAT FIXNUM FLOAT FUNCTION HASH-TABLE INTEGER KEYWORD LIST LONG-FLOAT NULL NUMBER PACKAGE PATHNAME RANDOM-STATE
  RATIO RATIONAL READTABLE REAL RESTART SEQUENCE SHORT-FLOAT SIGNED-BYTE SIMPLE-ARRAY SIMPLE-BASE-STRING SIMPLE-BIT-VECTOR
  SIMPLE-STRING SIMPLE-VECTOR SINGLE-FLOAT STANDARD-CHAR STANDARD-OBJECT STREAM STRING STRUCTURE-OBJECT SYMBOL T
  UNSIGNED-BYTE VECTOR`.split(/\s+/),
);

/** The type and the variables of (TYPE type variable …) or (type variable …); null for other declarations. */
function declaredTypeOf(specifier: LispValue): { type: LispValue; variables: LispValue } | null {
  const head = car(specifier);
  const rest = cdr(specifier);
  if (isCons(head)) return { type: head, variables: rest };
  if (!isSymbol(head) || homeName(head) !== "COMMON-LISP" || IDENTIFIERS.has(symbolName(head))) return null;
  if (symbolName(head) === "TYPE") return { type: car(rest), variables: cdr(rest) };
  return TYPE_NAMES.has(symbolName(head)) ? { type: head, variables: rest } : null;
}

function both(a: LispValue | undefined, b: LispValue): LispValue {
  return a === undefined ? b : list(sym("AND"), a, b);
}

function noteSpecifier(specifier: LispCons, result: Declarations): void {
  result.specifiers.push(specifier);
  const name = car(specifier);
  const type = declaredTypeOf(specifier);
  if (type !== null) {
    for (const variable of elements(type.variables)) {
      if (isSymbol(variable)) result.types.set(variable, both(result.types.get(variable), type.type));
    }
    return;
  }
  if (!isSymbol(name)) return;
  const target = namesOf(symbolName(name), result);
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
