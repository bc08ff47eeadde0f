/** TYPEP of a type that is known. */

import { table } from "../../../runtime/objects/table.js";
import type { Node } from "../../syntax/tree.js";
import { disjoint, subtype } from "../../types/lattice.js";
import { typeFromForm } from "../../warnings/specifiers.js";
import { and, binary, type Expression, FALSE, TRUE } from "../script.js";
import { isExact, isReplaced, typeTest } from "../type-checks.js";
import { type Primitive, predicateOf } from "./primitive.js";

const typep: Primitive = {
  ...predicateOf(2, 2, (g, node) => {
    const [object, designator] = node.args as [Node, Node & { kind: "constant" }];
    const [x] = g.atoms([object]) as [Expression];
    const type = typeFromForm(g.host, designator.value);
    const known = object.type;
    if (known !== null && known.kinds !== 0 && subtype(known, type)) return TRUE;
    if (known !== null && disjoint(known, type)) return FALSE;
    const test = typeTest(g, designator.value, x);
    if (test !== null && isExact(g, designator.value)) return test;
    const slow = g.slowCall(node, "isOfType", x, g.reference(designator.value));
    const replaced = test && isReplaced(g, designator.value);
    if (test !== null && replaced !== null) return binary("||", test, and(replaced, slow));
    return test === null ? slow : binary("||", test, slow);
  }),
  fits: (node) => node.args[1]?.kind === "constant",
};

export const typePrimitives: Readonly<Record<string, Primitive>> = table({ TYPEP: typep });
