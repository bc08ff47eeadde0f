/** Structures and conses whose make is known: making them, reading and writing their parts. */

import { textLiteral } from "../../runtime/code.js";
import type { StructureWriter } from "../../runtime/definitions/global-definitions.js";
import { CAR, CDR } from "../../runtime/objects/conses.js";
import { STRUCTURE_KEYS } from "../../runtime/objects/instances.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { slotFormat } from "../../runtime/objects/structure-slots.js";
import { FUNCTION } from "../../runtime/objects/symbols.js";
import type {
  CallNode,
  HalfNode,
  MakeStructureNode,
  Making,
  Node,
  StructureSlotNode,
} from "../syntax/tree.js";
import { typeOfConstant } from "../types/constants.js";
import { INSTANCE } from "../types/kinds.js";
import { type LispType, subtype } from "../types/lattice.js";
import { typeFromForm } from "../warnings/specifiers.js";
import type { Generator } from "./generator.js";
import { boxed, type Format, formatOf, raw, unboxed } from "./raw.js";
import {
  and,
  assign,
  binary,
  comma,
  conditional,
  type Expression,
  element,
  FALSE,
  literal,
  maybeMember,
  member,
  number,
  TRUE,
} from "./script.js";
import { instanceTest, rawTest, typeTest } from "./type-checks.js";

export function half(g: Generator, node: HalfNode): Expression {
  return member(g.named(g.expression(node.object)), node.half === "car" ? CAR : CDR);
}

/** An instance, unless the lineage has other slots by now. */
export function makeStructure(g: Generator, node: MakeStructureNode): Expression {
  const values = node.keys.map((key, i) => ({ key, value: node.values[i] as Node }));
  const [lineage, ...atoms] = g.atomsBy([{ key: "", value: node.lineage }, ...values], (each) =>
    heldIn(g, each.key, each.value),
  ) as [Expression, ...Expression[]];
  const wrong = g.slowCall(node, "wrongLineage", lineage);
  return conditional(hasKeys(lineage, node.keys), instance(lineage, node.keys, atoms), wrong);
}

function instance(lineage: Expression, keys: readonly string[], values: readonly Expression[]): Expression {
  const slots = keys.map((key, i) => [textLiteral(key), values[i]] as readonly [string, Expression]);
  return {
    kind: "object",
    entries: [[STRUCTURE_KEYS.type, literal("R.structure")], [STRUCTURE_KEYS.lineage, lineage], ...slots],
  };
}

function hasKeys(lineage: Expression, keys: readonly string[]): Expression {
  return binary("===", maybeMember(lineage, "slotKeys"), literal(textLiteral(keys.join(" "))));
}

/** What a slot of a property holds for a value. */
function heldIn(g: Generator, key: string, value: Node): Expression {
  const format = slotFormat(key);
  if (format === null) return g.expression(value);
  return formatOf(value) === format ? raw(g, value) : unboxed(g.expression(value), format);
}

/** An argument of a constructor as a raw float, where its slot holds such and it is known to be one. */
function rawArguments({ args, conflicts }: CallNode, { maker, values }: Making): ReadonlyMap<Node, Format> {
  const formats = new Map<Node, Format>();
  for (const [i, { key }] of maker.slots.entries()) {
    const value = values[i];
    const node = typeof value === "number" ? (args[value] as Node) : null;
    const format = slotFormat(key);
    if (node !== null && format !== null && formatOf(node) === format && conflicts.length === 0)
      formats.set(node, format);
  }
  return formats;
}

/**
 * A call of a constructor, which makes an instance in place of what fits its slots; the function, which the
 * program may define anew, does the rest.
 */
export function makeInPlace(g: Generator, node: CallNode, making: Making): Expression {
  const { maker, values } = making;
  const floats = rawArguments(node, making);
  const make = (each: Node) => (floats.has(each) ? raw(g, each) : g.expression(each));
  const args = g.atomsBy(node.args, make, g.guards(node));
  const objects = args.map((x, i) => {
    const format = floats.get(node.args[i] as Node);
    return format === undefined ? x : boxed(x, format);
  });
  const lineage = g.reference(maker.lineage);
  const keys = maker.slots.map(({ key }) => key);
  const slow = g.slowCall(node, "callMaker", g.reference(node.name), ...objects);
  const tests = [
    binary("===", member(g.reference(node.name), FUNCTION), g.reference(maker.fn)),
    hasKeys(lineage, keys),
  ];
  const held: Expression[] = [];
  for (const [i, { key, type }] of maker.slots.entries()) {
    const value = values[i] as Making["values"][number];
    const given = typeof value === "number" ? (node.args[value] as Node) : null;
    const x = typeof value === "number" ? (args[value] as Expression) : g.constant(value.value);
    const isRaw = given !== null && floats.has(given);
    const known = typeof value === "number" ? (given?.type ?? null) : typeOfConstant(g.host, value.value);
    const test = fits(g, known, type) ? TRUE : isRaw ? rawTest(type, x) : typeTest(g, type, x, known);
    if (test === null) return slow;
    tests.push(test);
    const format = slotFormat(key);
    held.push(format === null || isRaw ? x : unboxed(x, format));
  }
  return conditional(and(...tests), instance(lineage, keys, held), slow);
}

