/** The types of LOOP's variables, and what a variable begins with where no clause says it. */

import type { LispSymbol, LispValue } from "../../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../../runtime/objects/symbols.js";
import { callLisp, INTERNAL_PACKAGE, nil, sym, t } from "../../../runtime/signals.js";
import { constantForm } from "../../syntax/constant-forms.js";
import { car, cdr, cons, isCons, isSymbol } from "../../syntax/forms.js";
import type { LoopParts } from "./parts.js";

/** The types that need no OF-TYPE before them, where SBCL has any. */
const NAMED =
  "ARRAY ATOM BASE-CHAR BASE-STRING BIGNUM BIT BIT-VECTOR CHARACTER COMPILED-FUNCTION COMPLEX CONS " +
  "DOUBLE-FLOAT EXTENDED-CHAR FIXNUM FLOAT FUNCTION HASH-TABLE INTEGER KEYWORD LIST LONG-FLOAT NULL " +
  "NUMBER PACKAGE PATHNAME RANDOM-STATE RATIO RATIONAL READTABLE REAL SEQUENCE SHORT-FLOAT " +
  "SIMPLE-ARRAY SIMPLE-BASE-STRING SIMPLE-BIT-VECTOR SIMPLE-STRING SIMPLE-VECTOR SINGLE-FLOAT " +
  "STANDARD-CHAR STREAM STRING SYMBOL T VECTOR";

/** Types of which zero is. */
const OF_ZERO = "FIXNUM INTEGER NUMBER REAL RATIONAL UNSIGNED-BYTE";

/** Whether a type is one of COMMON-LISP's, of a list of names. */
function isStandard(type: LispValue, names: string): type is LispSymbol {
  return isSymbol(type) && homeName(type) === "COMMON-LISP" && ` ${names} `.includes(` ${symbolName(type)} `);
}

/** Whether a type says anything. */
export function isTyped(type: LispValue): boolean {
  return type !== null && type !== nil() && type !== t();
}

/** The type that a clause gives a variable, or a pattern of variables; null where it gives none. */
export function optionalType({ source }: LoopParts, variable: LispValue = null): LispValue {
  if (source.take("OF-TYPE")) return source.token();
  if (source.ended()) return null;
  const next = source.next();
  if (isSymbol(next)) return isStandard(next, NAMED) ? source.token() : null;
  if (!isCons(variable)) {
    return source.fail("~S found where a LOOP keyword or LOOP type keyword expected", next);
  }
  if (!isCons(next)) {
    return source.fail(
      "~S found where a LOOP keyword, LOOP type keyword, or LOOP type pattern expected",
      next,
    );
  }
  const pattern = source.token();
  const translate = (types: LispValue, variables: LispValue): LispValue => {
    if (types === nil()) return nil();
    if (!isCons(types)) {
      if (isStandard(types, NAMED)) return replicate(types, variables);
      return source.fail(
        "The destructuring type pattern ~S contains the unrecognized type keyword ~S.",
        pattern,
        types,
      );
    }
    if (!isCons(variables)) {
      return source.fail(
        "The destructuring type pattern ~S doesn't match the variable pattern ~S.",
        pattern,
        variable,
      );
    }
    return cons(translate(car(types), car(variables)), translate(cdr(types), cdr(variables)));
  };
  return translate(pattern, variable);
}

function replicate(type: LispValue, variables: LispValue): LispValue {
  if (isCons(variables)) return cons(replicate(type, car(variables)), replicate(type, cdr(variables)));
  return variables === nil() ? nil() : type;
}

function ask({ host }: LoopParts, name: string, ...args: LispValue[]): LispValue {
  return host.expandPlace(() => callLisp(name, INTERNAL_PACKAGE, ...args));
}

/** What a variable of the type begins with where the program does not say; it need not be of that type. */
export function initialValue(parts: LoopParts, type: LispValue): LispValue {
  if (!isTyped(type)) return nil();
  return isStandard(type, OF_ZERO) ? 0 : ask(parts, "LOOP-INITIAL-VALUE", type);
}

/** The type of a variable that begins with that. */
export function initializedType(parts: LoopParts, type: LispValue): LispValue {
  if (!isTyped(type) || isStandard(type, OF_ZERO)) return type;
  return ask(parts, "LOOP-INITIALIZED-TYPE", type);
}

/** The type that was specified, or `standard`; it has to be a kind of `required`. */
export function checkedType(
  parts: LoopParts,
  specified: LispValue,
  required: LispSymbol,
  standard: LispSymbol = required,
): LispValue {
  if (specified === null) return standard;
  if (specified === required || isStandard(specified, OF_ZERO)) return specified;
  const { source } = parts;
  const relation = ask(parts, "LOOP-TYPE-RELATION", specified, required);
  if (relation === nil()) {
    return source.fail("The specified data type ~S is not a subtype of ~S.", specified, required);
  }
  if (relation !== t()) {
    source.warn("LOOP couldn't verify that ~S is a subtype of the required type ~S.", specified, required);
  }
  return specified;
}

/** The value of a constant form; undefined for others, and where it is not of the type, with a warning. */
export function constantOf(
  parts: LoopParts,
  form: LispValue,
  type: LispValue,
): { readonly value: LispValue } | undefined {
  const constant = constantForm(parts.host, form, parts.environment);
  if (constant === undefined) return undefined;
  const { value } = constant;
  const isPlain = Number.isInteger(value) && isStandard(type, OF_ZERO);
  if (isPlain || ask(parts, "LOOP-TYPEP", value, type) !== nil()) return constant;
  const control = "The form ~S evaluated to ~S, which was not of the anticipated type ~S.";
  parts.source.warn(control, form, value, type);
  return undefined;
}

/** (AND type other), without the one that says nothing more. */
export function bothTypes(parts: LoopParts, type: LispValue, other: LispValue): LispValue {
  if (type === sym("NUMBER")) return other;
  if (type === other || other === sym("NUMBER") || isStandard(type, REALS)) return type;
  if (ask(parts, "LOOP-TYPE-RELATION", type, other) === t()) return type;
  return isStandard(type, OF_ZERO) ? other : cons(sym("AND"), cons(type, cons(other, nil())));
}

/** Kinds of reals, by the names that programs declare most. */
const REALS = "FIXNUM INTEGER FLOAT SINGLE-FLOAT DOUBLE-FLOAT";
