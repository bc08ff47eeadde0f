/** Calls of functions: local, global, library, and of lambda expressions. */

import { isSpecialOperator } from "../../runtime/definitions/special-operators.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import { foreignCaller } from "../../runtime/objects/foreign.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { cons, list, sym } from "../../runtime/signals.js";
import { lambdaAsLet } from "../rewrite/callee.js";
import { rewritten } from "../rewrite/table.js";
import { Environment } from "../scope/environment.js";
import { checkArguments } from "../warnings/call-arguments.js";
import { parameterOf } from "../warnings/callees.js";
import { checkGlobalCall, checkLambdaCall, isMapping } from "../warnings/calls.js";
import { checkFormatStrings, formatArguments, wantingControl } from "../warnings/format-controls.js";
import { checkCallSyntax } from "../warnings/operators.js";
import { signatureOf, takesCount } from "../warnings/signature.js";
import type { Builder } from "./builder.js";
import { bodyForms, car, isCons, isSymbol, operands, setfFunctionSymbol } from "./forms.js";
import { inlineCall } from "./inline.js";
import { lambdaNode, within } from "./lambda.js";
import { lambdaListName, parseLambdaList } from "./lambda-list.js";
import { literalLambda } from "./literal-lambda.js";
import { makingOf } from "./making.js";
import { ExpansionError, illegalFunctionName, OperandError, ProgramError } from "./program-error.js";
import { standardFunction } from "./standard-functions.js";
import type { LocalFunction, Node } from "./tree.js";

const MISPLACED_DECLARATION =
  "There is no function named DECLARE.  References to DECLARE in some contexts (like starts of blocks) are unevaluated expressions, but here the expression is being evaluated, which invokes undefined behaviour.";

/** The call `form`, whose head names no macro and no special form. */
export function callNode(b: Builder, form: LispCons, env: Environment): Node {
  const head = carOf(form);
  if (head === sym("DECLARE")) throw new ProgramError(MISPLACED_DECLARATION);
  if (isSymbol(head)) {
    const local = env.function(head);
    if (local?.kind === "function") return localCall(b, head, local.target, form, env);
    return globalCall(b, head, form, bodyForms(form), env);
  }
  const args = bodyForms(form);
  if (isCons(head) && car(head) === sym("LAMBDA")) return lambdaCall(b, head, form, args, env);
  const method = b.host.isGranted && isCons(head) ? foreignCaller(carOf(head)) : null;
  if (method === null) throw new ProgramError("illegal function call");
  const [object, ...keys] = operands(head as LispCons, 2);
  return globalCall(b, method, form, [object, cons(sym("LIST"), list(...keys)), ...args], env);
}

function localCall(
  b: Builder,
  head: LispSymbol,
  target: LocalFunction,
  form: LispCons,
  env: Environment,
): Node {
  const args = bodyForms(form);
  target.used = true;
  const { signature } = target;
  if (signature !== null) {
    checkArguments(b.host, head, signature, args, "local");
    if (!takesCount(signature, args.length)) {
      return { kind: "wrong-call", args: b.nodes(args, env), ...b.base(form), name: target.name };
    }
  }
  const nodes = b.nodes(args, env);
  const inlined = target.inline === null ? null : inlineCall(b, target.inline, nodes, form);
  if (inlined !== null) return inlined;
  target.referenced = true;
  return { kind: "call-local", args: nodes, ...b.base(form), target };
}

function lambdaCall(
  b: Builder,
  head: LispCons,
  form: LispCons,
  args: readonly LispValue[],
  env: Environment,
): Node {
  const binding = lambdaAsLet(b.host, head, args);
  if (binding !== null) return b.node(binding, env);
  const wrong = wrongLambdaName(b, head, args);
  if (isList(b, car(cdrOf(head)))) checkLambdaCall(b, head, args);
  if (wrong !== null) {
    // It is never called, but read for what it uses.
    lambdaNode(b, cdrOf(head), env, null);
    b.fn.inner.pop();
    return { kind: "wrong-call", args: b.nodes(args, env), ...b.base(form), name: wrong };
  }
  const lambda = lambdaNode(b, cdrOf(head), env, null);
  lambda.inlined = true;
  return { kind: "call-lambda", lambda, args: b.nodes(args, env), ...b.base(form) };
}

function isList(b: Builder, x: LispValue): boolean {
  return isCons(x) || x === b.host.nil;
}

/** What a lambda expression is called that cannot take the arguments, or null where it can. */
function wrongLambdaName(b: Builder, lambda: LispCons, args: readonly LispValue[]): LispValue | null {
  const rest = cdrOf(lambda);
  if (!isCons(rest)) throw new ExpansionError(lambda, new OperandError(lambda).condition());
  const lambdaList = carOf(rest);
  if (!isList(b, lambdaList)) return null;
  const parameters = parseLambdaList(lambdaList);
  const fits = takesCount(signatureOf(parameters), args.length);
  return fits ? null : within(b, [sym("LAMBDA"), lambdaListName(parameters)]);
}