/** Whether values of a proven type are all of the type of a slot. */
function fits(g: Generator, known: LispType | null, type: LispValue): boolean {
  return known !== null && known.kinds !== 0 && subtype(known, typeFromForm(g.host, type));
}

/**
 * A call of (SETF ACCESSOR), which writes in place what fits; the function says what is wrong with the rest.
 */
export function writeSlot(g: Generator, node: CallNode, writer: StructureWriter): Expression {
  const format = slotFormat(writer.key);
  const float = writeRawSlot(g, node, writer);
  if (float !== null) return boxed(float, format as Format);
  const [value, object] = g.atoms(node.args, g.guards(node)) as [Expression, Expression];
  const [valueNode] = node.args as [Node];
  const isOf = writableTest(g, node, object, writer);
  const property = element(object, literal(textLiteral(writer.key)));
  const place =
    format === null ? assign(property, value) : comma(assign(property, unboxed(value, format)), value);
  const slow = g.slowCall(node, "callWriter", g.reference(node.name), value, object);
  const known = valueNode.type;
  const test = fits(g, known, writer.type) ? TRUE : typeTest(g, writer.type, value, known);
  return test === null ? slow : conditional(and(isOf, test), place, slow);
}

/** The same where it writes a raw float, which it comes to; null where the value is not known to be one. */
export function writeRawSlot(g: Generator, node: CallNode, writer: StructureWriter): Expression | null {
  const format = slotFormat(writer.key);
  const [valueNode] = node.args as [Node];
  if (format === null || formatOf(valueNode) !== format) return null;
  const [value, object] = g.atomsBy(
    node.args,
    (each) => (each === valueNode ? raw(g, each) : g.expression(each)),
    g.guards(node),
  ) as [Expression, Expression];
  const isOf = writableTest(g, node, object, writer);
  const test = fits(g, valueNode.type, writer.type) ? TRUE : (rawTest(writer.type, value) ?? FALSE);
  const place = assign(element(object, literal(textLiteral(writer.key))), value);
  const slow = g.slowCall(node, "callWriter", g.reference(node.name), boxed(value, format), object);
  return conditional(and(isOf, test), place, unboxed(slow, format));
}

/** A test that what a writer is called with is an instance of its structure. */
function writableTest(g: Generator, node: CallNode, object: Expression, writer: StructureWriter): Expression {
  const type = node.args[1]?.type ?? null;
  const name = type === null || type.loose || type.kinds !== INSTANCE ? undefined : type.facets.structure;
  const structure = name === undefined ? null : g.host.structureNamed(name);
  const isKnown =
    structure !== null && structure.definition === writer.definition && structure.depth === writer.depth;
  return isKnown ? TRUE : instanceTest(object, g.reference(writer.definition), number(writer.depth));
}

/** Whether an object is known to be an instance of the structure that a node names. */
function isInstance({ type }: Node, named: Node): boolean {
  if (type === null || type.loose || type.kinds !== INSTANCE || named.kind !== "constant") return false;
  return type.facets.structure !== undefined && type.facets.structure === named.value;
}

/** The slot, or what the runtime makes of an object that is no such structure. */
export function slot(g: Generator, node: StructureSlotNode): Expression {
  const format = slotFormat(node.key);
  return format === null ? heldSlot(g, node) : boxed(heldSlot(g, node), format);
}

/** What a slot holds: an object, or a raw float. */
export function heldSlot(g: Generator, node: StructureSlotNode): Expression {
  const nodes = node.value === null ? node.operands : [...node.operands, node.value];
  const [object, definition, depth, slotName, value] = g.atomsBy(nodes, (each) =>
    each === node.value ? heldIn(g, node.key, each) : g.expression(each),
  ) as [Expression, Expression, Expression, Expression, Expression?];
  const [objectNode, , , nameNode] = node.operands;
  const test = isInstance(objectNode, nameNode) ? TRUE : instanceTest(object, definition, depth);
  const place = element(object, literal(textLiteral(node.key)));
  const wrong = g.slowCall(node, "wrongStructure", object, slotName);
  return conditional(test, value === undefined ? place : assign(place, value), wrong);
}
