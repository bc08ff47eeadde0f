/** Calls whose arguments do not fit the function's parameters. */

import { cardinal, ordinal } from "../../runtime/format/english.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameOf } from "../../runtime/objects/setf-names.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import type { CompilerHost } from "../host.js";
import { isCons, isSymbol } from "../syntax/forms.js";
import { literalLambda } from "../syntax/literal-lambda.js";
import { typeOfConstant } from "../types/constants.js";
import { constantOf } from "./constants.js";
import { functionText } from "./function-texts.js";
import type { WarningType } from "./reporter.js";
import { keyName, mostArguments, type Signature } from "./signature.js";

/** Why a function is known, which decides how bad a wrong call is. */
export type Knowledge = "declared" | "defined" | "local";

const LOCAL_REFERENCE = "\nSee also:\n  The ANSI Standard, Section 3.2.2.3";

const words = (n: number): string => cardinal(BigInt(n)) ?? String(n);
const counted = (n: number): string => `${words(n)} argument${n === 1 ? "" : "s"}`;

/**
 * Warns when `args` are not what `signature` takes; `caller` is the function that calls it with them, which
 * is given it. Answers whether they fit.
 */
export function checkArguments(
  host: CompilerHost,
  name: LispValue,
  signature: Signature,
  args: readonly LispValue[],
  knowledge: Knowledge,
  caller: string | null = null,
): boolean {
  const type: WarningType = knowledge === "defined" ? "SIMPLE-STYLE-WARNING" : "SIMPLE-WARNING";
  const count = countProblem(host, name, signature, args.length, knowledge, caller);
  if (count !== null) {
    const message = knowledge === "local" ? count + LOCAL_REFERENCE : count;
    host.warnings.warn(knowledge === "local" ? "LOCAL-ARGUMENT-MISMATCH" : type, message, null);
    return false;
  }
  const { keys, required, optional } = signature;
  if (keys === null) return true;
  const message = keywordProblem(host, name, signature, args.slice(required + optional), knowledge);
  if (message !== null) host.warnings.warn(type, message, null);
  return message === null;
}

/** Whether what follows the positional arguments of a call is keywords that `signature` takes, and values. */
export function takesKeywords(
  host: CompilerHost,
  name: LispValue,
  signature: Signature,
  args: readonly LispValue[],
): boolean {
  const rest = args.slice(signature.required + signature.optional);
  return signature.keys === null || keywordProblem(host, name, signature, rest, "declared") === null;
}

function countProblem(
  host: CompilerHost,
  name: LispValue,
  signature: Signature,
  given: number,
  knowledge: Knowledge,
  caller: string | null,
): string | null {
  const most = mostArguments(signature);
  const { required } = signature;
  if (given >= required && (most === null || given <= most)) return null;
  // SBCL's pretty printer writes an empty lambda list so.
  const printed = shownName(host, name).replace(/^\(LAMBDA NIL/, "(LAMBDA ()");
  const subject = knowledge === "local" ? "function" : `The function ${printed}`;
  const verb = knowledge === "local" ? "called" : caller === null ? "is called" : `is called by ${caller}`;
  if (most === required && given !== required) {
    return `${subject} ${verb} with ${counted(given)}, but wants exactly ${words(required)}${end(knowledge)}`;
  }
  if (given < required) {
    return `${subject} ${verb} with ${counted(given)}, but wants at least ${words(required)}${end(knowledge)}`;
  }
  if (most === null || given <= most) return null;
  return `${subject} ${caller === null ? "called" : verb} with ${counted(given)}, but wants at most ${words(most)}${end(knowledge)}`;
}

/** A function's name; that of a setf function is a list. */
function shownName(host: CompilerHost, name: LispValue): string {
  return host.print(isSymbol(name) ? functionNameOf(name) : name);
}

function end(knowledge: Knowledge): string {
  return knowledge === "local" ? "" : ".";
}

function keywordProblem(
  host: CompilerHost,
  name: LispValue,
  signature: Signature,
  rest: readonly LispValue[],
  knowledge: Knowledge,
): string | null {
  const first = signature.required + signature.optional;
  if (rest.length % 2 === 1) {
    return knowledge === "local"
      ? "function called with odd number of arguments in keyword portion"
      : `The function ${shownName(host, name)} is called with odd number of keyword arguments.`;
  }
  const unknown: string[] = [];
  for (let i = 0; i < rest.length; i += 2) {
    const constant = constantOf(host, rest[i]);
    const type = constant === undefined ? functionTypeOf(rest[i]) : typeOfConstant(host, constant.value).text;
    // What is computed may be any keyword.
    if (type === null) return null;
    if (constant === undefined || !isSymbol(constant.value)) {
      const nth = ordinal(BigInt(first + i + 1)) ?? "";
      return `The ${nth} argument of type ${type} cannot be used as a keyword.`;
    }
    if (symbolName(constant.value) === "ALLOW-OTHER-KEYS") return null;
    if (!signature.keys?.has(keyName(constant.value))) unknown.push(host.print(constant.value));
  }
  if (signature.allowOtherKeys || unknown.length === 0) return null;
  if (knowledge === "local") return `function called with unknown argument keyword ${unknown[0]}`;
  if (unknown.length === 1) return `${unknown[0]} is not a known argument keyword.`;
  const listed = `${unknown.slice(0, -1).join(", ")} and ${unknown[unknown.length - 1]}`;
  return `${listed} are not a known argument keywords.`;
}

/** The type of a form that makes a function, which is no keyword; null for another form. */
function functionTypeOf(form: LispValue): string | null {
  const name = functionDesignated(form);
  if (name !== null) return functionText(name) ?? "FUNCTION";
  return literalLambda(form) === null ? null : "FUNCTION";
}

/**
 * What a definition says of calls that were compiled before it, by the least and the greatest number of
 * arguments.
 */
export function earlierCallProblems(
  signature: Signature,
  calls: { least: number; greatest: number },
): string[] {
  const problems: string[] = [];
  const most = mostArguments(signature);
  const called = (n: number): string => `(The function was previously called with ${counted(n)}, but wants`;
  if (calls.least < signature.required)
    problems.push(`${called(calls.least)} at least ${words(signature.required)}.)`);
  if (most !== null && calls.greatest > most)
    problems.push(`${called(calls.greatest)} at most ${words(most)}.)`);
  return problems;
}

/** The name of the function that a form (FUNCTION name) denotes, or null. */
export function functionDesignated(form: LispValue): LispSymbol | null {
  if (!isCons(form)) return null;
  const head = carOf(form);
  if (!isSymbol(head) || symbolName(head) !== "FUNCTION") return null;
  const rest = cdrOf(form);
  const name = isCons(rest) ? carOf(rest) : null;
  return isSymbol(name) ? name : null;
}
