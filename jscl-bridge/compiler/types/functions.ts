/** Functions: those that may be called at any time, and those whose calls are all known. */

import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import type {
  CallLambdaNode,
  CallLocalNode,
  CallNode,
  FunctionNode,
  LocalFunction,
  LocalFunctionsNode,
  Variable,
} from "../syntax/tree.js";
import { conflictMessage } from "../warnings/conflict-texts.js";
import type { Analysis } from "./analysis.js";
import type { Belief } from "./beliefs.js";
import { disjoint, type LispType } from "./lattice.js";
import { FUNCTION_TYPE, typeOf } from "./specifiers.js";
import { Gathered, type State } from "./state.js";
import { joinedValues, valuesOf } from "./values.js";

/** After so many passes nothing is believed of values but the first. */
const PASSES = 6;
const LIST = typeOf("LIST");

/** Every parameter with what it gets from arguments of some types; undefined where they are not known. */
function parameters(
  fn: FunctionNode,
  args: readonly (LispType | null)[] | undefined,
): [Variable, LispType | null][] {
  const found: [Variable, LispType | null][] = [];
  for (const [i, variable] of fn.required.entries()) found.push([variable, args?.[i] ?? null]);
  for (const [i, { variable }] of fn.optional.entries()) {
    const given = args?.[fn.required.length + i];
    found.push([variable, given ?? null]);
  }
  if (fn.rest !== null) found.push([fn.rest, LIST]);
  for (const { variable } of fn.keys) found.push([variable, null]);
  return found;
}

/** Analyses the body of a function whose parameters are bound so, in a state; the state is put back. */
function analyseBody(
  a: Analysis,
  fn: FunctionNode,
  state: State,
  bound: readonly [Variable, LispType | null][],
): { type: LispType | null; returns: boolean } {
  const { flow } = a;
  const outer = flow.state;
  const { loops } = a;
  a.loops = 0;
  flow.state = state;
  // A declared parameter is checked before anything reads it.
  for (const [variable, type] of bound)
    flow.bind(variable, a.checked(type, a.declaredType(variable.declared)));
  const type = a.visit(fn.body);
  const returns = !flow.dead;
  flow.state = outer;
  a.loops = loops;
  return { type, returns };
}

/** A function that may be called at any time from now on. */
export function functionType(a: Analysis, fn: FunctionNode): LispType {
  analyseBody(a, fn, a.flow.abrupt(a.flow.state), parameters(fn, undefined));
  return FUNCTION_TYPE;
}

export function localFunctions(a: Analysis, node: LocalFunctionsNode): LispType | null {
  for (const target of node.functions) {
    const belief = beliefOf(a, target);
    belief.state = a.flow.abrupt(a.flow.state);
    belief.pass = 0;
  }
  return a.visit(node.body);
}

/** A function as a value: it may be called with any arguments. */
export function localReference(a: Analysis, target: LocalFunction): LispType {
  a.consumers.read(target);
  const belief = beliefOf(a, target);
  if (target.lambda !== null) enter(a, target, belief, parameters(target.lambda, undefined));
  return FUNCTION_TYPE;
}

function beliefOf(a: Analysis, target: LocalFunction): Belief {
  let belief = a.beliefs.get(target);
  if (belief === undefined) {
    belief = {
      state: null,
      pass: 0,
      active: false,
      parameters: new Map(),
      result: new Gathered(),
      values: undefined,
      isBelieved: false,
    };
    a.beliefs.set(target, belief);
  }
  return belief;
}

export function callLocal(a: Analysis, node: CallLocalNode): LispType | null {
  const { flow } = a;
  const { target } = node;
  const types = a.visitAll(node.args);
  a.consumers.read(target);
  if (flow.dead || target.lambda === null) return null;
  checkDeclared(a, node, target.lambda, types);
  const belief = beliefOf(a, target);
  enter(a, target, belief, parameters(target.lambda, types));
  // Who looks at a frame that keeps its variables may have it return anything.
  if (target.lambda.keepsVariables) return null;
  const { type } = belief.result;
  if (type === undefined) flow.stop();
  return type ?? null;
}

