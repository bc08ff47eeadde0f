/** Calls of functions: local, global, library, of lambda expressions, and of the runtime. */

import { CAR, CDR } from "../../runtime/objects/conses.js";
import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { FUNCTION, homeName, symbolFunction } from "../../runtime/objects/symbols.js";
import type { LeavingFunction } from "../../runtime/signals.js";
import type {
  CallLambdaNode,
  CallLocalNode,
  CallNode,
  GlobalFunctionNode,
  Node,
  RuntimeNode,
  ScriptNode,
  WrongCallNode,
} from "../syntax/tree.js";
import type { Signature } from "../warnings/signature.js";
import { EFFECT, VALUES, type ValuesMode } from "./destination.js";
import { isConsNode } from "./facts.js";
import { functionExpression } from "./functions.js";
import type { Generator } from "./generator.js";
import { type KeyedCall, keyedCall } from "./keyed-functions.js";
import { leave, unlessLeft } from "./leaving.js";
import { setBit, setElement } from "./primitives/arrays.js";
import { setCharacter } from "./primitives/characters.js";
import { primitiveOf } from "./primitives/table.js";
import { boxed, formatOf, isRawCall, raw } from "./raw.js";
import { isNote, noteLastCall, noteValue } from "./recording.js";
import {
  assign,
  binary,
  comma,
  conditional,
  declare,
  type Expression,
  element,
  isUndefined,
  literal,
  member,
  NIL,
  name,
  number,
  runtime,
  type Statement,
  UNDEFINED,
  when,
} from "./script.js";
import { mayDefine } from "./self-calls.js";
import { makeInPlace, writeSlot } from "./structures.js";
import { isCons_ } from "./type-checks.js";

/** A check of an argument, to be made when all have been evaluated. */
export interface Guard {
  readonly index: number;
  readonly check: (x: Expression) => Statement;
}

export function call(g: Generator, node: CallNode, mode: ValuesMode): Expression {
  const format = isRawCall(node) ? formatOf(node) : null;
  if (format !== null) return boxed(raw(g, node), format);
  const primitive = primitiveOf(node);
  if (primitive !== null && !(primitive.ofPrograms && g.host.internalCode))
    return primitive.expression(g, node, mode);
  if (node.writer !== null) return writeSlot(g, node, node.writer);
  if (node.making !== null) return makeInPlace(g, node, node.making);
  const { name: symbol, args } = node;
  const callee = member(g.reference(symbol), FUNCTION);
  if (callsItself(g, node)) return selfCall(g, node, callee, mode);
  if (mayDefine(symbol)) g.callsOther();
  if (!g.host.internalCode) {
    const isLibrary = g.host.isStockFunction(symbol);
    if (leavesByExit(g, symbol, isLibrary)) return callThatLeaves(g, node, callee, mode, isLibrary);
    if (isLibrary) return libraryCall(g, node, callee, mode);
  }
  return callByKeywords(g, node, callee, mode) ?? callOf(g, node, callee, args, mode, g.guards(node));
}

/** A call that names the keywords of a function which is known to take them; null for others. */
function callByKeywords(
  g: Generator,
  node: CallNode,
  symbolsFunction: Expression,
  mode: ValuesMode,
): Expression | null {
  if (g.host.internalCode || node.conflicts.length > 0 || homeName(node.name) === "COMMON-LISP") return null;
  const known = g.host.knownSignature(node.name);
  const way = known === null ? null : keyedCall(node, known.signature);
  if (way === null) return null;
  const { given, ordered, keywords } = keyedArguments(g, node, way);
  const callee = g.stable(symbolsFunction);
  const entry = g.stable(member(callee, way.property));
  const to = (target: Expression, args: readonly Expression[]): Expression => ({
    kind: "lisp-call",
    callee: target,
    args: [VALUES[mode], ...args],
    at: g.at(node),
  });
  const direct = to(entry, ordered);
  const general = to(callee, [...given, ...keywords]);
  return { kind: "at-height", x: conditional(isUndefined(entry), general, direct) };
}

