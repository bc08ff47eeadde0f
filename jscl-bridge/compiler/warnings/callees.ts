/**
 * Functions that a function of COMMON-LISP is given to call, with another number of arguments than they
 * take.
 */

import type { FunctionEntry, Parameter } from "../../functions/notation.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { keyword, sym } from "../../runtime/signals.js";
import type { Environment } from "../scope/environment.js";
import type { Builder } from "../syntax/builder.js";
import { car, cdr, isCons, isSymbol } from "../syntax/forms.js";
import { within } from "../syntax/lambda.js";
import { lambdaListName, parseLambdaList } from "../syntax/lambda-list.js";
import { literalLambda } from "../syntax/literal-lambda.js";
import { ProgramError } from "../syntax/program-error.js";
import { checkArguments, type Knowledge } from "./call-arguments.js";
import { type Signature, signatureOf } from "./signature.js";

/** A function that a form stands for. */
interface Callee {
  readonly name: LispValue;
  readonly signature: Signature;
  readonly knowledge: Knowledge;
}

/** Checks the functions among the arguments of a call. */
export function checkCallees(
  b: Builder,
  entry: FunctionEntry,
  args: readonly LispValue[],
  env: Environment,
): void {
  const { host } = b;
  for (const [i, arg] of args.entries()) {
    const parameter = parameterOf(entry, args, i);
    const count = parameter?.type === "callee" ? argumentsOfCallee(entry, parameter, args) : null;
    const callee = count === null ? null : calleeOf(b, arg, env);
    if (count === null || callee === null) continue;
    const given = Array.from({ length: count }, () => host.internals.intern("X"));
    checkArguments(host, callee.name, callee.signature, given, callee.knowledge, entry.name);
  }
}

/** The parameter that an argument is for. */
export function parameterOf(
  { required, optional, keys }: FunctionEntry,
  args: readonly LispValue[],
  index: number,
): Parameter | undefined {
  const positional = [...required, ...optional];
  if (index < positional.length) return positional[index];
  const key = args[index - 1];
  const isValue = (index - positional.length) % 2 === 1;
  return isValue ? keys?.find(({ name }) => isSymbol(key) && key === keyword(name)) : undefined;
}

/**
 * With how many arguments a function is called; null where it is not known, or where calls are compiled in
 * place, which say so themselves.
 */
function argumentsOfCallee(
  { name, attributes }: FunctionEntry,
  parameter: Parameter,
  args: readonly LispValue[],
): number | null {
  if (attributes.has("loop") || IN_PLACE.has(name)) return null;
  switch (parameter.name) {
    case "KEY":
      return 1;
    case "TEST":
    case "TEST-NOT":
      return 2;
    case "PREDICATE":
      return /-IF(-NOT)?$/.test(name) ? 1 : 2;
    default:
      // All but REDUCE take an element of each sequence behind the function.
      return name === "REDUCE" ? 2 : Math.max(1, args.length - 2);
  }
}

/** Functions whose calls are compiled in place where they are given a literal function. */
const IN_PLACE: ReadonlySet<string> = new Set("APPLY FUNCALL EVERY SOME NOTANY NOTEVERY".split(" "));

function calleeOf(b: Builder, form: LispValue, env: Environment): Callee | null {
  const lambda = literalLambda(form);
  if (lambda !== null) return lambdaCallee(b, lambda);
  if (!isCons(form)) return null;
  const [head, name] = [carOf(form), car(cdrOf(form))];
  if (!isSymbol(name) || (head !== sym("FUNCTION") && head !== sym("QUOTE"))) return null;
  const local = head === sym("FUNCTION") ? env.function(name) : undefined;
  if (local !== undefined) {
    const target = local.kind === "function" ? local.target : null;
    return target?.signature
      ? { name: target.name, signature: target.signature, knowledge: "declared" }
      : null;
  }
  const known = b.host.knownSignature(name);
  return known && { name, ...known };
}

/** Null where the lambda list is none: compiling the expression says what is wrong with it. */
function lambdaCallee(b: Builder, lambda: LispValue): Callee | null {
  try {
    const parameters = parseLambdaList(car(cdr(lambda)));
    const name = within(b, [sym("LAMBDA"), lambdaListName(parameters)]);
    return { name, signature: signatureOf(parameters), knowledge: "declared" };
  } catch (error) {
    if (error instanceof ProgramError) return null;
    throw error;
  }
}
