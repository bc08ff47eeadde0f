/** The flow of control: conditionals, blocks, loops, and the ways out of them. */

import { assignedIn } from "../syntax/children.js";
import type {
  BlockNode,
  CatchNode,
  CountNode,
  GoNode,
  IfNode,
  Node,
  ReturnNode,
  TagbodyNode,
  UnwindProtectNode,
  Variable,
  WhileNode,
} from "../syntax/tree.js";
import type { Analysis } from "./analysis.js";
import { sum } from "./arithmetic.js";
import { calledArguments } from "./calls.js";
import { typeOfConstant } from "./constants.js";
import { INTEGER } from "./kinds.js";
import { integers, isOfKinds, joined, type LispType } from "./lattice.js";
import { typeOf } from "./specifiers.js";
import type { State, Test } from "./state.js";
import { factsOf, isNegation, TRUTH } from "./tests.js";
import { joinedValues, valuesOf } from "./values.js";

/** What is known where a test holds, and where it fails. */
interface Outcome {
  readonly holds: State;
  readonly fails: State;
}

const NOWHERE: Outcome = { holds: null, fails: null };
const BOOLEAN = typeOf("BOOLEAN");

/** Analyses a node whose value is only tested. */
function condition(a: Analysis, node: Node): Outcome {
  const { flow } = a;
  if (flow.dead) return NOWHERE;
  switch (node.kind) {
    case "constant":
      return node.value === a.host.nil
        ? { holds: null, fails: flow.state }
        : { holds: flow.state, fails: null };
    case "sequence":
      a.effects(node.forms.slice(0, -1));
      return condition(a, node.forms.at(-1) as Node);
    case "if":
      return conditional(a, node);
    case "call":
      if (isNegation(node) && node.args[0] !== undefined) return negation(a, node.args[0], node);
      break;
  }
  const since = flow.now;
  a.visit(node);
  if (flow.dead) return NOWHERE;
  const { state: fails } = flow;
  const holds = flow.fork();
  flow.state = holds;
  narrow(a, node, since, "holds");
  const held = flow.state;
  flow.state = fails;
  narrow(a, node, since, "fails");
  return { holds: held, fails: flow.state };
}

function negation(a: Analysis, argument: Node, node: Node): Outcome {
  const { holds, fails } = condition(a, argument);
  node.type ??= BOOLEAN;
  return { holds: fails, fails: holds };
}

function conditional(a: Analysis, node: IfNode): Outcome {
  const { flow } = a;
  const test = condition(a, node.test);
  flow.state = test.holds;
  const then = condition(a, node.then);
  flow.state = test.fails;
  const otherwise = condition(a, node.otherwise);
  return {
    holds: flow.joined(then.holds, otherwise.holds),
    fails: flow.joined(then.fails, otherwise.fails),
  };
}

/** Continues only where a value that has just been computed counts as true, or as false. */
function narrow(a: Analysis, node: Node, since: number, outcome: "holds" | "fails"): void {
  const { flow } = a;
  const assume = (variable: Variable, type: LispType | null): void => {
    if (type !== null && !flow.dead) flow.assume(variable, type);
  };
  if (node.kind === "call") {
    const constant = a.folded(node);
    if (constant !== null && (constant === a.host.nil) === (outcome === "holds")) flow.stop();
    for (const fact of factsOf(a.host, node))
      if (!flow.assigns(since, fact.variable)) assume(fact.variable, fact[outcome]);
  } else if (node.kind === "read" || node.kind === "assign") {
    const { variable } = node;
    const test = flow.testOf(variable);
    assume(variable, TRUTH[outcome]);
    if (test !== null) assume(test.variable, test[outcome]);
  } else if (node.type !== null) {
    const expected = TRUTH[outcome] as LispType;
    if ((node.type.kinds & expected.kinds) === 0) flow.stop();
  }
}