/** The arguments of such a call: those by position, one for each parameter, and the keywords as they came. */
function keyedArguments(g: Generator, node: CallNode | CallLocalNode, way: KeyedCall) {
  g.pushHere();
  const made = g.atoms([...way.given, ...way.values]);
  g.calls = true;
  const given = made.slice(0, way.given.length);
  const missing = Array.from({ length: way.positional - given.length }, () => UNDEFINED);
  const keys = way.order.map((i) => (i < 0 ? UNDEFINED : (made[given.length + i] as Expression)));
  const keywords = node.args.slice(way.given.length).map((arg, i) => {
    return i % 2 === 0 && arg.kind === "constant"
      ? g.constant(arg.value)
      : (made[given.length + (i - 1) / 2] as Expression);
  });
  return { given, ordered: [...given, ...missing, ...keys], keywords };
}

/**
 * Whether a function has another that returns the exit which it would throw (`lisp/conditions/`): one that
 * always leaves, or, where the exit may lead to a form around the call, one that can, or is not known yet.
 */
function leavesByExit({ host, open }: Generator, symbol: LispSymbol, isLibrary: boolean): boolean {
  const isOwn = homeName(symbol) !== "COMMON-LISP";
  if ((isOwn || isLibrary) && !open.some(({ isCatch }) => isCatch)) return false;
  if (isOwn && !host.internals.fboundp(symbol)) return true;
  return (symbolFunction(symbol) as LeavingFunction | undefined)?.leaving !== undefined;
}

/** A call of such a function, or of what it is by then: the caller throws the exit, or jumps. */
function callThatLeaves(
  g: Generator,
  node: CallNode,
  callee: Expression,
  mode: ValuesMode,
  isLibrary: boolean,
): Expression {
  const fn = g.stable(callee);
  const target = binary("??", member(fn, "leaving"), fn);
  const called = isLibrary
    ? libraryCall(g, node, target, mode)
    : callOf(g, node, target, node.args, mode, g.guards(node));
  const value = g.stable(called);
  // A program can have the function return an exit that macros expand into.
  const left = g.buffered(() => leave(g, g.stable(runtime("leaving", value))));
  g.emit(when(runtime("isExit", value), ...left));
  return value;
}

/** A call of a function that pushes no frame: the caller does. */
function libraryCall(g: Generator, node: CallNode, callee: Expression, mode: ValuesMode): Expression {
  g.pushHere();
  const args = g.atoms(node.args, g.guards(node));
  const info = literal(g.unit.literals.libraryInfo(node.name, args.length));
  const above = (i: number): Expression => literal(i === 0 ? "q" : `q+${i}`);
  const stores = [...args, info].map((x, i) => assign(element(literal("st"), above(i)), x));
  const height = assign(literal("S.sp"), above(args.length + 1));
  const made: Expression = { kind: "call", callee, args: [VALUES[mode], ...args], at: g.at(node) };
  return comma(...stores, height, made);
}

/** A call of the JavaScript expression `callee`, a Lisp function. */
function callOf(
  g: Generator,
  node: Node,
  callee: Expression,
  operands: readonly Node[],
  mode: ValuesMode,
  guards: readonly Guard[] = [],
): Expression {
  return callWith(g, node, callee, () => g.expressions(operands, guards), mode);
}

/** The same with arguments that `make` makes. */
function callWith(
  g: Generator,
  node: Node,
  callee: Expression,
  make: () => Expression[],
  mode: ValuesMode,
): Expression {
  // Before the arguments, so that what is slow in them finds the frame.
  g.pushHere();
  const args = make();
  g.calls = true;
  const at = g.at(node);
  const kept = keptFor(g, args);
  if (kept === null) {
    return { kind: "at-height", x: { kind: "lisp-call", callee, args: [VALUES[mode], ...args], at } };
  }
  // An argument may call, and so move `sp`: it is stored last of all, by a step that keeps the argument.
  const target = name(kept, true);
  const last = comma(assign(target, args.pop() as Expression), assign(literal("S.sp"), literal("q")), target);
  return { kind: "lisp-call", callee, args: [VALUES[mode], ...args, last], at };
}

