/**
 * Sums, differences, products and comparisons. What is known of the operands decides how much is tested; the
 * rest is the numeric tower's.
 */

import { table } from "../../../runtime/objects/table.js";
import type { CallNode, Node } from "../../syntax/tree.js";
import { INTEGER, SINGLE } from "../../types/kinds.js";
import { isOfKinds } from "../../types/lattice.js";
import { isInt32, isIntegerNode, isSafe, type Range, rangeOf } from "../facts.js";
import type { Generator } from "../generator.js";
import { formatOf, isRawOperand, raw } from "../raw.js";
import {
  and,
  assign,
  binary,
  comma,
  conditional,
  declare,
  type Expression,
  FALSE,
  isType,
  literal,
  name,
  not,
  number,
  runtime,
  TRUE,
} from "../script.js";
import { atomsOf, libraryCall, operator, type Primitive, predicate, predicateOf } from "./primitive.js";

type Operator = "+" | "-" | "*";

const SLOW: Readonly<Record<Operator, string>> = { "+": "add", "-": "subtract", "*": "multiply" };
const MOST = Number.MAX_SAFE_INTEGER;

/** The node that an expression was made of, and what is known of its value. */
interface Operand {
  readonly x: Expression;
  readonly range: Range | null;
  readonly isInteger: boolean;
  /** Whether it is known to be no number of JavaScript's: a double, say. */
  readonly isObject?: boolean;
  /** Whether it is known to be no integer. */
  readonly isFraction?: boolean;
}

export function operand(x: Expression, node: Node | null): Operand {
  const type = node?.type ?? null;
  const [isObject, isFraction] = [isOfKinds(type, ~(INTEGER | SINGLE)), isOfKinds(type, ~INTEGER)];
  return { x, range: rangeOf(node), isInteger: isIntegerNode(node), isObject, isFraction };
}

/** A test that a value is a 32-bit integer. */
export function int32Test({ x, range, isFraction }: Operand): Expression {
  if (range !== null && range.low === range.high) return isInt32(range) ? TRUE : FALSE;
  if (isInt32(range)) return TRUE;
  if (isFraction === true) return FALSE;
  const isSame = binary("===", binary("|", x, number(0)), x);
  return range === null ? and(isType(x, "number"), isSame) : isSame;
}

/** A test that a value is a JavaScript number. */
function numberTest({ x, range, isObject }: Operand): Expression {
  if (isObject === true) return FALSE;
  return range !== null || (x.kind === "literal" && x.value !== undefined) ? TRUE : isType(x, "number");
}

/** An operation of the runtime on what may be floats, which is tried first as one that needs no frame. */
function quickCall(g: Generator, node: Node, property: string, a: Expression, b: Expression): Expression {
  const slow = g.slowCall(node, property, a, b);
  return g.host.internalCode ? slow : { kind: "attempt", quick: runtime(`${property}Quickly`, a, b), slow };
}

/** What the operator makes of two intervals. */
function resultRange(op: Operator, a: Range, b: Range): Range {
  if (op === "+") return { low: a.low + b.low, high: a.high + b.high };
  if (op === "-") return { low: a.low - b.high, high: a.high - b.low };
  const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return { low: Math.min(...corners), high: Math.max(...corners) };
}

/** Whether a product of numbers in these intervals may be JavaScript's negative zero. */
function mayBeNegativeZero(a: Range, b: Range): boolean {
  const zero = (r: Range): boolean => r.low <= 0 && r.high >= 0;
  return (zero(a) && b.low < 0) || (zero(b) && a.low < 0);
}

export function arithmetic(
  g: Generator,
  node: Node,
  op: Operator,
  a: Expression,
  b: Expression,
  left: Node | null,
  right: Node | null,
): Expression {
  return combined(g, node, op, operand(a, left), operand(b, right));
}

function combined(g: Generator, node: Node, op: Operator, first: Operand, second: Operand): Expression {
  // A constant comes second where that is the same, as it does in SBCL's frames.
  const isSwapped = op !== "-" && first.x.kind === "literal" && first.x.value !== undefined;
  const [a, b] = isSwapped ? [second, first] : [first, second];
  if (a.isInteger && b.isInteger) {
    const slow = g.slowCall(node, SLOW[op], a.x, b.x);
    return a.range !== null && b.range !== null
      ? known(g, op, a, b, slow)
      : checkedSum(g, op, a, b, slow, and(numberTest(a), numberTest(b)));
  }
  const slow = quickCall(g, node, SLOW[op], a.x, b.x);
  if (a.isFraction === true || b.isFraction === true) return slow;
  if (op === "*") return product(g, a, b, slow);
  return conditional(and(int32Test(a), int32Test(b)), binary(op, a.x, b.x), slow);
}

