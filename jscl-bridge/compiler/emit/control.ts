/** IF, loops, and guards against JavaScript's exceptions. */

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
function loopSafepoint(g: Generator, node: Node): Statement {
  return when(binary("<", literal("--S.fuel"), number(0)), run(g.slow(node, call(literal("S.tick")))));
}

/** A turn of a loop that calls nothing takes less time than its count in memory: so many count as one. */
const TURNS = 8;

/** A safepoint of a loop that counts its turns itself. */
function rareSafepoint(g: Generator, node: Node, turn: Expression): Statement {
  const isNext = binary("===", binary("&", turn, number(TURNS - 1)), number(0));
  const isEmpty = binary("<", literal("--S.fuel"), number(0));
  return when(binary("&&", isNext, isEmpty), run(g.slow(node, call(literal("S.tick")))));
}

/** A safepoint of a loop over some code, and what declares the variable that it counts in before the loop. */
export function turnSafepoint(g: Generator, node: Node): { before: Statement[]; tick: Statement } {
  if (needsFrame(node)) return { before: [], tick: loopSafepoint(g, node) };
  const turn = g.fresh("n");
  const target = name(turn, true);
  const next = assign(target, binary("|", binary("-", target, number(1)), number(0)));
  const again = run(assign(target, number(TURNS - 1)));
  const tick = when(binary("<", next, number(0)), again, loopSafepoint(g, node));
  return { before: [declare(turn, number(0))], tick };
}

export function whileLoop(g: Generator, node: WhileNode, destination: Destination): void {
  g.pushFor(node.test, node.body);
  let test: Expression = TRUE;
  const head = g.buffered(() => {
    test = g.test(node.test);
  });
  const { before, tick } = turnSafepoint(g, node);
  g.emit(...before);
  const code = [tick, ...g.buffered(() => g.statement(node.body, EFFECT))];
  if (head.length === 0) g.emit({ kind: "while", test, body: code });
  else {
    const leave = when(not(test), { kind: "break", label: null });
    g.emit({ kind: "loop", label: null, body: [...head, leave, ...code] });
  }
  g.deliver(destination, NIL);
}

export function countLoop(g: Generator, node: CountNode, destination: Destination): void {
  const { variable } = node;
  const counter = g.unit.variable(variable);
  const limit = g.stable(g.expression(node.limit));
  g.pushFor(node.body);
  const isQuick = !node.assigned && !needsFrame(node.body);
  const body = () => [
    isQuick ? rareSafepoint(g, node, counter) : loopSafepoint(g, node),
    ...g.buffered(() => g.statement(node.body, EFFECT)),
  ];
  if (!node.assigned) {
    const start = assign(counter, number(0));
    const step = assign(counter, binary("+", counter, number(1)));
    g.emit({ kind: "for", start, test: binary("<", counter, limit), step, body: body() });
  } else {
    // The variable may hold anything after the body.
    const less = runtime("less", counter, limit);
    const numbers = binary(
      "&&",
      binary("===", { kind: "unary", operator: "typeof ", x: counter }, literal('"number"')),
      binary("===", { kind: "unary", operator: "typeof ", x: limit }, literal('"number"')),
    );
    const test = conditional(numbers, binary("<", counter, limit), g.slow(node, less));
    const leave = when(not(test), { kind: "break", label: null });
    const code = body();
    const step = g.buffered(() => {
      const sum = arithmetic(g, node, "+", counter, number(1), null, null);
      const slot = counter.kind === "name" && g.followsFrame(variable);
      g.emit(run(slot ? { kind: "assign-slot", name: counter.name, value: sum } : assign(counter, sum)));
    });
    g.emit({ kind: "loop", label: null, body: [leave, ...code, ...step] });
  }
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
