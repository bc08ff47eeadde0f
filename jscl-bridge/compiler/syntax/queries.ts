/** Questions about the environment that Lisp code may ask: expansions. */
import { carOf } from "../../runtime/objects/conses.js";
import type { LispFunction, LispValue } from "../../runtime/objects/marshal.js";
import { callLisp, INTERNAL_PACKAGE, isCons, isSymbol, list, nil, sym, t } from "../../runtime/signals.js";
import { safepoint } from "../../runtime/stack/safepoints.js";
import { wrongArgument } from "../../runtime/streams/stream-arguments.js";
import type { CompilerHost } from "../host.js";
import { environmentOf, signalling } from "../macros/asked-expansion.js";
import { expandPlace, symbolMacroOf } from "../places/places.js";
import { modification } from "../places/setf-forms.js";
import { functionNameSymbol } from "./forms.js";

/** The macro function of a symbol in an environment, or null. */
export function macroFunctionOf(
  host: CompilerHost,
  name: LispValue,
  environment: LispValue,
): LispFunction | null {
  if (!isSymbol(name)) {
    const type = sym("SYMBOL");
    return wrongArgument(name, type, type);
  }
  const local = environmentOf(environment).function(name);
  if (local === undefined) return host.macroObject(name);
  return local.kind === "macro" ? local.expander : null;
}

/**
 * The compiler macro function of a function's name; null where there is none, or where a local function has
 * the name.
 */
export function compilerMacroFunctionOf(
  host: CompilerHost,
  name: LispValue,
  environment: LispValue,
): LispFunction | null {
  const symbol = functionNameSymbol(name);
  if (symbol === null) return callLisp("INVALID-FUNCTION-NAME-ERROR", INTERNAL_PACKAGE, name) as never;
  const isLocal = environmentOf(environment).function(symbol) !== undefined;
  return isLocal ? null : host.compilerMacroFunction(symbol);
}

/** The values of MACROEXPAND-1; an environment that is not given is NIL for the macro function. */
export function macroexpand1(
  host: CompilerHost,
  form: LispValue,
  environment: LispValue = nil(),
): LispValue[] {
  const env = environmentOf(environment);
  if (isSymbol(form)) {
    const macro = symbolMacroOf(host, form, env);
    return macro === null ? [form, nil()] : [host.expandSymbol(form, macro.expansion, environment), t()];
  }
  if (!isCons(form) || !isSymbol(carOf(form))) return [form, nil()];
  const macro = macroFunctionOf(host, carOf(form), environment);
  return macro === null ? [form, nil()] : [host.expand(macro, form, environment), t()];
}

export function macroexpand(host: CompilerHost, form: LispValue, environment: LispValue): LispValue[] {
  let current = form;
  let expanded: LispValue = nil();
  for (;;) {
    safepoint();
    const [next, more] = macroexpand1(host, current, environment);
    if (more === nil()) return [current, expanded];
    current = next;
    expanded = t();
  }
}

/** The five values of GET-SETF-EXPANSION. */
export function setfExpansion(host: CompilerHost, place: LispValue, environment: LispValue): LispValue[] {
  const isGiven = environment !== undefined && environment !== nil();
  const env = isGiven ? environmentOf(environment) : null;
  const expansion = signalling(host, () => expandPlace(host, place, env));
  return [
    list(...expansion.temporaries.map(({ symbol }) => symbol)),
    list(...expansion.temporaries.map(({ init }) => init)),
    list(...expansion.stores),
    expansion.writer,
    expansion.reader,
  ];
}

/** What a macro that DEFINE-MODIFY-MACRO defined expands into. */
export function modifyForm(
  host: CompilerHost,
  fn: LispValue,
  place: LispValue,
  args: LispValue,
  environment: LispValue,
): LispValue {
  return signalling(host, () => modification(host, fn, place, args, environmentOf(environment)));
}