/** Whether evaluating an expression may leave the end of the stack elsewhere. */
function movesStack(x: Expression): boolean {
  switch (x.kind) {
    case "name":
    case "literal":
    case "function":
    case "accessor":
      return false;
    case "unary":
    case "spread":
      return movesStack(x.x);
    case "binary":
      return movesStack(x.a) || movesStack(x.b);
    case "conditional":
      return movesStack(x.test) || movesStack(x.then) || movesStack(x.otherwise);
    case "assign":
      return movesStack(x.value) || movesStack(x.target);
    case "assign-slot":
      return movesStack(x.value);
    case "member":
      return movesStack(x.object);
    case "index":
      return movesStack(x.object) || movesStack(x.index);
    case "new":
      return x.args.some(movesStack);
    default:
      return true;
  }
}

/** The call of a local function, which comes to a raw float where it returns one. */
function localCall(g: Generator, node: CallLocalNode, mode: ValuesMode): Expression {
  g.callsOther();
  const { target, args } = node;
  const body = g.unit.localBody(target);
  const way = body === undefined ? null : keyedCall(node, target.signature as Signature);
  if (body !== undefined && way !== null) {
    const ordered = [VALUES[mode], ...keyedArguments(g, node, way).ordered];
    const made: Expression = { kind: "lisp-call", callee: body, args: ordered, at: g.at(node) };
    return unlessLeft(g, target, { kind: "at-height", x: made });
  }
  const formats = g.unit.rawFunctions.get(target.lambda)?.parameters;
  const make = ([i, arg]: [number, Node]) => (formats?.[i] == null ? g.expression(arg) : raw(g, arg));
  const operands = () => g.expressionsBy([...args.entries()], make);
  return unlessLeft(g, target, callWith(g, node, g.unit.localFunction(target), operands, mode));
}

export function callLocal(g: Generator, node: CallLocalNode, mode: ValuesMode): Expression {
  const format = g.unit.rawFunctions.get(node.target.lambda)?.result;
  const value = localCall(g, node, mode);
  return format == null ? value : boxed(value, format);
}

/** The raw float that the call of a local function comes to; null for one that returns objects. */
export function rawCallLocal(g: Generator, node: CallLocalNode): Expression | null {
  const format = g.unit.rawFunctions.get(node.target.lambda)?.result;
  return format == null || format !== formatOf(node) ? null : localCall(g, node, "pv");
}

export function callLambda(g: Generator, node: CallLambdaNode, mode: ValuesMode): Expression {
  const callee = functionExpression(g, node.lambda);
  return callOf(g, node, callee, node.args, mode);
}

/** A call of a local function with a number of arguments that it does not take: an error of the caller. */
export function wrongCall(g: Generator, node: WrongCallNode): Expression {
  for (const x of g.expressions(node.args)) g.deliver(EFFECT, x);
  return g.slowCall(node, "wrongLocalCall", g.reference(node.name), number(node.args.length));
}

function callsItself({ self, fn, host }: Generator, { name: symbol, args }: CallNode): boolean {
  if (self === null || fn.self !== symbol) return false;
  return self.parameters.length === args.length && !host.isNotInline(symbol);
}

function selfCall(g: Generator, node: CallNode, callee: Expression, mode: ValuesMode): Expression {
  g.pushHere();
  const args = g.expressions(node.args);
  g.selfCalls++;
  g.calls = true;
  return {
    kind: "self-call",
    callee,
    args: [VALUES[mode], ...args],
    kept: keptFor(g, args),
    at: g.at(node),
  };
}

