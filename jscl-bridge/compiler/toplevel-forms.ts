/** How the toplevel forms of a file are processed that COMPILE-FILE compiles (CLHS 3.2.3.1). */

import { carOf, cdrOf } from "../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { homeName, symbolName } from "../runtime/objects/symbols.js";
import { isCons, isSymbol, keyword, sym } from "../runtime/signals.js";
import type { CompilerHost } from "./host.js";
import { withSpecials } from "./scope/bindings.js";
import type { Environment } from "./scope/environment.js";
import { parseBody } from "./syntax/declarations.js";
import { car, cdr, elements, form as makeForm } from "./syntax/forms.js";
import { macroletEnvironment, symbolMacroletEnvironment } from "./syntax/operators/bindings.js";
import { isExecuted } from "./syntax/operators/values.js";
import { ProgramError } from "./syntax/program-error.js";

/** What is done with the forms that are left. */
interface FormUser {
  readonly host: CompilerHost;
  /** One step of macro expansion, or null. */
  expand(form: LispValue, env: Environment): { form: LispValue } | null;
  /** `expanded` are the macro calls that became a form, outermost first. */
  evaluate(form: LispValue, env: Environment, expanded: readonly LispCons[]): void;
  compile(form: LispValue, env: Environment, expanded: readonly LispCons[]): void;
}

/** Processes a form; with `isEvaluated` (compile-time-too mode), what is left is evaluated as well. */
export function processToplevelForm(
  user: FormUser,
  form: LispValue,
  env: Environment,
  isEvaluated: boolean,
  outer: readonly LispCons[] = [],
): void {
  const { host } = user;
  let left = form;
  const expanded = [...outer];
  try {
    for (;;) {
      const call = left;
      const expansion = host.expandCarefully(call, () => user.expand(call, env)) as {
        form: LispValue;
      } | null;
      if (expansion === null) break;
      if (isCons(call)) expanded.push(call);
      left = expansion.form;
    }
    if (isCons(left) && processParts(user, left, env, isEvaluated, expanded)) return;
  } catch (error) {
    // Compiling the form reports what is wrong with it.
    if (!(error instanceof ProgramError)) throw error;
    user.compile(left, env, expanded);
    return;
  }
  if (isEvaluated) user.evaluate(left, env, expanded);
  user.compile(left, env, expanded);
}

/** Processes the parts of a form that are toplevel forms themselves; answers whether it is such a form. */
function processParts(
  user: FormUser,
  form: LispCons,
  env: Environment,
  isEvaluated: boolean,
  expanded: readonly LispCons[],
): boolean {
  const head = carOf(form);
  if (!isSymbol(head) || homeName(head) !== "COMMON-LISP" || env.function(head) !== undefined) return false;
  const each = (forms: LispValue, inner: Environment, evaluated: boolean): void => {
    for (const part of elements(forms)) processToplevelForm(user, part, inner, evaluated, expanded);
  };
  const { host } = user;
  const rest = cdrOf(form);
  switch (symbolName(head)) {
    case "PROGN":
      each(rest, env, isEvaluated);
      return true;
    case "LOCALLY":
      eachWithDeclarations(host, rest, env, (body, inner) => each(body, inner, isEvaluated));
      return true;
    case "MACROLET": {
      const inner = macroletEnvironment(host, form, env);
      eachWithDeclarations(host, cdr(rest), inner, (body, all) => each(body, all, isEvaluated));
      return true;
    }
    case "SYMBOL-MACROLET": {
      const inner = symbolMacroletEnvironment(host, form, env);
      eachWithDeclarations(host, cdr(rest), inner, (body, all) => each(body, all, isEvaluated));
      return true;
    }
    case "EVAL-WHEN":
      processEvalWhen(user, form, env, isEvaluated, each);
      return true;
    default:
      return false;
  }
}

function eachWithDeclarations(
  host: CompilerHost,
  forms: LispValue,
  env: Environment,
  use: (body: LispValue, env: Environment) => void,
): void {
  const declarations = parseBody(forms);
  use(declarations.body, withSpecials(host, declarations, new Set(), env));
}

/** The table of CLHS 3.2.3.1, figure 3-7. */
function processEvalWhen(
  user: FormUser,
  form: LispCons,
  env: Environment,
  isEvaluated: boolean,
  each: (forms: LispValue, env: Environment, isEvaluated: boolean) => void,
): void {
  const isExecute = isExecuted(form);
  const situations = elements(car(cdrOf(form)));
  const has = (name: string, old: string): boolean =>
    situations.some((s) => s === keyword(name) || s === (sym(old) as LispSymbol));
  const body = cdr(cdrOf(form));
  const now = has("COMPILE-TOPLEVEL", "COMPILE") || (isExecute && isEvaluated);
  if (has("LOAD-TOPLEVEL", "LOAD")) each(body, env, now);
  else if (now) user.evaluate(makeForm("PROGN", ...elements(body)), env, []);
}