/** Of integers that are JavaScript's numbers for sure. */
function known(g: Generator, op: Operator, a: Operand, b: Operand, slow: Expression): Expression {
  const [x, y] = [a.range as Range, b.range as Range];
  const raw = binary(op, a.x, b.x);
  if (!isSafe(resultRange(op, x, y))) return checkedSum(g, op, a, b, slow);
  return op === "*" && mayBeNegativeZero(x, y) ? binary("+", raw, number(0)) : raw;
}

/** The result, if the operands pass a test and it is one that JavaScript has exactly; most have 32 bits. */
function checkedSum(
  g: Generator,
  op: Operator,
  a: Operand,
  b: Operand,
  slow: Expression,
  test: Expression = TRUE,
): Expression {
  const result = variable(g);
  const made = comma(assign(result, binary(op, a.x, b.x)), result);
  const isSmall = binary("===", binary("|", made, number(0)), result);
  const isExact = and(binary("<=", result, number(MOST)), binary(">=", result, number(-MOST)));
  const fast = op === "*" ? binary("+", result, number(0)) : result;
  return conditional(and(test, binary("||", isSmall, isExact)), fast, slow);
}

function variable(g: Generator): Expression {
  const text = g.fresh("m");
  g.emit(declare(text, null));
  return name(text, true);
}

/** The product of 32-bit integers; a larger one might be rounded, and `|0` makes a negative zero a zero. */
function product(g: Generator, a: Operand, b: Operand, slow: Expression): Expression {
  const result = variable(g);
  const whole = binary("|", comma(assign(result, binary("*", a.x, b.x))), number(0));
  const small = binary("|", result, number(0));
  const fast = conditional(binary("===", whole, result), small, runtime("smallProduct", a.x, b.x));
  return conditional(and(int32Test(a), int32Test(b)), fast, slow);
}

/** A sum or product of any number of arguments. */
function reduction(op: "+" | "*", empty: number): Primitive {
  return {
    least: 0,
    most: Number.POSITIVE_INFINITY,
    calls: false,
    expression: (g, node) => {
      const atoms = atomsOf(g, node);
      const [only] = atoms;
      if (only === undefined) return number(empty);
      if (atoms.length > 1) return chain(g, node, op, atoms);
      const slow = g.slowCall(node, "checkNumber", literal(JSON.stringify(op)), only);
      return conditional(numberTest(operand(only, node.args[0] ?? null)), only, slow);
    },
  };
}

/** An operator between arguments, from left to right. */
function chain(g: Generator, node: CallNode, op: Operator, atoms: readonly Expression[]): Expression {
  let result = operand(atoms[0] as Expression, node.args[0] ?? null);
  for (let i = 1; i < atoms.length; i++) {
    const next = operand(atoms[i] as Expression, node.args[i] ?? null);
    const made = combined(g, node, op, result, next);
    if (i === atoms.length - 1) return made;
    const range =
      result.range !== null && next.range !== null ? resultRange(op, result.range, next.range) : null;
    result = {
      x: g.stable(made),
      range: range !== null && isSafe(range) ? range : null,
      isInteger: result.isInteger && next.isInteger,
    };
  }
  return result.x;
}

const minus: Primitive = {
  least: 1,
  most: Number.POSITIVE_INFINITY,
  calls: false,
  expression: (g, node) => {
    const atoms = atomsOf(g, node);
    const [only] = atoms as [Expression];
    if (atoms.length > 1) return chain(g, node, "-", atoms);
    const range = rangeOf(node.args[0] ?? null);
    const opposite = binary("-", number(0), only);
    if (range !== null) return opposite;
    const value = operand(only, node.args[0] ?? null);
    const slow = g.slowCall(node, "negate", only);
    return conditional(value.isInteger ? numberTest(value) : int32Test(value), opposite, slow);
  },
};

const divide: Primitive = {
  least: 1,
  most: Number.POSITIVE_INFINITY,
  calls: false,
  expression: (g, node) => {
    const atoms = atomsOf(g, node);
    const [first, ...others] = atoms as [Expression, ...Expression[]];
    if (others.length === 0) return g.slowCall(node, "reciprocal", first);
    return others.reduce((result, x, i) => {
      const quotient = quickCall(g, node, "divide", result, x);
      return i < others.length - 1 ? g.stable(quotient) : quotient;
    }, first);
  },
};

