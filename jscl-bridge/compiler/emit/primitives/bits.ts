/**
 * Operations on the bits of integers. JavaScript's own take 32 bits of any number; up to 53 bits the runtime
 * works in halves, and more are BigInts.
 */

import { carOf, cdrOf } from "../../../runtime/objects/conses.js";
import { symbolName } from "../../../runtime/objects/symbols.js";
import { table } from "../../../runtime/objects/table.js";
import { cons } from "../../../runtime/signals.js";
import { isCons } from "../../syntax/forms.js";
import type { CallNode, Node } from "../../syntax/tree.js";
import { isInt32, isWithin, type Range, rangeOf } from "../facts.js";
import type { Generator } from "../generator.js";
import {
  and,
  binary,
  call,
  conditional,
  type Expression,
  FALSE,
  literal,
  number,
  runtime,
  TRUE,
  unary,
} from "../script.js";
import { int32Test, operand } from "./arithmetic.js";
import { integerTest } from "./division.js";
import { lowBits, lowestBits } from "./modular.js";
import { atomsOf, operator, type Primitive, predicate } from "./primitive.js";

const UINT31: Range = { low: 0, high: 2 ** 31 - 1 };
const UINT32: Range = { low: 0, high: 2 ** 32 - 1 };
const UINT53: Range = { low: 0, high: Number.MAX_SAFE_INTEGER };

function argument(node: CallNode, i: number): Node | null {
  return node.args[i] ?? null;
}

/** The bits of a result that JavaScript takes for a signed integer, as an unsigned one. */
function unsigned(x: Expression): Expression {
  return binary(">>>", x, number(0));
}

/** An operand of a bitwise operation: its value, and the interval it is in where that is known. */
interface Bits {
  readonly x: Expression;
  readonly range: Range | null;
}

/** The operation in place, or null where too little is known. */
type InPlace = (a: Bits, b: Bits) => { x: Expression; range: Range } | null;

function fewer(a: Range, b: Range): Range {
  return { low: 0, high: Math.min(a.low >= 0 ? a.high : b.high, b.low >= 0 ? b.high : a.high) };
}

const bothAnd: InPlace = (a, b) => {
  if (a.range === null || b.range === null) return null;
  const made = binary("&", a.x, b.x);
  if (isInt32(a.range) && isInt32(b.range)) {
    const isNegative = a.range.low < 0 && b.range.low < 0;
    return { x: made, range: isNegative ? { low: -(2 ** 31), high: 2 ** 31 - 1 } : fewer(a.range, b.range) };
  }
  const range = fewer(a.range, b.range);
  if (isWithin(a.range, UINT31) || isWithin(b.range, UINT31)) return { x: made, range };
  if (isWithin(a.range, UINT32) || isWithin(b.range, UINT32)) return { x: unsigned(made), range };
  if (!isWithin(a.range, UINT53) || !isWithin(b.range, UINT53)) return null;
  return { x: runtime("and53", a.x, b.x), range };
};

/** The least interval of as many bits that has both. */
function widest(a: Range, b: Range): Range {
  const bits = Math.ceil(Math.log2(Math.max(a.high, b.high) + 1));
  return { low: 0, high: 2 ** bits - 1 };
}

function either(op: string, slow: string): InPlace {
  return (a, b) => {
    if (a.range === null || b.range === null) return null;
    const made = binary(op, a.x, b.x);
    const isUnsigned = a.range.low >= 0 && b.range.low >= 0;
    if (isInt32(a.range) && isInt32(b.range))
      return {
        x: made,
        range: isUnsigned ? widest(a.range, b.range) : { low: -(2 ** 31), high: 2 ** 31 - 1 },
      };
    if (!isUnsigned) return null;
    const range = widest(a.range, b.range);
    if (range.high < 2 ** 32) return { x: unsigned(made), range };
    const [long, short] = isWithin(a.range, UINT32) ? [b, a] : [a, b];
    if (!isWithin(short.range, UINT32)) return { x: runtime(slow, a.x, b.x), range };
    // The upper half stays.
    return { x: binary("+", binary("-", long.x, unsigned(long.x)), unsigned(made)), range };
  };
}

/** LOGAND and its like. */
function bitwise(op: string, slow: string, inPlace: InPlace): Primitive {
  return {
    least: 2,
    most: Number.POSITIVE_INFINITY,
    calls: false,
    expression: (g, node) => {
      if (op === "&") {
        const masked = maskedBits(g, node);
        if (masked !== null) return masked;
      }
      const atoms = atomsOf(g, node);
      let result: Bits = { x: atoms[0] as Expression, range: rangeOf(argument(node, 0)) };
      for (const [i, x] of atoms.slice(1).entries()) {
        const a = i > 0 ? { ...result, x: g.stable(result.x) } : result;
        const b = { x, range: rangeOf(argument(node, i + 1)) };
        result = inPlace(a, b) ?? { x: tested(g, node, op, slow, a, b), range: null };
      }
      return result.x;
    },
  };
}

