/** The types that declarations and proclamations give variables and parameters, as specifiers. */

import { isInteger } from "../../runtime/numbers.js";
import { carOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { list, nil, sym, t } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { malformedType } from "../warnings/type-names.js";
import type { Declarations } from "./declarations.js";
import { car, cdr, elements, isCons, isSymbol } from "./forms.js";

/** The type that a variable is declared or proclaimed to have, or null. */
export function declaredType(
  host: CompilerHost,
  symbol: LispSymbol,
  declarations: Declarations | null,
  special: boolean,
): LispValue {
  const type = declarations?.types.get(symbol);
  // What is no type at all is warned of where declarations are checked, and means nothing.
  const isType = type !== undefined && (host.internalCode || malformedType(host, type) === null);
  return isType ? ofBinding(host, type) : special ? host.declaredType(symbol) : null;
}

/**
 * The type of what is bound: SBCL's messages have the objects of (MEMBER object …) the other way round then.
 * A name of one stays: its expander is the program's, which may count how often it is called.
 */
export function ofBinding(host: CompilerHost, type: LispValue): LispValue {
  if (host.internalCode || car(type) !== sym("MEMBER")) return type;
  const objects = elements(cdr(type));
  return objects.some(isInteger) ? type : list(sym("MEMBER"), ...objects.reverse());
}

/**
 * The types of the parameters of a function, as a declaration of its type has them: by place, and by keyword.
 */
export interface ParameterTypes {
  required: LispValue[];
  optional: LispValue[];
  rest: LispValue;
  keys: Map<LispSymbol, LispValue>;
}

/**
 * The type of the value in (FUNCTION parameters type), or (VALUES type …); null where values may be any.
 */
export function resultType(type: LispValue): LispValue {
  const result = car(cdr(cdr(type)));
  const isOfOne = (isSymbol(result) && symbolName(result) !== "*") || isCons(result);
  if (!isCons(type) || !isOfOne || result === nil() || result === t()) return null;
  const head = isCons(result) ? carOf(result) : result;
  return isSymbol(head) ? result : null;
}

/** The parameter types in (FUNCTION parameters values); null when it is no such type. */
export function parameterTypes(type: LispValue): ParameterTypes | null {
  const source = car(cdr(type));
  if (!isCons(type) || (!isCons(source) && !isSymbol(source))) return null;
  const result: ParameterTypes = { required: [], optional: [], rest: null, keys: new Map() };
  let section = "";
  for (let rest: LispValue = source; isCons(rest); rest = next(rest)) {
    const item = carOf(rest);
    if (isSymbol(item) && symbolName(item).startsWith("&")) section = symbolName(item);
    else if (section === "") result.required.push(item);
    else if (section === "&OPTIONAL") result.optional.push(item);
    else if (section === "&REST") result.rest = item;
    else if (section === "&KEY" && isSymbol(car(item)))
      result.keys.set(car(item) as LispSymbol, car(cdr(item)));
  }
  return result;
}
