/**
 * Floats without boxes: a double or a single that is used by arithmetic alone is a JavaScript number. SBCL's
 * traps are looked for once at the end of an expression: a result that is not finite stays so through sums
 * and products, and then the expression is computed again, operation by operation, by the runtime, which
 * signals.
 */

import { symbolName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { isSymbol } from "../syntax/forms.js";
import type { CallNode, Node, Variable } from "../syntax/tree.js";
import { DOUBLE, SINGLE } from "../types/kinds.js";
import { EFFECT } from "./destination.js";
import { isIntegerNode, rangeOf } from "./facts.js";
import type { Generator } from "./generator.js";
import {
  assign,
  binary,
  call,
  comma,
  conditional,
  declare,
  type Expression,
  literal,
  make,
  member,
  NIL,
  name,
  not,
  number,
  run,
  runtime,
  unary,
  when,
} from "./script.js";
import { rawTest } from "./type-checks.js";

/** How precise a float is. */
export type Format = "double" | "single";

/** Declared types of which every float of a known format is. */
const WIDE: ReadonlySet<string> = new Set(
  "DOUBLE-FLOAT LONG-FLOAT SINGLE-FLOAT SHORT-FLOAT FLOAT REAL NUMBER T".split(" "),
);

/** The format of the floats that a value is known to be one of, or null. */
export function formatOf(node: Node): Format | null {
  return formatOfKinds(node.type?.kinds);
}

function formatOfKinds(kinds: number | undefined): Format | null {
  return kinds === DOUBLE ? "double" : kinds === SINGLE ? "single" : null;
}

/** The format of the raw floats that a variable is kept as, or null where it is kept as an object. */
export function formatOfVariable({ type, declared, kept }: Variable): Format | null {
  if (kept) return null;
  const isWide = declared === null || (isSymbol(declared) && WIDE.has(symbolName(declared)));
  return isWide ? formatOfKinds(type?.kinds) : null;
}

/** The Lisp object of a raw float. */
export function boxed(x: Expression, format: Format): Expression {
  return format === "double" ? make(literal("R.DoubleFloat"), x) : runtime("single", x);
}

/** The raw float of a Lisp object that is one. */
export function unboxed(x: Expression, format: Format): Expression {
  return format === "double" ? member(x, "value") : runtime("singleValue", x);
}

/** An operation on raw floats: in JavaScript, and by the runtime. */
interface Operation {
  readonly fast: (args: readonly Expression[]) => Expression;
  /** The function of the runtime that computes it again where the result is not finite; null where it is. */
  readonly slow: string | null;
}

const between = (operator: string) => (args: readonly Expression[]) =>
  args.length === 1
    ? operator === "-"
      ? unary("-", args[0] as Expression)
      : (args[0] as Expression)
    : args.reduce((a, b) => binary(operator, a, b));

const by = (fn: string) => (args: readonly Expression[]) => call(literal(`Math.${fn}`), ...args);

const OPERATIONS: Readonly<Record<string, Operation | undefined>> = table<Operation | undefined>({
  "+": { fast: between("+"), slow: "add" },
  "-": { fast: between("-"), slow: "subtract" },
  "*": { fast: between("*"), slow: "multiply" },
  "/": { fast: between("/"), slow: "divide" },
  "1+": { fast: ([x]) => binary("+", x as Expression, number(1)), slow: null },
  "1-": { fast: ([x]) => binary("-", x as Expression, number(1)), slow: null },
  ABS: { fast: by("abs"), slow: null },
  MAX: { fast: by("max"), slow: null },
  MIN: { fast: by("min"), slow: null },
  SQRT: { fast: by("sqrt"), slow: null },
  SIN: { fast: by("sin"), slow: null },
  COS: { fast: by("cos"), slow: null },
  FLOAT: { fast: ([x]) => x as Expression, slow: null },
  COERCE: { fast: ([x]) => x as Expression, slow: null },
});

/** Operations whose second argument says no more than the format, which the type has. */
const CONVERSIONS: ReadonlySet<string> = new Set(["FLOAT", "COERCE"]);

/** Operations that take more or fewer arguments otherwise. */
const ONE_ARGUMENT: ReadonlySet<string> = new Set(["1+", "1-", "ABS", "SQRT", "SIN", "COS"]);

/** The operation on raw floats that a call is, or null. */
function operationOf(node: Node, format: Format): Operation | null {
  if (node.kind !== "call" || !node.inline || node.args.length === 0 || node.conflicts.length > 0)
    return null;
  const text = symbolName(node.name);
  const operation = OPERATIONS[text];
  if (operation === undefined) return null;
  if (CONVERSIONS.has(text)) return isConversion(node, format) ? operation : null;
  if (ONE_ARGUMENT.has(text) ? node.args.length !== 1 : text === "/" && node.args.length !== 2) return null;
  return node.args.every((arg) => isOperand(arg, format)) && node.args.some((arg) => formatOf(arg) === format)
    ? operation
    : null;
}

/** Whether a call converts what becomes a float of a format without an error. */
function isConversion({ args }: CallNode, format: Format): boolean {
  const [x, to] = args as [Node, Node?];
  if (args.length > 2 || (to !== undefined && to.kind !== "constant")) return false;
  return isOperand(x, format) && (formatOf(x) !== null || rangeOf(x) !== null);
}

/** What an operation computes with. */
function operandsOf({ name: symbol, args }: CallNode): readonly Node[] {
  return CONVERSIONS.has(symbolName(symbol)) ? args.slice(0, 1) : args;
}

/** Whether a value can be an operand of raw arithmetic. */
function isOperand(node: Node, format: Format): boolean {
  const own = formatOf(node);
  if (own !== null) return own === format || format === "double";
  // A BigInt would be rounded twice on its way to a single.
  return format === "double" ? isIntegerNode(node) : rangeOf(node) !== null;
}

/** Whether a call is computed with raw floats. */
export function isRawCall(node: CallNode): boolean {
  const format = formatOf(node);
  return format !== null && operationOf(node, format) !== null;
}

/** The raw value of a node that is a float, or an integer that becomes one. */
export function raw(g: Generator, node: Node): Expression {
  const own = formatOf(node);
  if (own === null) {
    const x = g.expression(node);
    return rangeOf(node) === null ? call(literal("Number"), x) : x;
  }
  if (operationOf(node, own) !== null) return checked(g, node, own);
  switch (node.kind) {
    case "constant":
      return number((node.value as { value?: number }).value ?? (node.value as number));
    case "read": {
      const known = g.unit.rawVariable(node.variable);
      if (known !== null) return known;
      break;
    }
    case "if":
      return g.conditional(node, (branch) => raw(g, branch));
    case "the": {
      const { declared, value } = node;
      if (formatOf(value) !== own || node.conflict !== null) break;
      if (isSymbol(declared) && WIDE.has(symbolName(declared))) return raw(g, value);
      const x = g.stable(raw(g, value));
      const test = rawTest(declared, x);
      if (test === null) break;
      const check = g.slowCall(node, "checkType", boxed(x, own), g.reference(declared), NIL);
      g.emit(when(not(test), run(check)));
      return x;
    }
    case "assign": {
      const known = g.unit.rawVariable(node.variable);
      if (known === null) break;
      g.statement(node, EFFECT);
      return known;
    }
    default: {
      const made = g.rawOf(node);
      if (made !== null) return made;
    }
  }
  return unboxed(g.expression(node), own);
}

/** An expression of several operations, and how the runtime computes it. */
interface Tree {
  readonly fast: (leaves: readonly Expression[]) => Expression;
  readonly slow: (leaves: readonly Expression[]) => Expression;
}

/** Whether a value can be compared with others by their raw values. */
export function isRawOperand(node: Node): boolean {
  return formatOf(node) !== null || rangeOf(node) !== null;
}

/** The operations of a node as one expression over its leaves, which are put into `leaves`. */
function treeOf(g: Generator, node: Node, format: Format, leaves: Node[], isRoot: boolean): Tree {
  const operation = formatOf(node) === format ? operationOf(node, format) : null;
  // What is not finite may become finite again behind a division.
  const isLeaf = operation === null || (!isRoot && symbolName((node as CallNode).name) === "/");
  if (isLeaf) {
    const at = leaves.push(node) - 1;
    // An integer becomes a float before it is added to one.
    const isRounded = format === "single" && formatOf(node) === null;
    const leaf = (values: readonly Expression[]): Expression => {
      const value = values[at] as Expression;
      return isRounded ? call(literal("Math.fround"), value) : value;
    };
    return { fast: leaf, slow: leaf };
  }
  const parts = operandsOf(node as CallNode).map((arg) => treeOf(g, arg, format, leaves, false));
  const rounded = (x: Expression): Expression => (format === "double" ? x : call(literal("Math.fround"), x));
  const pairwise = (values: readonly Expression[], combine: (a: Expression, b: Expression) => Expression) =>
    values.length === 1 ? null : values.reduce(combine);
  return {
    fast: (values) => {
      const made = parts.map((part) => part.fast(values));
      const several = pairwise(made, (a, b) => rounded(operation.fast([a, b])));
      return several ?? rounded(operation.fast(made));
    },
    slow: (values) => {
      const made = parts.map((part) => part.slow(values));
      const { slow } = operation;
      const computed = (items: readonly Expression[]): Expression =>
        slow === null || items.length === 1
          ? rounded(operation.fast(items))
          : g.slowCall(node, `${slow}${format === "double" ? "Doubles" : "Singles"}`, ...items);
      return pairwise(made, (a, b) => computed([a, b])) ?? computed(made);
    },
  };
}

/** The value of operations on raw floats, whose result is finite or has been signalled. */
function checked(g: Generator, node: Node, format: Format): Expression {
  const leaves: Node[] = [];
  const tree = treeOf(g, node, format, leaves, true);
  const values = g.atomsBy(leaves, (leaf) => raw(g, leaf));
  const text = g.fresh("m");
  g.emit(declare(text, null));
  const result = name(text, true);
  // NaN is less than nothing.
  const size = call(literal("Math.abs"), result);
  const isFinite = binary("<", comma(assign(result, tree.fast(values)), size), literal("Infinity"));
  return conditional(isFinite, result, tree.slow(values));
}