/** Warns of arguments of other types than the parameters of a local function are declared to be of. */
function checkDeclared(
  a: Analysis,
  node: CallLocalNode,
  { required }: FunctionNode,
  types: readonly (LispType | null)[],
): void {
  for (const [i, { declared }] of required.entries()) {
    const [value, type] = [node.args[i], types[i] ?? null];
    const expected = a.declaredType(declared);
    if (value === undefined || type === null || expected === null || !disjoint(type, expected)) continue;
    a.find(node, i, "TYPE-WARNING", () => conflictMessage(a.host, value, type, expected, false), null);
    return;
  }
}

/** Control comes to a local function, with these arguments. */
function enter(
  a: Analysis,
  target: LocalFunction,
  belief: Belief,
  bound: readonly [Variable, LispType | null][],
): void {
  let grows = false;
  for (const [variable, type] of bound) {
    let known = belief.parameters.get(variable);
    if (known === undefined) {
      known = new Gathered();
      belief.parameters.set(variable, known);
    }
    if (known.add(type)) grows = true;
  }
  const isDone = belief.pass === a.pass;
  if (isDone && !belief.active && !grows) return;
  if (belief.active) {
    belief.isBelieved = true;
    if (grows) a.flow.changed = true;
    return;
  }
  if (isDone) {
    a.flow.changed = true;
    return;
  }
  belief.pass = a.pass;
  analyseLocal(a, target, belief);
}

function analyseLocal(a: Analysis, target: LocalFunction, belief: Belief): void {
  const fn = target.lambda as FunctionNode;
  const all: [Variable, LispType | null][] = [];
  for (const [variable, { type }] of belief.parameters) all.push([variable, type ?? null]);
  belief.active = true;
  const state = belief.state === null ? null : new Map(belief.state);
  const { type, returns } = a.on(target, () => analyseBody(a, fn, state, all));
  belief.active = false;
  if (!returns) return;
  const values = fn.keepsVariables ? null : valuesOf(a, fn.body);
  const joined = joinedValues(belief.values, values) ?? { types: [], exact: false };
  belief.values = a.pass > PASSES ? { types: [], exact: false } : joined;
  if (belief.result.add(type) && belief.isBelieved) a.flow.changed = true;
}

/** The call of a lambda expression. */
export function callLambda(a: Analysis, node: CallLambdaNode): LispType | null {
  const types = a.visitAll(node.args);
  return a.flow.dead ? null : callHere(a, node.lambda, types);
}

/** A call of a function that stands here, whose arguments have been computed. */
function callHere(a: Analysis, fn: FunctionNode, types: readonly (LispType | null)[]): LispType | null {
  const { flow } = a;
  const { type, returns } = analyseBody(a, fn, flow.fork(), parameters(fn, types));
  if (fn.keepsVariables) return null;
  if (!returns) flow.stop();
  return type;
}

/** The function that a call of FUNCALL calls, where it is used nowhere else and takes as many arguments. */
export function functionCalled(a: Analysis, { args, name, inline }: CallNode): FunctionNode | null {
  if (!inline || symbolName(name) !== "FUNCALL" || homeName(name) !== "COMMON-LISP") return null;
  const [callee, ...rest] = args;
  const fn =
    callee?.kind === "function" ? callee : callee?.kind === "read" ? a.called.get(callee.variable) : null;
  if (fn == null) return null;
  const { required, optional, keys } = fn;
  const isPlain = optional.length === 0 && keys.length === 0 && !fn.hasKey && fn.rest === null;
  return isPlain && required.length === rest.length ? fn : null;
}

/** Such a call. */
export function callFunction(a: Analysis, node: CallNode, fn: FunctionNode): LispType | null {
  const [callee, ...rest] = node.args;
  if (callee?.kind === "read") a.visit(callee);
  else if (callee !== undefined) callee.type = FUNCTION_TYPE;
  const types = a.visitAll(rest);
  return a.flow.dead ? null : callHere(a, fn, types);
}
