/** IF, loops, and guards against JavaScript's exceptions. */

import { children } from "../syntax/children.js";
import type { CountNode, GuardNode, IfNode, Node, WhileNode } from "../syntax/tree.js";
import { type Destination, EFFECT, type ValuesMode } from "./destination.js";
import { needsFrame } from "./frame-needs.js";
import type { Generator } from "./generator.js";
import { arithmetic } from "./primitives/arithmetic.js";
import {
  assign,
  binary,
  call,
  conditional,
  constant,
  declare,
  type Expression,
  FALSE,
  literal,
  NIL,
  name,
  not,
  number,
  run,
  runtime,
  type Statement,
  TRUE,
  when,
} from "./script.js";

/** Makes the two branches of a conditional. */
function branches(
  g: Generator,
  node: IfNode,
  make: (branch: Node) => void,
): { then: Statement[]; otherwise: Statement[] } {
  const { pushed } = g;
  const then = g.buffered(() => make(node.then));
  const afterThen = g.pushed;
  g.pushed = pushed;
  const otherwise = g.buffered(() => make(node.otherwise));
  g.pushed &&= afterThen;
  return { then, otherwise };
}

/**
 * The code of a test. Where the branches meet again, the frame must be pushed on both ways or on neither; if
 * only one needs it, it is pushed before the conditional.
 */
function testOf(g: Generator, node: IfNode, meet: boolean): Expression {
  if (meet && !g.pushed && needsFrame(node.then) !== needsFrame(node.otherwise)) g.pushHere();
  return g.test(node.test);
}

export function ifStatement(g: Generator, node: IfNode, destination: Destination): void {
  const test = testOf(g, node, destination.to !== "return");
  if (test === TRUE || test === FALSE) {
    g.statement(test === TRUE ? node.then : node.otherwise, destination);
    return;
  }
  const { then, otherwise } = branches(g, node, (branch) => g.statement(branch, destination));
  if (then.length === 0 && otherwise.length > 0) g.emit(when(not(test), ...otherwise));
  else g.emit({ kind: "if", test, then, otherwise });
}

export function ifExpression(g: Generator, node: IfNode, mode: ValuesMode): Expression {
  return choice(g, node, (branch) => g.expression(branch, mode));
}

/** A conditional whose branches `make` makes. */
export function choice(g: Generator, node: IfNode, make: (branch: Node) => Expression): Expression {
  const test = testOf(g, node, true);
  if (test === TRUE || test === FALSE) return make(test === TRUE ? node.then : node.otherwise);
  const made: Expression[] = [];
  const { then, otherwise } = branches(g, node, (branch) => made.push(make(branch)));
  const [a, b] = made as [Expression, Expression];
  if (then.length === 0 && otherwise.length === 0) {
    if (b === FALSE) return a === TRUE ? test : binary("&&", test, a);
    return a === TRUE ? binary("||", test, b) : conditional(test, a, b);
  }
  const result = g.fresh("r");
  const target = name(result, true);
  then.push(run(assign(target, a)));
  otherwise.push(run(assign(target, b)));
  g.emit(declare(result, null), { kind: "if", test, then, otherwise });
  return target;
}

/** A conditional that is itself a test. */
export function ifTest(g: Generator, node: IfNode): Expression {
  return choice(g, node, (branch) => g.test(branch));
}

/** A safepoint of a loop. */
function loopSafepoint(g: Generator, node: Node, fuel = "--S.fuel"): Statement {
  return when(binary("<", literal(fuel), number(0)), run(g.slow(node, call(literal("S.tick")))));
}

/** A turn of a loop that calls nothing takes less time than its count in memory: so many count as one. */
const TURNS = 8;

/**
 * So many turns are made without a safepoint among them. V8 keeps no float in a register over a call, and
 * looks at what it knows of objects again behind it: it has to be outside of the loop.
 */
const ROUND = 64;

/** The safepoint of as many turns. */
const roundSafepoint = (g: Generator, node: Node) => loopSafepoint(g, node, `(S.fuel-=${ROUND / TURNS})`);

/** A loop whose body is not made yet: what leaves it, and the whole of it. */
interface OpenLoop {
  /** What stands at the head of each turn; null for a loop in rounds. */
  readonly safepoint: Statement | null;
  readonly leave: Statement;
  readonly close: (body: readonly Statement[]) => Statement;
}

