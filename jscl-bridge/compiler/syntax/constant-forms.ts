/** Constant forms as SBCL's CONSTANTP knows them: what they evaluate to is the same at any time. */
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName, symbolValue } from "../../runtime/objects/symbols.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import type { Environment } from "../scope/environment.js";
import { elements, isCons, isSymbol } from "./forms.js";
import { macroexpand } from "./queries.js";
import { standardFunction } from "./standard-functions.js";

/** The value of a form. */
interface Constant {
  readonly value: LispValue;
}

/** The value of a constant form, undefined for others. Macros are expanded where there is an environment. */
export function constantForm(
  host: CompilerHost,
  form: LispValue,
  env: Environment | null,
): Constant | undefined {
  const expanded = env === null ? form : macroexpand(host, form, env)[0];
  if (isSymbol(expanded)) return constantVariable(host, expanded, env);
  if (!isCons(expanded)) return { value: expanded };
  const head = carOf(expanded);
  if (!isSymbol(head) || env?.function(head) !== undefined) return undefined;
  return constantSpecialForm(host, head, expanded, env) ?? constantCall(host, head, expanded, env);
}

function constantVariable(
  host: CompilerHost,
  symbol: LispSymbol,
  env: Environment | null,
): Constant | undefined {
  if (symbol === host.nil || symbol === host.t || homeName(symbol) === "KEYWORD") {
    return { value: symbol };
  }
  const isBound = env?.variable(symbol) !== undefined;
  return !isBound && host.proclaimed(symbol) === "constant" ? { value: symbolValue(symbol) } : undefined;
}

function constantSpecialForm(
  host: CompilerHost,
  head: LispSymbol,
  form: LispCons,
  env: Environment | null,
): Constant | undefined {
  if (homeName(head) !== "COMMON-LISP") return undefined;
  const parts: LispValue[] = [];
  let rest = cdrOf(form);
  for (; isCons(rest); rest = next(rest)) parts.push(carOf(rest));
  if (rest !== host.nil) return undefined;
  const every = (forms: readonly LispValue[]): Constant[] | undefined => {
    const values = forms.map((each) => constantForm(host, each, env));
    return values.includes(undefined) ? undefined : (values as Constant[]);
  };
  switch (symbolName(head)) {
    case "QUOTE":
      return parts.length === 1 ? { value: parts[0] } : undefined;
    case "PROGN":
      return parts.length === 0 ? { value: host.nil } : every(parts)?.at(-1);
    case "BLOCK":
      return parts.length === 1 ? { value: host.nil } : every(parts.slice(1))?.at(-1);
    case "UNWIND-PROTECT":
    case "MULTIPLE-VALUE-PROG1":
      return every(parts)?.[0];
    case "THE":
      return parts.length === 2 ? ofType(parts[0], constantForm(host, parts[1], env)) : undefined;
    case "IF": {
      if (parts.length < 2 || parts.length > 3) return undefined;
      const test = constantForm(host, parts[0], env);
      if (test === undefined) return undefined;
      return constantForm(host, test.value === host.nil ? (parts[2] ?? host.nil) : parts[1], env);
    }
    default:
      return undefined;
  }

  function ofType(type: LispValue, constant: Constant | undefined): Constant | undefined {
    if (constant === undefined) return undefined;
    const isOfType = host.valueOfCall(host.internals.intern("TYPEP"), [constant.value, type]);
    return isOfType === undefined || isOfType.value === host.nil ? undefined : constant;
  }
}

function constantCall(
  host: CompilerHost,
  head: LispSymbol,
  form: LispCons,
  env: Environment | null,
): Constant | undefined {
  if (standardFunction(head)?.attributes.has("foldable") !== true) return undefined;
  const args: LispValue[] = [];
  for (const arg of elements(cdrOf(form))) {
    const constant = constantForm(host, arg, env);
    if (constant === undefined) return undefined;
    args.push(constant.value);
  }
  return host.valueOfCall(head, args);
}