/** The operation where its operands turn out to be small enough. */
function tested(g: Generator, node: Node, op: string, slow: string, a: Bits, b: Bits): Expression {
  const slowly = g.slowCall(node, slow, a.x, b.x);
  const [mask, other] = isWithin(a.range, UINT32) ? [a, b] : [b, a];
  if (op === "&" && isWithin(mask.range, UINT32)) {
    const made = binary("&", a.x, b.x);
    const fast = isWithin(mask.range, UINT31) ? made : unsigned(made);
    return conditional(integerTest(other.x, other.range), fast, slowly);
  }
  const isSmall = and(int32Test({ ...a, isInteger: false }), int32Test({ ...b, isInteger: false }));
  return conditional(isSmall, binary(op, a.x, b.x), slowly);
}

/** (LOGAND expression mask) of sums and products whose low bits alone are wanted; null for others. */
function maskedBits(g: Generator, node: CallNode): Expression | null {
  if (node.args.length !== 2) return null;
  const [first, second] = node.args as [Node, Node];
  const [mask, source] = rangeOf(first)?.low === rangeOf(first)?.high ? [first, second] : [second, first];
  const range = rangeOf(mask);
  if (mask.kind !== "constant" || range === null || !isWithin(range, UINT32)) return null;
  const bits = lowBits(g, source);
  if (bits === null) return null;
  const made = binary("&", bits, number(range.high));
  return isWithin(range, UINT31) ? made : unsigned(made);
}

/** The integer that an argument is, if it is a constant or a variable that has one value. */
function constantOf(node: Node | null): number | null {
  if (node?.kind !== "constant" && node?.kind !== "read") return null;
  const range = rangeOf(node);
  return range !== null && range.low === range.high ? range.low : null;
}

const shift: Primitive = {
  least: 2,
  most: 2,
  calls: false,
  expression: (g, node) => {
    const [value, by] = atomsOf(g, node) as [Expression, Expression];
    const range = rangeOf(argument(node, 0));
    const places = constantOf(argument(node, 1));
    const slow = g.slowCall(node, "shift", value, by);
    if (places === null) return shiftBy(node, value, by, slow);
    return places <= 0 ? right(value, range, -places, slow) : left(node, value, range, places, slow);
  },
};

function right(x: Expression, range: Range | null, places: number, slow: Expression): Expression {
  const most = number(Math.min(places, 31));
  if (isInt32(range)) return binary(">>", x, most);
  if (isWithin(range, UINT32)) return places > 31 ? number(0) : binary(">>>", x, number(places));
  const quotient = call(literal("Math.floor"), binary("/", x, number(2 ** Math.min(places, 1000))));
  if (range !== null) return quotient;
  const small = int32Test({ x, range, isInteger: false });
  return conditional(small, binary(">>", x, most), slow);
}

function left(
  node: CallNode,
  x: Expression,
  range: Range | null,
  places: number,
  slow: Expression,
): Expression {
  const factor = 2 ** places;
  if (range !== null && places < 53 && Math.max(-range.low, range.high) * factor <= UINT53.high)
    return rangeOf(node) !== null && isInt32(rangeOf(node))
      ? binary("<<", x, number(places))
      : binary("*", x, number(factor));
  if (places > 30) return slow;
  const made = binary("<<", x, number(places));
  const isWhole = binary("===", binary(">>", made, number(places)), x);
  return conditional(and(int32Test({ x, range, isInteger: false }), isWhole), made, slow);
}

/** A shift by a number that is not known. */
function shiftBy(node: CallNode, x: Expression, by: Expression, slow: Expression): Expression {
  const value = operand(x, argument(node, 0));
  const count = operand(by, argument(node, 1));
  const result = rangeOf(node);
  const fits = isWithin(count.range, { low: 0, high: 31 }) && isInt32(value.range) && isInt32(result);
  if (fits) return binary("<<", x, by);
  if (isWithin(count.range, { low: 0, high: 52 }) && value.range !== null && result !== null)
    return binary("*", x, runtime("powerOfTwo", by));
  const amount = conditional(binary("<", by, number(-31)), number(31), unary("-", by));
  const tests = and(int32Test(value), int32Test(count), binary("<=", by, number(0)));
  return conditional(tests, binary(">>", x, amount), slow);
}

/** The size and position of a byte that an argument specifies as a constant, or null. */
function byteOf(node: Node | undefined): { size: number; position: number } | null {
  if (node?.kind === "call" && node.args.length === 2) {
    const [size, position] = node.args.map((each) => constantOf(each));
    const fits =
      Number.isInteger(size) && Number.isInteger(position) && Number(size) >= 0 && Number(position) >= 0;
    const isByte = node.inline && symbolName(node.name) === "BYTE";
    return fits && isByte ? { size: Number(size), position: Number(position) } : null;
  }
  if (node?.kind !== "constant" || !isCons(node.value)) return null;
  const [size, position] = [carOf(node.value), cdrOf(node.value)];
  return typeof size === "number" && typeof position === "number" ? { size, position } : null;
}