/** A loop without end whose body goes on with `label`; one that calls nothing makes its turns in rounds. */
export function openLoop(g: Generator, node: Node, label: string): OpenLoop {
  if (needsFrame(node)) {
    const safepoint = loopSafepoint(g, node);
    const close = (body: readonly Statement[]): Statement => ({
      kind: "loop",
      label,
      body: [safepoint, ...body],
    });
    return { safepoint, leave: { kind: "break", label }, close };
  }
  const [round, turns] = [`${label}r`, g.fresh("n")];
  const left = name(turns, true);
  const next = assign(left, binary("|", binary("-", left, number(1)), number(0)));
  const isOver = when(binary("<", next, number(0)), { kind: "continue", label: round });
  const head = [roundSafepoint(g, node), declare(turns, number(ROUND))];
  const close = (body: readonly Statement[]): Statement => ({
    kind: "loop",
    label: round,
    body: [...head, { kind: "loop", label, body: [isOver, ...body] }],
  });
  return { safepoint: null, leave: { kind: "break", label: round }, close };
}

export function whileLoop(g: Generator, node: WhileNode, destination: Destination): void {
  g.pushFor(node.test, node.body);
  const { leave, close, safepoint } = openLoop(g, node, g.unit.fresh("W"));
  let test: Expression = TRUE;
  const head = g.buffered(() => {
    test = g.test(node.test);
  });
  const code = g.buffered(() => g.statement(node.body, EFFECT));
  if (safepoint !== null && head.length === 0) g.emit({ kind: "while", test, body: [safepoint, ...code] });
  else g.emit(close([...head, when(not(test), leave), ...code]));
  g.deliver(destination, NIL);
}

function hasLoop(node: Node): boolean {
  return children(node).some(
    (child) => child.kind === "while" || child.kind === "count" || child.kind === "tagbody" || hasLoop(child),
  );
}

/** A loop that counts its turns itself up to a limit, and calls nothing. */
function countInRounds(
  g: Generator,
  node: Node,
  counter: Expression,
  limit: Expression,
  body: readonly Statement[],
): Statement[] {
  const turns = (to: Expression): Statement => ({ kind: "while", test: binary("<", counter, to), body });
  // The loop around it has a safepoint.
  const isShort = limit.kind === "literal" && Number(limit.text) <= ROUND;
  if (isShort && !hasLoop(node)) return [turns(limit)];
  const safepoint = roundSafepoint(g, node);
  if (isShort) return [safepoint, turns(limit)];
  const [next, end] = [g.fresh("n"), g.fresh("n")];
  const bounds = [
    constant(next, binary("+", counter, number(ROUND))),
    constant(end, conditional(binary("<", name(next), limit), name(next), limit)),
  ];
  return [
    { kind: "while", test: binary("<", counter, limit), body: [safepoint, ...bounds, turns(name(end))] },
  ];
}

/** A loop that counts in a variable which its body assigns. */
function countAssigned(g: Generator, node: CountNode, counter: Expression, limit: Expression): void {
  // The variable may hold anything after the body.
  const less = runtime("less", counter, limit);
  const numbers = binary(
    "&&",
    binary("===", { kind: "unary", operator: "typeof ", x: counter }, literal('"number"')),
    binary("===", { kind: "unary", operator: "typeof ", x: limit }, literal('"number"')),
  );
  const test = conditional(numbers, binary("<", counter, limit), g.slow(node, less));
  const leave = when(not(test), { kind: "break", label: null });
  const turn = [loopSafepoint(g, node), ...g.buffered(() => g.statement(node.body, EFFECT))];
  const step = g.buffered(() => {
    const sum = arithmetic(g, node, "+", counter, number(1), null, null);
    const slot = counter.kind === "name" && g.followsFrame(node.variable);
    g.emit(run(slot ? { kind: "assign-slot", name: counter.name, value: sum } : assign(counter, sum)));
  });
  g.emit({ kind: "loop", label: null, body: [leave, ...turn, ...step] });
}

export function countLoop(g: Generator, node: CountNode, destination: Destination): void {
  const { variable } = node;
  const counter = g.unit.variable(variable);
  const limit = g.stable(g.expression(node.limit));
  g.pushFor(node.body);
  // Who looks at the frame may set the counter to anything.
  const isOpen = variable.kept && needsFrame(node.body);
  if (!node.assigned && !isOpen) {
    const code = g.buffered(() => g.statement(node.body, EFFECT));
    const body = [...code, run(assign(counter, binary("+", counter, number(1))))];
    const test = binary("<", counter, limit);
    g.emit(run(assign(counter, number(0))));
    if (needsFrame(node.body)) g.emit({ kind: "while", test, body: [loopSafepoint(g, node), ...body] });
    else g.emit(...countInRounds(g, node, counter, limit, body));
  } else countAssigned(g, node, counter, limit);
  g.deliver(destination, NIL);
}

export function guard(g: Generator, node: GuardNode, destination: Destination): void {
  g.pushFor(node.body);
  const body = g.buffered(() => g.statement(node.body, destination));
  const e = name("e");
  g.emit({
    kind: "try",
    body,
    caught: [when(runtime("isExit", e), { kind: "throw", x: e }), run(runtime("convertForeign", e))],
    finally: null,
  });
}
