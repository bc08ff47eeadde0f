/** Structures and conses whose make is known: making them, reading and writing their parts. */

import { textLiteral } from "../../runtime/code.js";
import type { StructureWriter } from "../../runtime/definitions/global-definitions.js";
import { CAR, CDR } from "../../runtime/objects/conses.js";
import { STRUCTURE_KEYS } from "../../runtime/objects/instances.js";
import { slotFormat } from "../../runtime/objects/structure-slots.js";
import type { CallNode, HalfNode, MakeStructureNode, Node, StructureSlotNode } from "../syntax/tree.js";
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
  const slots = node.keys.map((key, i) => [textLiteral(key), atoms[i]] as readonly [string, Expression]);
  const instance: Expression = {
    kind: "object",
    entries: [[STRUCTURE_KEYS.type, literal("R.structure")], [STRUCTURE_KEYS.lineage, lineage], ...slots],
  };
  const isCurrent = binary(
    "===",
    maybeMember(lineage, "slotKeys"),
    literal(textLiteral(node.keys.join(" "))),
  );
  return conditional(isCurrent, instance, g.slowCall(node, "wrongLineage", lineage));
}

/** What a slot of a property holds for a value. */
function heldIn(g: Generator, key: string, value: Node): Expression {
  const format = slotFormat(key);
  if (format === null) return g.expression(value);
  return formatOf(value) === format ? raw(g, value) : unboxed(g.expression(value), format);
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
  const fits = known !== null && known.kinds !== 0 && subtype(known, typeFromForm(g.host, writer.type));
  const test = fits ? TRUE : typeTest(g, writer.type, value, known);
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
  const fits = subtype(valueNode.type as LispType, typeFromForm(g.host, writer.type));
  const test = fits ? TRUE : (rawTest(writer.type, value) ?? FALSE);
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