/** What a test says whose operands are a variable and constants; null for other nodes. */
export function plainTest(a: Analysis, node: Node): Test | null {
  if (node.kind !== "call" || calledArguments(node) !== "plain") return null;
  if (isNegation(node)) {
    const [argument] = node.args;
    if (argument?.kind === "read")
      return { variable: argument.variable, holds: TRUTH.fails, fails: TRUTH.holds };
  }
  return factsOf(a.host, node)[0] ?? null;
}

/** Analyses a part in a state; its type, where control comes to its end, and the state there. */
function part(a: Analysis, state: State, node: Node): { type: LispType | null; state: State } {
  const { flow } = a;
  flow.state = state;
  const type = a.visit(node);
  if (flow.dead) a.unreached.add(node);
  else a.unreached.delete(node);
  return { type, state: flow.state };
}

export function ifType(a: Analysis, node: IfNode): LispType | null {
  const { flow } = a;
  const { holds, fails } = condition(a, node.test);
  const then = part(a, holds, node.then);
  const otherwise = part(a, fails, node.otherwise);
  flow.state = flow.joined(then.state, otherwise.state);
  if (then.state === null) return otherwise.type;
  if (otherwise.state === null) return then.type;
  return joined(then.type, otherwise.type);
}

export function blockType(a: Analysis, node: BlockNode): LispType | null {
  const { flow } = a;
  if (!node.usedLocally && !node.usedRemotely) {
    const type = a.visit(node.body);
    const values = flow.dead ? undefined : (valuesOf(a, node.body) ?? undefined);
    a.blocks.set(node, { ...NO_RESULT, values, nodes: flow.dead ? [] : [node.body] });
    return type;
  }
  const result = { ...NO_RESULT, cleanups: a.cleanups.length, entry: flow.fork() };
  a.blocks.set(node, result);
  const type = a.visit(node.body);
  if (!flow.dead) deliver(a, result, type, node.body);
  flow.join(result.state);
  return result.type ?? null;
}

const NO_RESULT = {
  cleanups: 0,
  entry: null as State,
  state: null as State,
  type: undefined,
  values: undefined,
  nodes: [] as readonly Node[],
};

type Result = NonNullable<ReturnType<Analysis["blocks"]["get"]>>;

/** The value of a node is one of the block's. */
function deliver(a: Analysis, result: Result, type: LispType | null, node: Node): void {
  const values = valuesOf(a, node);
  result.nodes = [...result.nodes, node];
  result.values =
    joinedValues(result.values, values) ?? (values === null ? { types: [], exact: false } : values);
  if (result.type === undefined) result.type = type;
  else result.type = joined(result.type, type);
}

/** RETURN-FROM. */
export function leave(a: Analysis, node: ReturnNode): void {
  const { flow } = a;
  const type = a.visit(node.value);
  if (flow.dead) return;
  const result = a.blocks.get(node.block);
  if (result !== undefined) {
    deliver(a, result, type, node.value);
    if (node.from === node.block.owner) {
      passCleanups(a, result.cleanups);
      result.state = flow.joined(result.state, flow.state);
    } else result.state = flow.joined(result.state, flow.abrupt(result.entry));
  }
  flow.stop();
}

/** Goes by way of the cleanup forms around this place, but the first. */
function passCleanups(a: Analysis, but: number): void {
  for (const variables of a.cleanups.slice(but).reverse()) a.flow.forget(variables);
}

export function tagbody(a: Analysis, node: TagbodyNode): LispType {
  const { flow } = a;
  const entry = { current: 0, cleanups: a.cleanups.length, entry: flow.fork() };
  a.tagbodies.set(node, entry);
  if (node.entered !== undefined) enterAnywhere(a, node, entry.entry);
  for (const [i, { tag, forms }] of node.segments.entries()) {
    entry.current = i;
    if (tag !== null) flow.join(fork(a.joint(node, i).state));
    a.effects(forms);
  }
  return typeOfConstant(a.host, a.host.nil);
}

