/** Literal strings that are wrong whatever is formatted, in calls of FORMAT and its like. */

import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { isLispString, stringText } from "../../runtime/objects/vectors.js";
import { INTERNAL_PACKAGE, list, sym } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import { ArgumentCountError, ExpansionError } from "../syntax/program-error.js";
import { controlsOf, wantingDirective } from "./format-arguments.js";

/** Checks the literal strings of a call of a function of COMMON-LISP. */
export function checkFormatStrings(
  host: CompilerHost,
  name: LispSymbol,
  form: LispCons,
  args: readonly LispValue[],
): void {
  if (host.internalCode) return;
  if (symbolName(name) === "FORMAT") checkDestination(host, form, args);
  for (const control of controlsOf(symbolName(name), args)) {
    const fault = isLispString(control) ? errorOf(host, "CHECK-BLOCKS", control) : null;
    if (fault !== null) host.warnings.warn("SIMPLE-WARNING", fault, null);
  }
}

function checkDestination(host: CompilerHost, form: LispCons, args: readonly LispValue[]): void {
  if (args.length < 2) {
    // SBCL has a compiler macro that looks for literal destinations.
    const lambdaList = list(sym("DESTINATION"), sym("CONTROL"), sym("&REST"), sym("ARGS"));
    const error = new ArgumentCountError("DEFINE-COMPILER-MACRO", sym("FORMAT"), list(...args), lambdaList);
    host.warnings.warn("SIMPLE-WARNING", compilerMacroFailure(host, error, form), form);
  } else if (isLispString(args[0])) {
    const message = `Literal string as destination in FORMAT:\n  ${host.print(form)}`;
    host.warnings.warn("SIMPLE-WARNING", message, form);
  }
}

/** What is said of a compiler macro that signals an error. */
export function compilerMacroFailure(
  host: CompilerHost,
  error: ArgumentCountError | ExpansionError,
  form: LispCons,
): string {
  const failed = error instanceof ExpansionError ? error : new ExpansionError(form, error.condition());
  const { message } = host.describeError(failed, form);
  return message.replace("during macroexpansion", "Error during compiler-macroexpansion");
}

/**
 * The arguments of a call of FORMAT as they are compiled: where its control string is wrong, (FORMATTER
 * string) stands for it, which is no valid program.
 */
export function formatArguments(host: CompilerHost, args: readonly LispValue[]): readonly LispValue[] {
  const [destination, control, ...rest] = args;
  if (!isLispString(control) || errorOf(host, "CHECK-CONTROL", control) === null) return args;
  return [destination, list(sym("FORMATTER"), control), ...rest];
}

/**
 * The form of a control function for a call of FORMAT whose control string takes more arguments than there
 * are; null for other calls.
 */
export function wantingControl([, control, ...rest]: readonly LispValue[]): LispValue | null {
  if (!isLispString(control)) return null;
  const offset = wantingDirective(stringText(control), rest.length);
  return offset === null ? null : list(sym("CONTROL-WANTING", INTERNAL_PACKAGE), control, offset);
}

/** What a check of a control string signals, or null. */
function errorOf(host: CompilerHost, check: string, control: LispValue): string | null {
  return host.errorOfCall(sym(check, INTERNAL_PACKAGE), [control]);
}
