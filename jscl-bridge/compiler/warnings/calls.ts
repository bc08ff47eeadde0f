/** Calls of functions that are not defined, or do not take what they are given. */
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import type { Unit } from "../emit/unit.js";
import type { Environment } from "../scope/environment.js";
import { car, isCons } from "../syntax/forms.js";
import { parseLambdaList } from "../syntax/lambda-list.js";
import { checkArguments, functionDesignated } from "./call-arguments.js";
import { signatureOf } from "./signature.js";

/** Library functions that call their first argument with as many arguments as they have others. */
export const MAPPING: ReadonlySet<string> = new Set("MAPCAR MAPC MAPCAN MAPCON MAPL MAPLIST".split(" "));

/** Checks a call of a global function. */
export function checkGlobalCall({ host }: Unit, name: LispSymbol, args: readonly LispValue[]): void {
  if (host.internalCode) return;
  const known = host.knownSignature(name);
  if (known !== null) checkArguments(host, name, known.signature, args, known.knowledge);
  else if (!host.internals.fboundp(name)) {
    host.noteUndefinedFunction(name);
    host.warnings.noteCall(name, args.length);
  }
}

/** Checks what a call of a mapping function or FUNCALL hands on to a function that it names. */
export function checkIndirectCall(
  unit: Unit,
  name: LispSymbol,
  args: readonly LispValue[],
  env: Environment,
): void {
  const [designator, ...rest] = args;
  const mapping = MAPPING.has(name.name);
  if (!mapping && name.name !== "FUNCALL") return;
  const target = functionDesignated(designator);
  if (target === null || (rest.length === 0 && mapping)) return;
  const { host } = unit;
  // The elements that a mapping function hands on are no constants.
  const given = mapping ? rest.map(() => host.internals.intern("X")) : rest;
  const local = env.function(target);
  if (local !== undefined) {
    if (local.signature !== null) checkArguments(host, target, local.signature, given, "local");
    return;
  }
  const known = host.knownSignature(target);
  if (known !== null) checkArguments(host, target, known.signature, given, known.knowledge);
}

/** Checks ((lambda …) argument …). */
export function checkLambdaCall({ host }: Unit, lambda: LispCons, args: readonly LispValue[]): void {
  if (host.internalCode) return;
  const list = isCons(lambda.$$jscl_cdr) ? car(lambda.$$jscl_cdr) : host.nil;
  checkArguments(host, lambda, signatureOf(parseLambdaList(list)), args, "local");
}