/** A name for the last argument, where evaluating the arguments may move the end of the stack. */
function keptFor(g: Generator, args: readonly Expression[]): string | null {
  if (args.every((x) => !movesStack(x))) return null;
  const kept = g.fresh("a");
  g.emit(declare(kept, null));
  return kept;
}

/** Makes a call of the function itself whose values are the function's own; whether the node is one. */
export function selfTailCall(g: Generator, node: CallNode): boolean {
  if (!callsItself(g, node)) return false;
  g.pushHere();
  const args = noteLastCall(g, node.args) ?? g.expressions(node.args);
  g.selfCalls++;
  g.selfTailCalls = true;
  g.calls = true;
  g.emit({
    kind: "self-tail-call",
    callee: member(g.reference(node.name), FUNCTION),
    args,
    names: args.map(() => g.fresh("n")),
    kept: keptFor(g, args),
    at: g.at(node),
  });
  return true;
}

/** The function object that #'NAME is; a standard function that there is stays. */
export function globalFunction(g: Generator, node: GlobalFunctionNode): Expression {
  const { symbol } = node;
  const { internalCode, internals } = g.host;
  const stays = !internalCode && homeName(symbol) === "COMMON-LISP" && internals.fboundp(symbol);
  const name = g.reference(symbol);
  return stays ? member(name, FUNCTION) : g.slowCall(node, "functionNamed", name);
}

/** RPLACA and RPLACD, which macros expand into calls of the runtime. */
function setHalf(g: Generator, node: RuntimeNode): Expression {
  const [cons, value] = g.atoms(node.args, g.guards(node)) as [Expression, Expression];
  const place = member(cons, node.name === "setCar" ? CAR : CDR);
  if (isConsNode(node.args[0] as Node)) return assign(place, value);
  const slow = g.slowCall(node, node.name, cons, value);
  return conditional(isCons_(cons), assign(place, value), slow);
}

/** Functions of the runtime that need no frame. */
const NEVER_SIGNAL: ReadonlySet<string> = new Set(["elementAt", "hasElement", "cursorKey", "cursorValue"]);

/** Functions of the runtime of several values, which are told how many are wanted. */
const SEVERAL_VALUES: ReadonlySet<string> = new Set(["removeProperty"]);

/** The accessor whose place a function of the runtime writes: `setChar` writes that of CHAR. */
function writtenBy(writer: string): string {
  return writer.slice("set".length).toUpperCase();
}

export function runtimeCall(g: Generator, node: RuntimeNode, mode: ValuesMode): Expression {
  if (isNote(node.name)) return noteValue(g, node);
  if (node.name === "setAref" || node.name === "setSvref") return setElement(g, node);
  if (node.name === "setBit" || node.name === "setSbit") return setBit(g, node, writtenBy(node.name));
  if (node.name === "setChar" || node.name === "setSchar") return setCharacter(g, node, writtenBy(node.name));
  if (node.name === "setCar" || node.name === "setCdr") return setHalf(g, node);
  const args = g.atoms(node.args, g.guards(node));
  if (SEVERAL_VALUES.has(node.name)) args.unshift(VALUES[mode]);
  return NEVER_SIGNAL.has(node.name) ? runtime(node.name, ...args) : g.slowCall(node, node.name, ...args);
}

/** JavaScript written out. */
export function script(g: Generator, node: ScriptNode): Expression {
  const args = g.atoms(node.args);
  g.pushHere();
  const parts: string[] = [""];
  const used: Expression[] = [];
  for (const [i, piece] of node.text.split(/\$(\d)/).entries()) {
    if (i % 2 === 0) parts[parts.length - 1] += piece;
    else {
      used.push(args[Number(piece)] ?? literal("undefined"));
      parts.push("");
    }
  }
  const made: Expression = { kind: "at-height", x: { kind: "template", parts, args: used } };
  if (!node.thrown) return made;
  leave(g, g.stable(made));
  return NIL;
}
