/** Calls of functions that are not defined, or do not take what they are given. */
import type { FunctionEntry } from "../../functions/table.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import type { Environment } from "../scope/environment.js";
import type { Builder } from "../syntax/builder.js";
import { car, isCons, isSymbol, quoted } from "../syntax/forms.js";
import { parseLambdaList } from "../syntax/lambda-list.js";
import { checkArguments, functionDesignated } from "./call-arguments.js";
import { constantOf } from "./constants.js";
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
  const isApply = callee.name === "APPLY";
  if (!mapping && !isApply && callee.name !== "FUNCALL") return;
  const target = functionDesignated(designator) ?? (isApply ? quotedName(b, designator) : null);
  if (target === null || (rest.length === 0 && mapping)) return;
  const { host } = b;
  // The elements that a mapping function hands on are no constants.
  const given = mapping ? rest.map(() => host.internals.intern("X")) : isApply ? spread(host, rest) : rest;
  if (given === null) return;
  const local = env.function(target);
  if (local !== undefined) {
    const signature = local.kind === "function" ? local.target.signature : null;
    if (signature !== null) checkArguments(host, target, signature, given, "local");
    return;
  }
  const known = host.knownSignature(target);
  if (known !== null) checkArguments(host, target, known.signature, given, known.knowledge);
}

/** The name of a function that a quoted symbol is. */
function quotedName({ host }: Builder, designator: LispValue): LispSymbol | null {
  const value = constantOf(host, designator)?.value;
  return isSymbol(value) && value !== host.nil ? value : null;
}

/** Of a longer list nothing is said: it may be a ring. */
const MOST_SPREAD = 1000;

/** The arguments that APPLY hands on where its list is a constant; null for another. */
function spread(host: CompilerHost, args: readonly LispValue[]): LispValue[] | null {
  const last = args.length === 0 ? undefined : constantOf(host, args[args.length - 1]);
  if (last === undefined) return null;
  const listed: LispValue[] = [];
  let rest = last.value;
  for (; isCons(rest) && listed.length < MOST_SPREAD; rest = next(rest)) listed.push(quoted(carOf(rest)));
  return rest === host.nil ? [...args.slice(0, -1), ...listed] : null;
}

/** Checks ((lambda …) argument …). */
export function checkLambdaCall({ host }: Builder, lambda: LispCons, args: readonly LispValue[]): void {
  if (host.internalCode) return;
  const list = isCons(cdrOf(lambda)) ? car(cdrOf(lambda)) : host.nil;
  checkArguments(host, lambda, signatureOf(parseLambdaList(list)), args, "local");
}
