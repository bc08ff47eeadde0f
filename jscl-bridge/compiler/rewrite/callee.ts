/** The function that a call is given where it stands, as the form that a call of it comes to. */

import { isSpecialOperator } from "../../runtime/definitions/special-operators.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { isLispString } from "../../runtime/objects/vectors.js";
import { sym } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import type { Environment } from "../scope/environment.js";
import { car, cdr, cons, form, isCons, isSymbol, list } from "../syntax/forms.js";
import { parseLambdaList } from "../syntax/lambda-list.js";
import { repeated } from "../syntax/lambda-list-check.js";
import { ProgramError } from "../syntax/program-error.js";
import { signatureOf, takesCount, takesPairs } from "../warnings/signature.js";

/** The form that calls the function with the values of other forms. */
type CallForm = (...args: readonly LispValue[]) => LispValue;

/**
 * How a loop over sequences, an argument of each, calls the function that a form stands for; null where it
 * stands for no literal function, or one that does not take as many, or a sequence is missing or can be none:
 * then the call says so. `isCalled` is false where SBCL looks for the function that a symbol names
 * beforehand.
 */
export function callForm(
  host: CompilerHost,
  designator: LispValue,
  sequences: readonly LispValue[],
  env: Environment,
  isCalled = true,
): CallForm | null {
  const count = sequences.length;
  if (!isCons(designator) || count === 0 || sequences.some(isNoSequence)) return null;
  const head = carOf(designator);
  if (head === sym("LAMBDA")) return lambdaForm(host, designator, count);
  if (!isOperatorOfOne(designator)) return null;
  const name = car(cdrOf(designator));
  if (head === sym("QUOTE")) {
    if (!isSymbol(name)) return null;
    if (host.internals.fboundp(name)) return globalForm(host, name, count, env);
    // What there is to do about an undefined function depends on how it is named.
    return isCalled ? (...args) => form("FUNCALL", designator, ...args) : null;
  }
  if (head !== sym("FUNCTION")) return null;
  if (isCons(name)) return carOf(name) === sym("LAMBDA") ? lambdaForm(host, name, count) : null;
  if (!isSymbol(name)) return null;
  const local = env.function(name);
  if (local === undefined) return globalForm(host, name, count, env);
  if (local.kind !== "function") return null;
  const { signature } = local.target;
  return signature !== null && takesCount(signature, count) ? (...args) => form(name, ...args) : null;
}

function isOperatorOfOne(x: LispCons): boolean {
  const rest = cdrOf(x);
  return isCons(rest) && cdrOf(rest) === sym("NIL");
}

/** Whether a form is an object that is no sequence. */
function isNoSequence(x: LispValue): boolean {
  return typeof x === "number" || typeof x === "bigint" || typeof x === "string";
}

function lambdaForm(host: CompilerHost, lambda: LispCons, count: number): CallForm | null {
  const fits = lambdaAsLet(
    host,
    lambda,
    Array.from({ length: count }, () => host.nil),
  );
  if (fits !== null) return (...args) => lambdaAsLet(host, lambda, args);
  // The call says that it is given too few or too many.
  return takesMoreOrLess(lambda, count) ? (...args) => cons(lambda, list(...args)) : null;
}

/** Whether a lambda expression takes another number of arguments; false where its lambda list is none. */
function takesMoreOrLess(lambda: LispCons, count: number): boolean {
  const parameters = car(cdrOf(lambda));
  if (!isCons(parameters) && parameters !== sym("NIL")) return false;
  try {
    return !takesCount(signatureOf(parseLambdaList(parameters)), count);
  } catch (error) {
    if (error instanceof ProgramError) return false;
    throw error;
  }
}

function globalForm(host: CompilerHost, name: LispSymbol, count: number, env: Environment): CallForm | null {
  if (env.function(name) !== undefined || isSpecialOperator(name)) return null;
  if (host.macroObject(name) !== null || host.compilerMacroFunction(name) !== null) return null;
  const signature = host.knownSignature(name)?.signature;
  const fits = signature === undefined || (takesCount(signature, count) && takesPairs(signature, count));
  return fits ? (...args) => form(name, ...args) : null;
}

/**
 * The call of a lambda expression with required parameters alone as the LET form that it is equivalent to;
 * null for others.
 */
export function lambdaAsLet(
  host: CompilerHost,
  lambda: LispCons,
  args: readonly LispValue[],
): LispValue | null {
  const parameters = car(cdrOf(lambda));
  if (!isCons(parameters)) return null;
  const names: LispValue[] = [];
  let rest: LispValue = parameters;
  for (; isCons(rest); rest = cdr(rest)) names.push(carOf(rest));
  if (rest !== host.nil || names.length !== args.length) return null;
  if (!names.every((name) => isParameter(host, name)) || repeated(names as LispSymbol[]) !== undefined)
    return null;
  const bindings = names.map((name, i) => list(name, args[i]));
  return cons(sym("LET"), cons(list(...bindings), bodyOf(lambda)));
}

function isParameter(host: CompilerHost, name: LispValue): boolean {
  if (!isSymbol(name) || symbolName(name).startsWith("&") || homeName(name) === "KEYWORD") return false;
  return name !== host.nil && name !== host.t && host.proclaimed(name) !== "constant";
}

/** The body of a lambda expression; LET takes no documentation. */
function bodyOf(lambda: LispCons): LispValue {
  const declarations: LispValue[] = [];
  let rest = cdr(cdrOf(lambda));
  for (; isCons(rest); rest = cdr(rest)) {
    const part = carOf(rest);
    const isDeclaration = isCons(part) && carOf(part) === sym("DECLARE");
    if (isDeclaration) declarations.push(part);
    else if (!isLispString(part) || !isCons(cdr(rest))) break;
  }
  return declarations.reduceRight<LispValue>((body, declaration) => cons(declaration, body), rest);
}
