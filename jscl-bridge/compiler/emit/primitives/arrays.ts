/** Elements of arrays, read and written inside their bounds; the runtime does the rest. */

import { floatFormat, integerLimits } from "../../../runtime/library/element-types.js";
import { symbolName } from "../../../runtime/objects/symbols.js";
import { table } from "../../../runtime/objects/table.js";
import { FLOAT_SIZES, MARKS, SIZES } from "../../../runtime/objects/vectors.js";
import type { CallNode, Node, RuntimeNode } from "../../syntax/tree.js";
import { BIT_VECTOR, MATRIX, OTHER_VECTOR, SIMPLE_STRING, SIMPLE_VECTOR } from "../../types/kinds.js";
import { isIntegerNode, isListNode, isNatural, isWithin, rangeOf } from "../facts.js";
import type { Generator } from "../generator.js";
import { boxed, type Format, formatOf, raw, unboxed } from "../raw.js";
import {
  and,
  assign,
  binary,
  call,
  comma,
  conditional,
  declare,
  type Expression,
  element,
  isType,
  isUndefined,
  literal,
  member,
  name,
  number,
  runtime,
  TRUE,
} from "../script.js";
import { rowsAndColumns, sizesOf } from "../shapes.js";
import { is, isObjects, isOpenVector, isVector, or } from "../type-checks.js";
import { atomsOf, elementCall, operator, type Primitive, writerCall } from "./primitive.js";

/** Whether a value is known to be a simple array of a rank, so that it is JavaScript's. */
function isSimple(node: Node, rank: number): boolean {
  const kinds = node.type?.kinds ?? 0;
  if (kinds === 0) return false;
  const { facets } = node.type as NonNullable<Node["type"]>;
  const shaped = facets.simple === true && facets.rank === rank;
  if (rank === 1)
    return (kinds & ~(SIMPLE_VECTOR | SIMPLE_STRING | BIT_VECTOR | (shaped ? OTHER_VECTOR : 0))) === 0;
  return kinds === MATRIX && shaped;
}

/** A test that an index is inside the bounds of a vector. */
export function indexTest(array: Expression, index: Expression, node: Node | null): Expression {
  return below(index, node, member(array, "length"));
}

/** A test that the elements of a vector are Lisp objects. */
function vectorTest(array: Expression, node: Node): Expression {
  if (!isSimple(node, 1)) return isOpenVector(array);
  const { kinds, facets } = node.type as NonNullable<Node["type"]>;
  const isKnown =
    (kinds & OTHER_VECTOR) === 0 || (facets.element !== undefined && floatFormat(facets.element) === null);
  return isKnown ? TRUE : isObjects(array);
}

/** The format of the raw floats that an array is known to hold; null for objects, and where it is unknown. */
function floatsIn({ type }: Node, rank: number): Format | null {
  if (type === null || type.kinds !== (rank === 1 ? OTHER_VECTOR : MATRIX)) return null;
  const { element: name_, rank: known } = type.facets;
  return name_ !== undefined && (rank === 1 || known === rank) ? floatFormat(name_) : null;
}

/** A test that a vector of objects is a simple one that takes any. */
function simpleTest(array: Expression, node: Node): Expression {
  if (node.type?.kinds === SIMPLE_VECTOR) return TRUE;
  return and(openTest(array), isUndefined(member(array, MARKS.fillPointer)));
}

function vectorElement(g: Generator, node: CallNode): Expression {
  const atoms = atomsOf(g, node);
  const [a, i] = atoms as [Expression, Expression];
  const [array, index] = node.args as [Node, Node];
  const isAref = symbolName(node.name) === "AREF";
  const test = and(vectorTest(a, array), isAref ? TRUE : simpleTest(a, array), indexTest(a, i, index));
  return conditional(
    test,
    element(a, i),
    isAref ? g.slowCall(node, "aref", a, i) : elementCall(g, node, atoms),
  );
}

/** A test that an object is a simple vector of bits. */
function bitsTest(array: Expression, { type }: Node): Expression {
  if (type?.kinds === BIT_VECTOR && !type.loose) return TRUE;
  return and(isOpenVector(array), is(member(array, MARKS.bits), TRUE));
}

const bitElement = operator(2, 2, (g, node, array, index) => {
  const [a, i] = [array as Expression, index as Expression];
  const [arrayNode, indexNode] = node.args as [Node, Node];
  const test = and(bitsTest(a, arrayNode), indexTest(a, i, indexNode));
  return conditional(test, element(a, i), elementCall(g, node, [a, i]));
});

