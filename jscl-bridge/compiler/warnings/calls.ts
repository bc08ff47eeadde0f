/** Calls of functions that are not defined, or do not take what they are given. */
import type { FunctionEntry } from "../../functions/table.js";
import { cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import type { Environment } from "../scope/environment.js";
import type { Builder } from "../syntax/builder.js";
import { car, isCons } from "../syntax/forms.js";
import { parseLambdaList } from "../syntax/lambda-list.js";
import { checkArguments, functionDesignated } from "./call-arguments.js";
import { signatureOf } from "./signature.js";

/** Whether a function of COMMON-LISP calls its first argument with as many arguments as it has others. */
export function isMapping({ attributes, rest }: FunctionEntry): boolean {
  return attributes.has("loop") && rest !== null;
}

/** Functions that call their first argument so as well, until its values tell. */
const QUANTIFIERS: ReadonlySet<string> = new Set(["EVERY", "SOME", "NOTANY", "NOTEVERY"]);

/** Checks a call of a global function. */
export function checkGlobalCall(
  { host }: Builder,
  name: LispSymbol,
  args: readonly LispValue[],
  env: Environment,
): void {
  if (host.internalCode) return;
  const known = host.knownSignature(name);
  if (known !== null) checkArguments(host, name, known.signature, args, known.knowledge);
  else if (!host.internals.fboundp(name)) {
    host.noteUndefinedFunction(name, env);
    host.warnings.noteCall(name, args.length);
  }
}

/** Checks what a call of a mapping function or FUNCALL hands on to a function that it names. */
export function checkIndirectCall(
  b: Builder,
  callee: FunctionEntry,
  args: readonly LispValue[],
  env: Environment,
): void {
  const [designator, ...rest] = args;
  const mapping = isMapping(callee) || QUANTIFIERS.has(callee.name);
  if (!mapping && callee.name !== "FUNCALL") return;
  const target = functionDesignated(designator);
  if (target === null || (rest.length === 0 && mapping)) return;
  const { host } = b;
  // The elements that a mapping function hands on are no constants.
  const given = mapping ? rest.map(() => host.internals.intern("X")) : rest;
  const local = env.function(target);
  if (local !== undefined) {
    const signature = local.kind === "function" ? local.target.signature : null;
    if (signature !== null) checkArguments(host, target, signature, given, "local");
    return;
  }
  const known = host.knownSignature(target);
  if (known !== null) checkArguments(host, target, known.signature, given, known.knowledge);
}

/** Checks ((lambda …) argument …). */
export function checkLambdaCall({ host }: Builder, lambda: LispCons, args: readonly LispValue[]): void {
  if (host.internalCode) return;
  const list = isCons(cdrOf(lambda)) ? car(cdrOf(lambda)) : host.nil;
  checkArguments(host, lambda, signatureOf(parseLambdaList(list)), args, "local");
}
