/** Calls of functions: local, global, library, and of lambda expressions. */
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import { foreignCaller } from "../../runtime/objects/foreign.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionText, symbolName } from "../../runtime/objects/symbols.js";
import { cons, list, sym } from "../../runtime/signals.js";
import { EFFECT, type ValuesMode } from "../emit/destination.js";
import type { Unit } from "../emit/unit.js";
import type { Environment } from "../scope/environment.js";
import { mayDefine } from "../scope/self-calls.js";
import { car, cdr, elements, isCons, isSymbol, operands, setfFunctionSymbol } from "../syntax/forms.js";
import { parseLambdaList } from "../syntax/lambda-list.js";
import { ExpansionError, illegalFunctionName, OperandError, ProgramError } from "../syntax/program-error.js";
import { neverReturns, standardFunction } from "../syntax/standard-functions.js";
import { checkArguments } from "../warnings/call-arguments.js";
import { checkGlobalCall, checkLambdaCall } from "../warnings/calls.js";
import { mostArguments, type Signature, signatureOf } from "../warnings/signature.js";
import { compileLambda } from "./lambda.js";

const MISPLACED_DECLARATION =
  "There is no function named DECLARE.  References to DECLARE in some contexts (like starts of blocks) are unevaluated expressions, but here the expression is being evaluated, which invokes undefined behaviour.";

/** An expression for the call `form`, whose head names no macro and no special form. */
export function compileCall(unit: Unit, form: LispCons, env: Environment, values: ValuesMode): string {
  const head = carOf(form);
  const args = elements(cdrOf(form));
  if (head === sym("DECLARE")) throw new ProgramError(MISPLACED_DECLARATION);
  if (isSymbol(head)) {
    const local = env.function(head);
    if (local !== undefined) {
      local.used = true;
      unit.reads.note(local, Number.POSITIVE_INFINITY);
      if (local.signature !== null) checkArguments(unit.host, head, local.signature, args, "local");
      if (local.signature !== null && mismatch(local.signature, args.length)) {
        return wrongLocalCall(unit, local.name ?? head, args, env);
      }
      unit.context.callsOther();
      return callOf(unit, local.js, args, env, values);
    }
    return globalCall(unit, head, args, env, values);
  }
  if (isCons(head) && car(head) === sym("LAMBDA")) {
    const binding = asLet(head, args);
    if (binding !== null) return unit.expression(binding, env, values);
    const wrong = wrongLambdaCall(unit, head, args, env);
    if (isList(unit, car(cdrOf(head)))) checkLambdaCall(unit, head, args);
    if (wrong !== null) return wrong;
    unit.inlined.callee(head);
    return callOf(unit, `(${compileLambda(unit, cdrOf(head), env, null)})`, args, env, values);
  }
  const method = unit.host.isGranted && isCons(head) ? foreignCaller(carOf(head)) : null;
  if (method === null) throw new ProgramError("illegal function call");
  const [object, ...keys] = operands(head as LispCons, 2);
  return globalCall(unit, method, [object, cons(sym("LIST"), list(...keys)), ...args], env, values);
}

/**
 * The call of a lambda expression with required parameters alone as the LET form that it is equivalent to.
 */
function asLet(lambda: LispCons, args: readonly LispValue[]): LispValue | null {
  const parameters = car(cdrOf(lambda));
  if (!isCons(parameters)) return null;
  const names = elements(parameters);
  const plain = names.every((name) => isSymbol(name) && !symbolName(name).startsWith("&"));
  if (!plain || names.length !== args.length) return null;
  const bindings = names.map((name, i) => list(name, args[i]));
  return cons(sym("LET"), cons(list(...bindings), cdr(cdrOf(lambda))));
}

function isList(unit: Unit, x: LispValue): boolean {
  return isCons(x) || x === unit.host.nil;
}

function mismatch(signature: Signature, count: number): boolean {
  return count < signature.required || count > (mostArguments(signature) ?? count);
}

/** A call of a lambda expression that cannot take the arguments, or null where it can. */
function wrongLambdaCall(
  unit: Unit,
  lambda: LispCons,
  args: readonly LispValue[],
  env: Environment,
): string | null {
  const rest = cdrOf(lambda);
  if (!isCons(rest)) throw new ExpansionError(lambda, new OperandError(lambda).condition());
  const lambdaList = carOf(rest);
  if (!isList(unit, lambdaList)) return null;
  if (!mismatch(signatureOf(parseLambdaList(lambdaList)), args.length)) return null;
  return wrongLocalCall(unit, list(sym("LAMBDA"), lambdaList), args, env);
}

/** A call of a local function with a number of arguments that it does not take: an error of the caller. */
function wrongLocalCall(unit: Unit, name: LispValue, args: readonly LispValue[], env: Environment): string {
  for (const text of unit.expressions(args, env)) unit.deliver(EFFECT, text);
  return unit.context.slow(`R.wrongLocalCall(${unit.literals.reference(name)},${args.length})`);
}