/** The call of a global function. */
function globalCall(
  b: Builder,
  name: LispSymbol,
  form: LispCons,
  args: readonly LispValue[],
  env: Environment,
): Node {
  const isStandard = homeName(name) === "COMMON-LISP";
  const inline = isStandard && !b.host.isNotInline(name);
  if (isStandard) {
    checkCallSyntax(b, name, args, env);
    checkFormatStrings(b.host, name, form, args);
  }
  const standard = isStandard ? symbolName(name) : "";
  const literal = inline && standard === "FUNCALL" ? literalLambda(args[0]) : null;
  if (isCons(literal) && !b.host.internalCode && wrongLambdaName(b, literal, args.slice(1)) !== null)
    return lambdaCall(b, literal, form, args.slice(1), env);
  const named = inline && standard === "FUNCALL" ? globalFunction(args[0], env) : null;
  if (named !== null && !b.host.internalCode) {
    checkGlobalCall(b, named, args.slice(1), env);
    const isInline = homeName(named) === "COMMON-LISP" && !b.host.isNotInline(named);
    return made(b, named, form, b.nodes(args.slice(1), env), isInline);
  }
  checkGlobalCall(b, name, args, env);
  const other = inline && !b.host.internalCode ? rewritten(b.host, name, args, env) : null;
  if (other !== null) return Object.assign(b.node(other, env), { form });
  if (inline && standard === "NOT" && args.length === 1)
    return made(b, name, form, [b.test(args[0], env)], inline);
  const isFormat = inline && standard === "FORMAT" && !b.host.internalCode;
  const nodes = b.nodes(isFormat ? formatArguments(b.host, args) : args, env);
  const wanting = isFormat ? wantingControl(args) : null;
  // Warnings speak of the string.
  if (wanting !== null) nodes[1] = Object.assign(b.node(wanting, env), { form: args[1] });
  const isCalled = isStandard || b.host.isNotInline(name) || env.isNotInline(name);
  const lambda = isCalled ? null : b.host.inlineLambda(name);
  if (lambda !== null) {
    const inlined = inlineCall(b, { lambda, block: name, env: Environment.empty }, nodes, form);
    if (inlined !== null) return inlined;
  }
  if (isStandard && !b.host.internalCode) referToFunctions(b, name, args, nodes);
  const [callee] = nodes;
  const callsFirst = inline && (standard === "FUNCALL" || (standard === "APPLY" && args.length > 1));
  if (callsFirst || standardFunction(name)?.attributes.has("loop") === true) noteCallee(callee, callsFirst);
  return made(b, name, form, nodes, inline);
}

function made(b: Builder, name: LispSymbol, form: LispCons, args: Node[], inline: boolean): Node {
  const writer = args.length === 2 && !b.host.isNotInline(name) ? b.host.structureWriter(name) : null;
  const making = makingOf(b.host, name, args);
  const { inLibrary } = b;
  return { kind: "call", ...b.base(form), name, args, inline, writer, making, inLibrary, conflicts: [] };
}

/**
 * A name of no function, among the arguments that a function of COMMON-LISP calls, is looked up before the
 * call, as by #'NAME. Some look themselves.
 */
function referToFunctions(b: Builder, name: LispSymbol, args: readonly LispValue[], nodes: Node[]): void {
  const entry = standardFunction(name);
  if (entry === undefined || isMapping(entry) || LOOKING.has(entry.name)) return;
  for (const [i, node] of nodes.entries()) {
    if (node.kind !== "constant" || !isSymbol(node.value) || b.host.internals.fboundp(node.value)) continue;
    if (node.value === b.host.nil || parameterOf(entry, args, i)?.type !== "callee") continue;
    nodes[i] = { kind: "global-function", ...b.base(node.form), symbol: node.value };
  }
}

const LOOKING: ReadonlySet<string> = new Set("FUNCALL APPLY REDUCE EVERY SOME NOTANY NOTEVERY".split(" "));

/** Notes that a value is called where it stands. */
function noteCallee(callee: Node | undefined, isCalled: boolean): void {
  if (callee?.kind === "function") callee.inlined = true;
  if (isCalled && callee?.kind === "read") callee.variable.calls++;
}

/** The symbol whose global function the form #'name denotes, or null. */
function globalFunction(form: LispValue, env: Environment): LispSymbol | null {
  if (!isCons(form) || carOf(form) !== sym("FUNCTION")) return null;
  const name = car(cdrOf(form));
  const place = isCons(name) && carOf(name) === sym("SETF") ? car(cdrOf(name)) : null;
  const key = isSymbol(name) ? name : isSymbol(place) ? setfFunctionSymbol(place) : null;
  return key === null || env.function(key) !== undefined ? null : key;
}

/** @throws ProgramError where the symbol names a macro or a special operator, and no function. */
function checkNoMacro({ host }: Builder, name: LispSymbol): void {
  if (host.internalCode || standardFunction(name) !== undefined) return;
  const kind = isSpecialOperator(name) ? "special-form" : host.macroObject(name) !== null ? "macro" : null;
  if (kind !== null)
    throw new ProgramError(`The :${kind} name ~S was found as the argument to FUNCTION.`, name);
}

/** The function object that (FUNCTION name) denotes. */
export function functionReference(b: Builder, name: LispValue, form: LispValue, env: Environment): Node {
  if (isSymbol(name)) {
    const local = env.function(name);
    if (local?.kind === "macro")
      throw new ProgramError("found macro name ~S as the argument to FUNCTION", name);
    if (local?.kind === "function") {
      local.target.used = true;
      local.target.escapes = true;
      local.target.referenced = true;
      return { kind: "local-function", ...b.base(form), target: local.target };
    }
    checkNoMacro(b, name);
    b.host.noteUndefinedFunction(name, env);
    return { kind: "global-function", ...b.base(form), symbol: name };
  }
  if (isCons(name)) {
    const kind = car(name);
    if (kind === sym("LAMBDA")) return lambdaNode(b, cdrOf(name), env, null);
    if (kind === sym("SETF")) {
      const place = car(cdrOf(name));
      const key = isSymbol(place) ? setfFunctionSymbol(place) : null;
      if (key !== null) return functionReference(b, key, form, env);
    }
  }
  throw illegalFunctionName(name);
}