function step(op: "+" | "-"): Primitive {
  return operator(1, 1, (g, node, x) =>
    combined(g, node, op, operand(x as Expression, node.args[0] ?? null), {
      x: number(1),
      range: { low: 1, high: 1 },
      isInteger: true,
    }),
  );
}

function comparison(op: string, slow: string): Primitive & Required<Pick<Primitive, "test">> {
  return predicateOf(2, Number.POSITIVE_INFINITY, (g, node) => {
    if (node.args.every(isRawOperand)) {
      const raws = g.atomsBy(node.args, (arg) => raw(g, arg));
      return and(...raws.slice(1).map((b, i) => binary(op, raws[i] as Expression, b)));
    }
    const atoms = atomsOf(g, node);
    const links = atoms.slice(1).map((b, i) => {
      const a = atoms[i] as Expression;
      const [x, y] = [operand(a, node.args[i] ?? null), operand(b, node.args[i + 1] ?? null)];
      // JavaScript compares numbers with BigInts by their exact values.
      if (x.isInteger && y.isInteger) return binary(op, a, b);
      const tests = and(numberTest(x), numberTest(y));
      return conditional(tests, binary(op, a, b), quickCall(g, node, slow, a, b));
    });
    return and(...links);
  });
}

/** A test of an integer's last bit: in place where JavaScript looks at it. */
function numeric(fast: (x: Expression) => Expression, slow: string): Primitive {
  return predicate(1, 1, (g, node, x) => {
    const tested = operand(x as Expression, node.args[0] ?? null);
    const test = tested.isInteger ? numberTest(tested) : int32Test(tested);
    return conditional(test, fast(tested.x), g.slowCall(node, slow, tested.x));
  });
}

/** A test of one number that is the same for all of JavaScript's. */
function signTest(op: string, slow: string): Primitive {
  return predicateOf(1, 1, (g, node) => {
    const [arg] = node.args as [Node];
    const format = formatOf(arg);
    if (format !== null) return binary(op, raw(g, arg), number(0));
    const tested = operand(atomsOf(g, node)[0] as Expression, arg);
    const fast = binary(op, tested.x, number(0));
    const test = tested.isInteger ? TRUE : numberTest(tested);
    return conditional(test, fast, g.slowCall(node, slow, tested.x));
  });
}

/** The greatest or the least of two or three numbers. */
function extreme(op: "<" | ">"): Primitive {
  const furthest = (x: Expression, y: Expression, ...more: readonly Expression[]): Expression => {
    const [z] = more;
    const of = (one: Expression) => (z === undefined ? one : furthest(one, z));
    return conditional(binary(op, x, y), of(y), of(x));
  };
  return operator(2, 3, (g, node, ...atoms) => {
    const tests = atoms.map((x, i) => numberTest(operand(x, node.args[i] ?? null)));
    const [x, y, ...more] = atoms as [Expression, Expression, ...Expression[]];
    return conditional(and(...tests), furthest(x, y, ...more), libraryCall(g, node, atoms));
  });
}

const lastBit = (x: Expression): Expression => binary("&", x, number(1));

const equal = comparison("===", "equalNumbers");

export const arithmeticPrimitives: Readonly<Record<string, Primitive>> = table({
  "+": reduction("+", 0),
  "*": reduction("*", 1),
  "-": minus,
  "/": divide,
  "1+": step("+"),
  "1-": step("-"),
  "<": comparison("<", "less"),
  ">": comparison(">", "greater"),
  "<=": comparison("<=", "notGreater"),
  ">=": comparison(">=", "notLess"),
  "=": equal,
  MAX: extreme("<"),
  MIN: extreme(">"),
  ABS: operator(1, 1, (g, node, x) => {
    const value = operand(x as Expression, node.args[0] ?? null);
    const fast = conditional(binary("<", value.x, number(0)), binary("-", number(0), value.x), value.x);
    return conditional(numberTest(value), fast, libraryCall(g, node, [value.x]));
  }),
  "/=": predicateOf(2, 2, (g, node) => not(equal.test(g, node))),
  ZEROP: signTest("===", "zerop"),
  PLUSP: signTest(">", "plusp"),
  MINUSP: signTest("<", "minusp"),
  EVENP: numeric((x) => binary("===", lastBit(x), number(0)), "evenp"),
  ODDP: numeric((x) => binary("!==", lastBit(x), number(0)), "oddp"),
  NUMBERP: predicate(1, 1, (_g, _node, x) => runtime("isNumber", x as Expression)),
  INTEGERP: predicate(1, 1, (_g, _node, x) => runtime("isInteger", x as Expression)),
});