/** (SETF BIT) and (SETF SBIT), which macros expand into a call of the runtime. */
export function setBit(g: Generator, node: RuntimeNode, accessor: string): Expression {
  const atoms = g.atoms(node.args, g.guards(node));
  const value = atoms.at(-1) as Expression;
  const slow = writerCall(g, node, accessor, atoms);
  if (atoms.length !== 3) return slow;
  const [array, index] = atoms as [Expression, Expression];
  const [arrayNode, indexNode, valueNode] = node.args as [Node, Node, Node];
  const isBit = isWithin(rangeOf(valueNode), { low: 0, high: 1 })
    ? TRUE
    : or(is(value, number(0)), is(value, number(1)));
  const test = and(bitsTest(array, arrayNode), isBit, indexTest(array, index, indexNode));
  return conditional(test, assign(element(array, index), value), slow);
}

/** Where an element of an array of raw floats is, and whether it is there. */
function floatPlace(
  g: Generator,
  [array, index, ...more]: readonly Expression[],
  nodes: readonly Node[],
): { at: Expression; test: Expression } {
  const [a, i] = [array as Expression, index as Expression];
  if (more.length === 0) return { at: i, test: indexTest(a, i, nodes[1] ?? null) };
  return place(g, [a, i, ...more], nodes, FLOAT_SIZES);
}

/** The raw float that AREF reads; null for arrays that are not known to hold raw floats. */
function rawElement(g: Generator, node: CallNode): Expression | null {
  const format = floatsIn(node.args[0] as Node, node.args.length - 1);
  return format === null ? null : readFloat(g, node, format);
}

function readFloat(g: Generator, node: CallNode, format: Format): Expression {
  const atoms = atomsOf(g, node);
  const { at, test } = floatPlace(g, atoms, node.args);
  const slow = g.slowCall(node, atoms.length === 2 ? "aref" : "arefAt", ...atoms);
  return conditional(test, element(atoms[0] as Expression, at), unboxed(slow, format));
}

/** The raw float that (SETF AREF) writes; null where the array or the value is not known to be of floats. */
export function setRawElement(g: Generator, node: RuntimeNode): Expression | null {
  const { args } = node;
  const format = args.length < 3 ? null : floatsIn(args[0] as Node, args.length - 2);
  return format === null || formatOf(args.at(-1) as Node) !== format ? null : writeFloat(g, node, format);
}

function writeFloat(g: Generator, node: RuntimeNode, format: Format): Expression {
  const { args: nodes } = node;
  const valueNode = nodes.at(-1);
  const atoms = g.atomsBy(
    nodes,
    (each) => (each === valueNode ? raw(g, each) : g.expression(each)),
    g.guards(node),
  );
  const value = atoms.pop() as Expression;
  const { at, test } = floatPlace(g, atoms, nodes);
  const slow = g.slowCall(node, "setAref", ...atoms, boxed(value, format));
  return conditional(test, assign(element(atoms[0] as Expression, at), value), unboxed(slow, format));
}

/** A test that a value is an integer from 0 up to a size, as an index. */
function below(index: Expression, node: Node | null, size: Expression): Expression {
  const isBelow = binary("<", index, size);
  // A BigInt is less than zero or not below any size.
  const isWhole = isIntegerNode(node);
  const least = isWhole && isNatural(node) ? TRUE : binary(">=", index, number(0));
  return isWhole
    ? and(least, isBelow)
    : and(isType(index, "number"), least, isBelow, is(binary("|", index, number(0)), index));
}

/** Where an element of an array of more dimensions is, and whether it is there. */
function place(
  g: Generator,
  [array, ...subscripts]: readonly Expression[],
  nodes: readonly Node[],
  sizes: typeof SIZES | typeof FLOAT_SIZES = SIZES,
): { at: Expression; test: Expression } {
  const a = array as Expression;
  const [i, j] = subscripts as [Expression, Expression];
  if (subscripts.length === 2) {
    const { rows, columns } = rowsAndColumns(g, nodes[0] as Node, a, sizes);
    const isKnown = sizes === FLOAT_SIZES || isSimple(nodes[0] as Node, 2);
    const isTable = isKnown ? TRUE : call(literal("Array.isArray"), a);
    const test = and(isTable, below(i, nodes[1] ?? null, rows), below(j, nodes[2] ?? null, columns));
    // No array has more elements than 32 bits count.
    const before = call(literal("Math.imul"), i, columns);
    return { at: binary("|", binary("+", before, j), number(0)), test };
  }
  const text = g.fresh("k");
  g.emit(declare(text, null));
  const at = name(text, true);
  const found = runtime(sizes === FLOAT_SIZES ? "anyIndex3" : "index3", a, ...subscripts);
  return { at, test: binary(">=", comma(assign(at, found), at), number(0)) };
}

