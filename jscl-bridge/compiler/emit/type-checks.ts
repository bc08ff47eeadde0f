/**
 * Checks of the types that a program declares. The common types are tested in place; every other one, and
 * whatever fails a test that is narrower than its type, is for the runtime to judge.
 */

import { textLiteral } from "../../runtime/code.js";
import { isDouble } from "../../runtime/numbers.js";
import { carOf } from "../../runtime/objects/conses.js";
import { REPLACED, STRUCTURE_KEYS } from "../../runtime/objects/instances.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName, symbolPackage } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { APART, DIMENSIONS, SPECIALIZED } from "../../runtime/objects/vectors.js";
import { elementsOf, sym } from "../../runtime/signals.js";
import { car, cdr, isCons, isSymbol } from "../syntax/forms.js";
import type { Conflict, Node } from "../syntax/tree.js";
import { BIT_VECTOR, INTEGER, MATRIX, OTHER_VECTOR, SIMPLE_STRING, SIMPLE_VECTOR } from "../types/kinds.js";
import { type LispType, subtype } from "../types/lattice.js";
import { typeFromForm } from "../warnings/specifiers.js";
import type { Generator } from "./generator.js";
import {
  and,
  binary,
  call,
  type Expression,
  instanceOf,
  isType,
  isUndefined,
  literal,
  maybeElement,
  maybeMember,
  member,
  NIL,
  not,
  number,
  run,
  runtime,
  type Statement,
  T,
  TRUE,
  when,
} from "./script.js";

type Test = (x: Expression) => Expression;

export function isInteger(x: Expression): Expression {
  return call(literal("Number.isInteger"), x);
}

export function isCons_(x: Expression): Expression {
  return instanceOf(x, "Cons");
}

export function or(...tests: readonly Expression[]): Expression {
  return tests.reduce((a, b) => binary("||", a, b));
}

export function is(x: Expression, value: Expression): Expression {
  return binary("===", x, value);
}

export const isVector: Test = (x) =>
  and(call(literal("Array.isArray"), x), isUndefined(member(x, DIMENSIONS)));

/** A test of a vector whose elements are Lisp objects, found by their indices. */
export const isOpenVector: Test = (x) => and(call(literal("Array.isArray"), x), isObjects(x));

/** The same of what is known to be a vector. */
export const isObjects: Test = (x) => isUndefined(member(x, APART));

const isNumber: Test = (x) => isType(x, "number");
const isFraction: Test = (x) => and(isNumber(x), not(isInteger(x)));

/** Tests of standard types: true only for objects of the type. */
const NAMED: Record<string, Test> = table({
  INTEGER: isInteger,
  FIXNUM: isInteger,
  RATIONAL: isInteger,
  BIT: (x: Expression) => or(is(x, number(0)), is(x, number(1))),
  "UNSIGNED-BYTE": (x: Expression) => and(isInteger(x), binary(">=", x, number(0))),
  "SIGNED-BYTE": isInteger,
  NUMBER: isNumber,
  REAL: isNumber,
  FLOAT: isFraction,
  "SINGLE-FLOAT": isFraction,
  "DOUBLE-FLOAT": (x: Expression) => instanceOf(x, "R.DoubleFloat"),
  SYMBOL: (x: Expression) => instanceOf(x, "Symbol_"),
  LIST: (x: Expression) => or(is(x, NIL), isCons_(x)),
  CONS: isCons_,
  NULL: (x: Expression) => is(x, NIL),
  BOOLEAN: (x: Expression) => or(is(x, NIL), is(x, T)),
  ATOM: (x: Expression) => not(isCons_(x)),
  FUNCTION: (x: Expression) => isType(x, "function"),
  CHARACTER: (x: Expression) => isType(x, "string"),
  STRING: (x: Expression) => runtime("isString", x),
  "HASH-TABLE": (x: Expression) => instanceOf(x, "R.HashTable"),
  VECTOR: isVector,
  SEQUENCE: (x: Expression) => or(is(x, NIL), isCons_(x), isVector(x)),
});

/** Standard types whose tests fail only for objects of other types. */
const EXACT: ReadonlySet<string> = new Set(
  "BIT DOUBLE-FLOAT SYMBOL LIST CONS NULL BOOLEAN ATOM CHARACTER STRING HASH-TABLE VECTOR T".split(" "),
);

/** Whether the test of a type fails only for objects of other types. */
export function isExact(g: Generator, type: LispValue): boolean {
  return (
    isSymbol(type) && homeName(type) === "COMMON-LISP" && (type === g.host.t || EXACT.has(symbolName(type)))
  );
}

/**
 * A test of an interval of integers that JavaScript's numbers hold exactly; null for other bounds. What is
 * known to be an integer, of any size, is compared alone.
 */