export function globalCall(
  unit: Unit,
  name: LispSymbol,
  args: readonly LispValue[],
  env: Environment,
  values: ValuesMode,
): string {
  checkGlobalCall(unit, name, args);
  if (standardFunction(name)?.attributes.has("loop") === true) unit.inlined.callee(args[0]);
  const text = framedCall(unit, name, args, env, values);
  if (neverReturns(name)) unit.reads.reachable = false;
  return text;
}

function framedCall(
  unit: Unit,
  name: LispSymbol,
  args: readonly LispValue[],
  env: Environment,
  values: ValuesMode,
): string {
  const target = functionText(unit.literals.reference(name));
  const { context } = unit;
  if (callsItself(unit, name, args)) {
    return selfCall(unit, target, unit.expressions(args, env), values);
  }
  if (mayDefine(name)) context.callsOther();
  if (!unit.host.internalCode && unit.host.isStockFunction(name)) {
    const texts = unit.atoms(args, env);
    unit.emit(unit.context.pushHere());
    const stores = texts.map((text, i) => `st[q${i === 0 ? "" : `+${i}`}]=${text},`).join("");
    const info = unit.literals.libraryInfo(name, texts.length);
    const n = texts.length;
    return `(${stores}st[q${n === 0 ? "" : `+${n}`}]=${info},S.sp=q+${n + 1},${context.mark()}${target}(${[values, ...texts].join(",")}))`;
  }
  return callOf(unit, target, args, env, values);
}

/** A call of the JavaScript expression `target`, a Lisp function. */
function callOf(
  unit: Unit,
  target: string,
  args: readonly LispValue[],
  env: Environment,
  values: ValuesMode,
): string {
  return callWith(unit, target, unit.expressions(args, env), values);
}

/** As `callOf`, with the arguments compiled already. */
function callWith(unit: Unit, target: string, texts: readonly string[], values: ValuesMode): string {
  unit.emit(unit.context.pushHere());
  if (texts.every((text) => unit.isStable(text))) {
    return `(S.sp=q,${unit.context.call(target, [values, ...texts])})`;
  }
  // An argument may call, and so move `sp`: it is stored last of all, by a step that keeps the argument.
  const last = texts[texts.length - 1] as string;
  const kept = unit.fresh("a");
  unit.emit(`let ${kept};`);
  const stored = `(${kept}=${last},S.sp=q,${kept})`;
  return unit.context.call(target, [values, ...texts.slice(0, -1), stored]);
}

function callsItself({ context, host }: Unit, name: LispSymbol, args: readonly LispValue[]): boolean {
  const { self } = context;
  return self?.name === name && self.parameters.length === args.length && !host.isNotInline(name);
}

/** Compiles a call of the function itself whose values are the function's own; whether the form is one. */
export function compileSelfTailCall(unit: Unit, form: LispCons, env: Environment): boolean {
  const { context } = unit;
  const name = carOf(form);
  if (context.self === null || !isSymbol(name) || env.function(name) !== undefined) return false;
  const args = elements(cdrOf(form));
  if (!callsItself(unit, name, args)) return false;
  checkGlobalCall(unit, name, args);
  const texts = unit.expressions(args, env);
  unit.emit(context.pushHere());
  const kept = texts.every((text) => unit.isStable(text)) ? null : unit.fresh("a");
  if (kept !== null) unit.emit(context.indirect(`let ${kept};`));
  const names = texts.map(() => unit.fresh("n"));
  const target = functionText(unit.literals.reference(name));
  unit.emit(context.selfTailCall(target, texts, names, kept));
  return true;
}

function selfCall(unit: Unit, target: string, texts: readonly string[], values: ValuesMode): string {
  const { context } = unit;
  unit.emit(context.pushHere());
  const kept = texts.every((text) => unit.isStable(text)) ? null : unit.fresh("a");
  if (kept !== null) unit.emit(context.indirect(`let ${kept};`));
  return context.selfCall(target, [values, ...texts], kept);
}

/** The function object that (FUNCTION name) denotes. */
export function functionReference(unit: Unit, name: LispValue, env: Environment): string {
  if (isSymbol(name)) {
    const local = env.function(name);
    if (local !== undefined) {
      if (local.kind === "macro")
        throw new ProgramError("found macro name ~S as the argument to FUNCTION", name);
      local.used = true;
      unit.reads.note(local, Number.POSITIVE_INFINITY);
      return local.js;
    }
    unit.host.noteUndefinedFunction(name);
    return unit.context.slow(`R.functionOf(${unit.literals.reference(name)})`);
  }
  if (isCons(name)) {
    const kind = car(name);
    if (kind === sym("LAMBDA")) return compileLambda(unit, cdrOf(name), env, null);
    if (kind === sym("SETF")) {
      const place = car(cdrOf(name));
      const key = isSymbol(place) ? setfFunctionSymbol(place) : null;
      if (key !== null) return functionReference(unit, key, env);
    }
  }
  throw illegalFunctionName(name);
}