const aref: Primitive = {
  least: 2,
  most: 4,
  calls: false,
  expression: (g, node) => {
    const float = rawElement(g, node);
    if (float !== null) return boxed(float, formatOf(node) as Format);
    if (node.args.length === 2) return vectorElement(g, node);
    const atoms = atomsOf(g, node);
    const { at, test } = place(g, atoms, node.args);
    return conditional(test, element(atoms[0] as Expression, at), g.slowCall(node, "arefAt", ...atoms));
  },
  raw: rawElement,
};

/** Whether an array has a value of a type without a look at it: its elements are known, and the value. */
function holds(array: Node, value: Node): boolean {
  const kinds = array.type?.kinds ?? 0;
  if (kinds === SIMPLE_VECTOR) return true;
  if (kinds === BIT_VECTOR) return isWithin(rangeOf(value), { low: 0, high: 1 });
  if (kinds !== OTHER_VECTOR && kinds !== MATRIX) return false;
  const name_ = array.type?.facets.element;
  if (name_ === undefined) return false;
  if (name_ === "T") return true;
  const format = formatOf(value);
  // An array of floats takes no objects in place.
  if (format !== null) return false;
  const range = rangeOf(value);
  if (range === null) return false;
  const limits = integerLimits(name_);
  return limits === null ? name_ === "FIXNUM" : isWithin(range, limits);
}

/** A test that an array takes any object. */
function openTest(array: Expression): Expression {
  return and(isUndefined(member(array, MARKS.bits)), isUndefined(member(array, MARKS.string)));
}

/** (SETF AREF) and (SETF SVREF), which macros expand into calls of the runtime. */
export function setElement(g: Generator, node: RuntimeNode): Expression {
  const float = setRawElement(g, node);
  if (float !== null) return boxed(float, formatOf(node.args.at(-1) as Node) as Format);
  const atoms = g.atoms(node.args, g.guards(node));
  const [array, ...rest] = atoms as [Expression, ...Expression[]];
  const value = rest.pop() as Expression;
  const nodes = node.args;
  const arrayNode = nodes[0] as Node;
  const isAref = node.name === "setAref";
  const slow = isAref ? g.slowCall(node, "setAref", ...atoms) : writerCall(g, node, "SVREF", atoms);
  const isHeld = holds(arrayNode, nodes[nodes.length - 1] as Node);
  const open = isHeld ? TRUE : isAref ? openTest(array) : simpleTest(array, arrayNode);
  const [index] = rest;
  if (rest.length === 1 && index !== undefined) {
    const test = and(vectorTest(array, arrayNode), open, indexTest(array, index, nodes[1] ?? null));
    return conditional(test, assign(element(array, index), value), slow);
  }
  if (rest.length > 3 || rest.length === 0) return slow;
  const { at, test } = place(g, [array, ...rest], nodes);
  return conditional(and(test, open), assign(element(array, at), value), slow);
}

const length = operator(1, 1, (g, node, x) => {
  const [array] = node.args as [Node];
  const object = x as Expression;
  const size = member(object, "length");
  if (isSimple(array, 1)) return size;
  const slow = g.slowCall(node, "lengthOf", object);
  if (isListNode(array)) return slow;
  return conditional(and(isVector(object), isUndefined(member(object, MARKS.fillPointer))), size, slow);
});

/** Which size of an array that is known to have one or two is asked for; null for others. */
function axisOf({ args }: CallNode): number | null {
  const [array, axis] = args as [Node, Node];
  const most = isSimple(array, 1) ? 0 : sizesOf(array.type) === null ? -1 : 1;
  const range = axis.kind === "constant" ? rangeOf(axis) : null;
  return range !== null && isWithin(range, { low: 0, high: most }) ? range.low : null;
}

const dimension: Primitive = {
  ...operator(2, 2, (g, node, array) => {
    const [arrayNode] = node.args as [Node];
    const object = array as Expression;
    const sizes = sizesOf(arrayNode.type);
    if (sizes === null) return member(object, "length");
    return rowsAndColumns(g, arrayNode, object, sizes)[axisOf(node) === 0 ? "rows" : "columns"];
  }),
  fits: (node) => axisOf(node) !== null,
};

export const arrayPrimitives: Readonly<Record<string, Primitive>> = table({
  AREF: aref,
  "ARRAY-DIMENSION": dimension,
  BIT: bitElement,
  SBIT: bitElement,
  LENGTH: length,
  SVREF: { least: 2, most: 2, calls: false, expression: vectorElement },
});