function interval(
  x: Expression,
  low: LispValue,
  high: LispValue,
  known: LispType | null = null,
): Expression | null {
  const isWhole = known?.kinds === INTEGER;
  const parts = isWhole ? [] : [isInteger(x)];
  const isImplied = (bound: number, isLow: boolean): boolean => {
    const own = isLow ? known?.low : known?.high;
    return isWhole && own != null && (isLow ? own >= bound : own <= bound);
  };
  for (const [bound, operator] of [
    [low, ">="],
    [high, "<="],
  ] as const) {
    if (bound === undefined || (isSymbol(bound) && symbolName(bound) === "*")) continue;
    if (typeof bound !== "number" || !Number.isSafeInteger(bound)) return null;
    if (!isImplied(bound, operator === ">=")) parts.push(binary(operator, x, number(bound)));
  }
  return and(...parts);
}

/** A test of an interval, for reals that are numbers of JavaScript; null for bounds that are not. */
function realInterval(x: Expression, bounds: readonly LispValue[]): Expression | null {
  const parts: Expression[] = [isNumber(x)];
  for (const [i, bound] of bounds.entries()) {
    if (isSymbol(bound)) continue;
    const limit = isCons(bound) ? carOf(bound) : bound;
    if (typeof limit !== "number") return null;
    parts.push(binary(`${i === 0 ? ">" : "<"}${isCons(bound) ? "" : "="}`, x, number(limit)));
  }
  return and(...parts);
}

/** A test of an interval of doubles; null for bounds that are not included, or no doubles. */
function doubleInterval(x: Expression, low: LispValue, high: LispValue): Expression | null {
  const parts = rawInterval(member(x, "value"), low, high);
  return parts === null ? null : and(instanceOf(x, "R.DoubleFloat"), ...parts);
}

/** Tests of the bounds of a raw float, by the arguments of its type. */
function rawInterval(x: Expression, ...[low, high]: readonly LispValue[]): Expression[] | null {
  const parts: Expression[] = [];
  for (const [bound, operator] of [
    [low, ">="],
    [high, "<="],
  ] as const) {
    if (bound === undefined || (isSymbol(bound) && symbolName(bound) === "*")) continue;
    if (!isDouble(bound)) return null;
    parts.push(binary(operator, x, number(bound.value)));
  }
  return parts;
}

/** A test of a raw double of the type (DOUBLE-FLOAT low high); null for other types. */
export function rawTest(type: LispValue, x: Expression): Expression | null {
  if (!isCons(type) || carOf(type) !== sym("DOUBLE-FLOAT")) return null;
  const parts = rawInterval(x, ...elementsOf(cdr(type)));
  return parts === null ? null : and(...parts);
}

function compound(
  g: Generator,
  name: string,
  args: readonly LispValue[],
  x: Expression,
  known: LispType | null,
): Expression | null {
  const [first, second] = args;
  const bits = typeof first === "number" ? first : null;
  switch (name) {
    case "INTEGER":
      return interval(x, first, second, known);
    case "MOD":
      return bits === null ? null : interval(x, 0, bits - 1, known);
    case "UNSIGNED-BYTE":
      return bits === null ? (NAMED["UNSIGNED-BYTE"] as Test)(x) : interval(x, 0, 2 ** bits - 1, known);
    case "SIGNED-BYTE":
      return bits === null ? isInteger(x) : interval(x, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1, known);
    case "DOUBLE-FLOAT":
      return doubleInterval(x, first, second);
    case "REAL":
      return realInterval(x, args);
    case "EQL":
    case "MEMBER":
      return args.length > 0 && args.every((item) => isSymbol(item) || Number.isInteger(item))
        ? or(...args.map((item) => is(x, g.constant(item))))
        : null;
    case "OR":
    case "AND": {
      const tests = args.map((part) => typeTest(g, part, x, known));
      if (tests.length === 0 || tests.includes(null)) return null;
      const whole = tests as Expression[];
      return name === "OR" ? or(...whole) : and(...whole);
    }
  }
  return null;
}

/** Types of arrays whose elements and dimensions are looked at. */
const ARRAYS: ReadonlySet<string> = new Set(
  "SIMPLE-ARRAY SIMPLE-VECTOR SIMPLE-STRING SIMPLE-BIT-VECTOR".split(" "),
);

/** What simple vectors of these kinds are specialized to. */
const ELEMENTS: ReadonlyMap<number, string> = new Map([
  [SIMPLE_VECTOR, "T"],
  [SIMPLE_STRING, "CHARACTER"],
  [BIT_VECTOR, "BIT"],
]);

/** What arrays may be specialized to that does not say so by name. */
const UNMARKED: ReadonlySet<string> = new Set(["T", "CHARACTER", "BIT"]);

