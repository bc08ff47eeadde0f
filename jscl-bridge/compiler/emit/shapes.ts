/**
 * The sizes of two-dimensional arrays that variables hold for good: a simple array keeps them, so they are
 * read once, where the variable is bound, and not at each access.
 */

import { floatFormat } from "../../runtime/library/element-types.js";
import { FLOAT_SIZES, SIZES } from "../../runtime/objects/vectors.js";
import type { Node, Variable } from "../syntax/tree.js";
import { MATRIX } from "../types/kinds.js";
import type { LispType } from "../types/lattice.js";
import type { Generator } from "./generator.js";
import { binary, constant, type Expression, member, name, number } from "./script.js";

/** The properties that have the sizes of arrays of a type; null where these may be of several kinds. */
export function sizesOf(type: LispType | null): typeof SIZES | typeof FLOAT_SIZES | null {
  if (type === null || type.kinds !== MATRIX || type.loose) return null;
  const { element, rank, simple } = type.facets;
  if (rank !== 2 || simple !== true || element === undefined) return null;
  return floatFormat(element) === null ? SIZES : FLOAT_SIZES;
}

/** Keeps the sizes of a variable that is bound to such an array from here on. */
export function keepSizes(g: Generator, variable: Variable): void {
  const sizes = variable.assigned || variable.defaulted ? null : sizesOf(variable.type);
  if (sizes === null || g.host.internalCode) return;
  const array = g.unit.variable(variable);
  const kept = (property: string): Expression => {
    const text = g.fresh("d");
    // V8 is told that it is a small integer, and so computes indices as such.
    g.emit(constant(text, binary("|", member(array, property), number(0))));
    return name(text);
  };
  g.unit.sizes.set(variable, { rows: kept(sizes.rows), columns: kept(sizes.columns) });
}

/** The rows and columns of an array, of which such a variable may keep them. */
export function rowsAndColumns(
  g: Generator,
  node: Node,
  array: Expression,
  sizes: typeof SIZES | typeof FLOAT_SIZES,
): { readonly rows: Expression; readonly columns: Expression } {
  const kept = node.kind === "read" ? g.unit.sizes.get(node.variable) : undefined;
  return kept ?? { rows: member(array, sizes.rows), columns: member(array, sizes.columns) };
}
