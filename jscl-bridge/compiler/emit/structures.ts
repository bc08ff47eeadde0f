/** Structures and conses whose make is known: making them, reading and writing their parts. */

import { textLiteral } from "../../runtime/code.js";
import type { StructureWriter } from "../../runtime/definitions/global-definitions.js";
import { CAR, CDR } from "../../runtime/objects/conses.js";
import { STRUCTURE_KEYS } from "../../runtime/objects/instances.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
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
import {
  and,
  assign,
  binary,
  conditional,
  type Expression,
  element,
  literal,
  member,
  number,
  TRUE,
} from "./script.js";
import { typeTest } from "./type-checks.js";

export function half(g: Generator, node: HalfNode): Expression {
  return member(g.named(g.expression(node.object)), node.half === "car" ? CAR : CDR);
}

/** An instance, unless the lineage has other slots by now. */
export function makeStructure(g: Generator, node: MakeStructureNode): Expression {
  const [lineage, ...values] = g.atoms([node.lineage, ...node.values]) as [Expression, ...Expression[]];
  const wrong = g.slowCall(node, "wrongLineage", lineage);
  return conditional(hasKeys(lineage, node.keys), instance(lineage, node.keys, values), wrong);
}

function instance(lineage: Expression, keys: readonly string[], values: readonly Expression[]): Expression {
  const slots = keys.map((key, i) => [textLiteral(key), values[i]] as readonly [string, Expression]);
  return {
    kind: "object",
    entries: [[STRUCTURE_KEYS.type, literal("R.structure")], [STRUCTURE_KEYS.lineage, lineage], ...slots],
  };
}

function hasKeys(lineage: Expression, keys: readonly string[]): Expression {
  const known: Expression = { kind: "member", object: lineage, name: "slotKeys", maybe: true };
  return binary("===", known, literal(textLiteral(keys.join(" "))));
}

/**
 * A call of a constructor, which makes an instance in place of what fits its slots; the function, which the
 * program may define anew, does the rest.
 */
export function makeInPlace(g: Generator, node: CallNode, { maker, values }: Making): Expression {
  const args = g.atoms(node.args, g.guards(node));
  const slow = g.slowCall(node, "callMaker", g.reference(node.name), ...args);
  const tests: Expression[] = [
    binary("===", member(g.reference(node.name), FUNCTION), g.reference(maker.fn)),
    hasKeys(
      g.reference(maker.lineage),
      maker.slots.map(({ key }) => key),
    ),
  ];
  const held: Expression[] = [];
  for (const [i, { type }] of maker.slots.entries()) {
    const value = values[i] as Making["values"][number];
    const x = typeof value === "number" ? (args[value] as Expression) : g.constant(value.value);
    const known =
      typeof value === "number" ? (node.args[value] as Node).type : typeOfConstant(g.host, value.value);
    const test = fits(g, known, type) ? TRUE : typeTest(g, type, x);
    if (test === null) return slow;
    tests.push(test);
    held.push(x);
  }
  const keys = maker.slots.map(({ key }) => key);
  return conditional(and(...tests), instance(g.reference(maker.lineage), keys, held), slow);
}

/** Whether values of a proven type are all of the type of a slot. */
function fits(g: Generator, known: LispType | null, type: LispValue): boolean {
  return known !== null && known.kinds !== 0 && subtype(known, typeFromForm(g.host, type));
}

/**
 * A call of (SETF ACCESSOR), which writes in place what fits; the function says what is wrong with the rest.
 */
export function writeSlot(g: Generator, node: CallNode, writer: StructureWriter): Expression {
  const [value, object] = g.atoms(node.args, g.guards(node)) as [Expression, Expression];
  const [valueNode] = node.args as [Node];
  const isOf = instanceTest(object, g.reference(writer.definition), number(writer.depth));
  const place = assign(element(object, literal(textLiteral(writer.key))), value);
  const slow = g.slowCall(node, "callWriter", g.reference(node.name), value, object);
  const test = fits(g, valueNode.type, writer.type) ? TRUE : typeTest(g, writer.type, value);
  return test === null ? slow : conditional(and(isOf, test), place, slow);
}

/**
 * A test that an object is an instance of a structure's definition, which stands at a depth of its lineage.
 */
function instanceTest(object: Expression, definition: Expression, depth: Expression): Expression {
  const lineage: Expression = { kind: "member", object, name: STRUCTURE_KEYS.lineage, maybe: true };
  return binary("===", { kind: "index", object: lineage, index: depth, maybe: true }, definition);
}

/** Whether an object is known to be an instance of the structure that a node names. */
function isInstance({ type }: Node, named: Node): boolean {
  if (type === null || type.loose || type.kinds !== INSTANCE || named.kind !== "constant") return false;
  return type.facets.structure !== undefined && type.facets.structure === named.value;
}

/** The slot, or what the runtime makes of an object that is no such structure. */
export function slot(g: Generator, node: StructureSlotNode): Expression {
  const nodes = node.value === null ? node.operands : [...node.operands, node.value];
  const [object, definition, depth, slotName, value] = g.atoms(nodes) as [
    Expression,
    Expression,
    Expression,
    Expression,
    Expression?,
  ];
  const [objectNode, , , nameNode] = node.operands;
  const test = isInstance(objectNode, nameNode) ? TRUE : instanceTest(object, definition, depth);
  const place = element(object, literal(textLiteral(node.key)));
  const wrong = g.slowCall(node, "wrongStructure", object, slotName);
  return conditional(test, value === undefined ? place : assign(place, value), wrong);
}