/** Who looks at the frame may go to some tags from anywhere inside. */
function enterAnywhere(a: Analysis, node: TagbodyNode, entry: State): void {
  const { flow } = a;
  for (const i of node.entered?.segments ?? []) a.joint(node, i).add(flow.abrupt(entry), flow.always);
}

/** A block for which who looks at the frame may leave from anywhere inside, with any values. */
export function leftAnywhere(a: Analysis, body: Node): null {
  const { flow } = a;
  const entry = flow.fork();
  a.visit(body);
  flow.join(flow.abrupt(entry));
  return null;
}

/** A state to go on from that stays as it is. */
function fork(state: State): State {
  return state === null ? null : new Map(state);
}

export function go(a: Analysis, { body, from, index }: GoNode): void {
  const { flow } = a;
  const target = a.tagbodies.get(body);
  if (target !== undefined) {
    if (from === body.owner) passCleanups(a, target.cleanups);
    else flow.state = flow.abrupt(target.entry);
    const grows = a.joint(body, index).add(flow.state, flow.always);
    if (grows && index <= target.current) flow.changed = true;
  }
  flow.stop();
}

export function whileLoop(a: Analysis, node: WhileNode): LispType {
  const { flow } = a;
  const joint = a.joint(node);
  flow.join(fork(joint.state));
  a.loops++;
  const { holds, fails } = condition(a, node.test);
  flow.state = holds;
  a.effect(node.body);
  flow.back(joint);
  a.loops--;
  flow.state = fails;
  return typeOfConstant(a.host, a.host.nil);
}

/** Nobody counts so far that a count is no longer exact in JavaScript. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER);
const COUNT = integers(0n, MOST).named("UNSIGNED-BYTE");

export function countLoop(a: Analysis, node: CountNode): LispType {
  const { flow } = a;
  const { variable } = node;
  const limit = a.visit(node.limit);
  if (flow.dead) return COUNT;
  const joint = a.joint(node);
  const high = isOfKinds(limit, INTEGER) ? limit.high : null;
  flow.bind(variable, node.assigned ? integers(0n, 0n) : COUNT);
  flow.join(fork(joint.state));
  const tested = flow.fork();
  const body = counted(high === null ? null : high - 1n);
  if (!node.assigned) flow.bind(variable, body);
  if (high !== null && high <= 0n) flow.stop();
  a.loops++;
  a.effect(node.body);
  if (node.assigned && !flow.dead) flow.assign(variable, nextCount(flow.typeOf(variable)));
  flow.back(joint);
  a.loops--;
  flow.state = tested;
  if (!node.assigned && !flow.dead) flow.bind(variable, counted(high));
  return typeOfConstant(a.host, a.host.nil);
}

/** A count up to a number. */
function counted(high: bigint | null): LispType {
  if (high === null || high > MOST) return COUNT;
  return integers(0n, high < 0n ? 0n : high).named("UNSIGNED-BYTE");
}

/** What follows the value of a variable that counts, if it does. */
function nextCount(type: LispType | null): LispType | null {
  if (!isOfKinds(type, INTEGER)) return null;
  const next = sum(type, integers(1n, 1n));
  return next.low !== null && next.low >= 0n ? next.named("UNSIGNED-BYTE") : next;
}

export function catchType(a: Analysis, node: CatchNode): LispType | null {
  const { flow } = a;
  a.visit(node.tag);
  const entry = flow.fork();
  a.visit(node.body);
  flow.join(flow.abrupt(entry));
  return null;
}

export function unwindProtect(a: Analysis, node: UnwindProtectNode): LispType | null {
  const { flow } = a;
  const entry = flow.fork();
  a.cleanups.push(assignedIn(node.cleanup));
  const type = a.visit(node.protected);
  a.cleanups.pop();
  const returns = !flow.dead;
  flow.state = flow.abrupt(entry);
  a.effect(node.cleanup);
  // What follows is reached only if the end of the form was.
  if (!returns) flow.stop();
  return type;
}