const loadByte: Primitive = {
  least: 2,
  most: 2,
  calls: false,
  fits: (node) => byteOf(node.args[0]) !== null,
  // The byte specifier is never made.
  operands: (node) => node.args.slice(1),
  expression: (g, node) => {
    const { size, position } = byteOf(node.args[0]) as { size: number; position: number };
    const source = node.args[1] as Node;
    const bits = position === 0 && size <= 32 && size > 0 ? lowestBits(g, source, size) : null;
    if (bits !== null) return bits;
    const x = g.named(g.expression(source));
    const range = rangeOf(source);
    const slow = g.slowCall(node, "loadByte", g.constant(cons(size, position)), x);
    if (size + position <= 32 && size > 0)
      return conditional(integerTest(x, range), field(x, size, position), slow);
    if (!isWithin(range, UINT53) || position > 53) return slow;
    const shifted = call(literal("Math.floor"), binary("/", x, number(2 ** position)));
    const quotient = position === 0 ? x : shifted;
    if (size >= 53) return quotient;
    // What all such numbers have above the byte is the same.
    const divisor = 2 ** (position + size);
    const { low: least, high: most } = range as Range;
    const same = Math.floor(least / divisor);
    if (position === 0 && same === Math.floor(most / divisor)) return binary("-", x, number(same * divisor));
    // `%` of such numbers is a function of C.
    const low = g.named(quotient);
    const above = call(literal("Math.floor"), binary("/", low, number(2 ** size)));
    return binary("-", low, binary("*", above, number(2 ** size)));
  },
};

/** Bits of an integer of which JavaScript looks at the lowest 32. */
function field(x: Expression, size: number, position: number): Expression {
  const shifted = position === 0 ? x : binary(">>>", x, number(position));
  if (size === 32) return unsigned(shifted);
  return size + position === 32 && position > 0 ? shifted : binary("&", shifted, number(2 ** size - 1));
}

const isBitSet = predicate(2, 2, (g, node, index, x) => {
  const [at, value] = [index as Expression, x as Expression];
  const slow = g.slowCall(node, "bitAt", at, value);
  const place = rangeOf(argument(node, 0));
  const numbers = rangeOf(argument(node, 1));
  if (place !== null && place.low === place.high && place.low >= 0 && numbers !== null) {
    // The highest bit that there can be is set in the greater half.
    const half = 2 ** place.low;
    if (numbers.low >= 0 && numbers.high < 2 * half) return binary(">=", value, number(half));
  }
  const isNear = isWithin(place, { low: 0, high: 31 });
  if (place !== null && place.low > 31) {
    if (place.low !== place.high || place.low > 52 || !isWithin(rangeOf(argument(node, 1)), UINT53))
      return slow;
    const upper = binary("/", value, number(2 ** 32));
    return binary("!==", binary("&", upper, number(2 ** (place.low - 32))), number(0));
  }
  const near = isNear ? TRUE : and(binary(">=", at, number(0)), binary("<", at, number(32)));
  const tests = and(
    int32Test(operand(at, argument(node, 0))),
    isNear ? integerTest(value, rangeOf(argument(node, 1))) : int32Test(operand(value, argument(node, 1))),
    near,
  );
  if (tests === FALSE) return slow;
  const bit = binary("&", binary(">>>", value, at), number(1));
  return conditional(tests, binary("!==", bit, number(0)), slow);
});

export const bitPrimitives: Readonly<Record<string, Primitive>> = table({
  LOGAND: bitwise("&", "bitAnd", bothAnd),
  LOGIOR: bitwise("|", "bitOr", either("|", "or53")),
  LOGXOR: bitwise("^", "bitXor", either("^", "xor53")),
  LOGNOT: operator(1, 1, (g, node, x) => {
    const value = operand(x as Expression, argument(node, 0));
    if (value.range !== null)
      return isInt32(value.range) ? unary("~", value.x) : binary("-", number(-1), value.x);
    return conditional(int32Test(value), unary("~", value.x), g.slowCall(node, "bitNot", value.x));
  }),
  ASH: shift,
  LDB: loadByte,
  LOGBITP: isBitSet,
  LOGTEST: predicate(2, 2, (g, node, a, b) => {
    const [x, y] = [operand(a as Expression, argument(node, 0)), operand(b as Expression, argument(node, 1))];
    const fast = binary("!==", binary("&", x.x, y.x), number(0));
    return conditional(and(int32Test(x), int32Test(y)), fast, g.slowCall(node, "bitTest", x.x, y.x));
  }),
  "INTEGER-LENGTH": operator(1, 1, (g, node, x) => {
    const value = operand(x as Expression, argument(node, 0));
    const magnitude = binary("^", value.x, binary(">>", value.x, number(31)));
    const length = binary("-", number(32), call(literal("Math.clz32"), magnitude));
    return conditional(int32Test(value), length, g.slowCall(node, "integerLength", value.x));
  }),
  LOGCOUNT: operator(1, 1, (g, node, x) => {
    const value = operand(x as Expression, argument(node, 0));
    return conditional(
      int32Test(value),
      runtime("countBits", value.x),
      g.slowCall(node, "logcount", value.x),
    );
  }),
});