/** A test of a simple array's elements and rank; null where more than these are given. */
function arrayTest({ kinds, loose, dimensions, facets }: LispType, x: Expression): Expression | null {
  if (loose || dimensions !== undefined) return null;
  const simple = ELEMENTS.get(kinds);
  const isShaped = (kinds === OTHER_VECTOR || kinds === MATRIX) && facets.simple === true;
  const element = simple ?? (isShaped ? facets.element : undefined);
  const rank = simple === undefined ? facets.rank : 1;
  if (element === undefined || rank === undefined) return null;
  const text = literal(textLiteral(element));
  const property = simple === undefined && !UNMARKED.has(element) ? SPECIALIZED[rank] : undefined;
  if (property !== undefined) return is(maybeMember(x, property), text);
  return runtime("isSimpleArray", x, text, number(rank));
}

/**
 * A test that an object is an instance of a structure's definition, which stands at a depth of its lineage.
 */
export function instanceTest(object: Expression, definition: Expression, depth: Expression): Expression {
  return binary("===", maybeElement(maybeMember(object, STRUCTURE_KEYS.lineage), depth), definition);
}

/** Whether a structure's name has another definition by now; null for what is no name of a structure. */
export function isReplaced(g: Generator, name: LispValue): Expression | null {
  if (!isSymbol(name) || g.host.expandType(name) !== name) return null;
  const structure = g.host.structureNamed(name);
  return structure && is(member(g.reference(structure.definition), REPLACED), TRUE);
}

/** A test that an object is an instance of the structure of a name, or null where that names none. */
function structureTest(g: Generator, name: LispSymbol, x: Expression): Expression | null {
  const structure = g.host.structureNamed(name);
  if (structure === null) return null;
  return instanceTest(x, g.reference(structure.definition), number(structure.depth));
}

/**
 * A test that holds only for objects of the type, or null when there is none so short; of an object that is
 * known to be of another type.
 */
export function typeTest(
  g: Generator,
  type: LispValue,
  x: Expression,
  known: LispType | null = null,
): Expression | null {
  const head = isCons(type) ? carOf(type) : type;
  if (!isSymbol(head)) return null;
  if (homeName(head) !== "COMMON-LISP") {
    const expansion = g.host.expandType(type);
    return expansion === type ? structureTest(g, head, x) : typeTest(g, expansion, x, known);
  }
  if (head === g.host.t) return TRUE;
  // Of integers, those that JavaScript has are fixnums.
  if (known?.kinds === INTEGER && symbolName(head) === "FIXNUM") return isNumber(x);
  if (ARRAYS.has(symbolName(head))) return arrayTest(typeFromForm(g.host, type), x);
  if (isCons(type)) return compound(g, symbolName(head), elementsOf(cdr(type)), x, known);
  return Object.hasOwn(NAMED, symbolName(head)) ? (NAMED[symbolName(head)] as Test)(x) : null;
}

function isEmptyInterval([low, high]: readonly LispValue[]): boolean {
  return typeof low === "number" && typeof high === "number" && low > high;
}

/** Whether a declaration of this type says nothing that could be checked. */
function isVacuous(g: Generator, type: LispValue): boolean {
  if (type === g.host.nil || type === g.host.t) return true;
  if (!isSymbol(type) && !isCons(type)) return true;
  const head = car(type);
  if (head === sym("INTEGER") && isEmptyInterval(elementsOf(cdr(type)))) return true;
  return (
    isSymbol(head) &&
    (symbolName(head) === "VALUES" || (symbolName(head) === "OR" && cdr(type) === g.host.nil))
  );
}

/**
 * Code that signals a TYPE-ERROR unless the value of a name or constant is of the type. `binding` is what is
 * bound to it, `known` the type that it is known to be of.
 */
export function typeCheck(
  g: Generator,
  node: Node,
  x: Expression,
  type: LispValue,
  binding: LispSymbol | null,
  known: LispType | null = null,
): Statement[] {
  if (g.host.internalCode || isVacuous(g, type)) return [];
  if (known !== null && known.kinds !== 0 && subtype(known, typeFromForm(g.host, type))) return [];
  const test = typeTest(g, type, x, known);
  if (test === TRUE) return [];
  // Variables that our macros bind have no names of SBCL's, but for LOOP's.
  const isNamed =
    binding !== null && (symbolPackage(binding) !== undefined || symbolName(binding).startsWith("LOOP-"));
  const context = isNamed ? g.reference(binding) : NIL;
  const check = run(g.slowCall(node, "checkType", x, g.reference(type), context));
  return [test === null ? check : when(not(test), check)];
}

/** Code that signals in SBCL's words, which name the form, unless a value is of the type. */
export function typeConflict(
  g: Generator,
  node: Node,
  { expected, shown, context }: Conflict,
  x: Expression,
): Statement {
  const type = g.reference(g.host.readSpecifier(expected));
  const texts = [shown, context, expected].map((text) => literal(textLiteral(text)));
  const verb = node.kind === "the" && node.isResult === true ? "resultConflict" : "typeConflict";
  return run(g.slowCall(node, verb, x, type, ...texts));
}
