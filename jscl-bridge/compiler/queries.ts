/** Questions about the environment that Lisp code may ask: expansions and constants. */
import type { LispFunction, LispSymbol, LispValue } from "../runtime/marshal.js";
import { safepoint } from "../runtime/safepoints.js";
import { isCons, isSymbol, list, nil, t } from "../runtime/signals.js";
import { Environment } from "./environment.js";
import type { CompilerHost } from "./host.js";
import { expandNative, nativeMacro } from "./macros.js";
import { expandPlace } from "./places.js";
import { ProgramError } from "./program-error.js";
import { modification } from "./setf-forms.js";

function environmentOf(x: LispValue): Environment {
  return x instanceof Environment ? x : Environment.empty;
}

/** The macro function of a symbol in an environment, or null. */
export function macroFunctionOf(
  host: CompilerHost,
  name: LispSymbol,
  environment: LispValue,
): LispFunction | null {
  const local = environmentOf(environment).function(name);
  if (local !== undefined) return local.expander;
  const native = nativeMacro(name);
  if (native !== null) {
    return (_values, form) =>
      isCons(form)
        ? signalling(host, () => expandNative(native, host, form, environmentOf(environment)))
        : form;
  }
  return host.macroFunction(name);
}

/** Signals what is wrong with a form, where its expansion is asked for. */
function signalling<T>(host: CompilerHost, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof ProgramError) return host.signal(error);
    throw error;
  }
}

/** The values of MACROEXPAND-1. */
export function macroexpand1(host: CompilerHost, form: LispValue, environment: LispValue): LispValue[] {
  if (isSymbol(form)) {
    const binding = environmentOf(environment).variable(form);
    const macro =
      binding === undefined ? host.symbolMacro(form) : binding.kind === "symbol-macro" ? binding : null;
    return macro === null ? [form, nil()] : [macro.expansion, t()];
  }
  if (!isCons(form) || !isSymbol(form.$$jscl_car)) return [form, nil()];
  const macro = macroFunctionOf(host, form.$$jscl_car, environment);
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

export function constantValue(host: CompilerHost, form: LispValue): boolean {
  if (isSymbol(form)) {
    return (
      form === nil() ||
      form === t() ||
      form.package?.packageName === "KEYWORD" ||
      host.proclaimed(form) === "constant"
    );
  }
  return !isCons(form) || (isSymbol(form.$$jscl_car) && form.$$jscl_car.name === "QUOTE");
}

/** The five values of GET-SETF-EXPANSION. */
export function setfExpansion(host: CompilerHost, place: LispValue, environment: LispValue): LispValue[] {
  const env = environmentOf(environment);
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
