/** Operators compiled in place, as the table of them has them. */

import { sym } from "../../../runtime/signals.js";
import type { CallNode, Node, RuntimeNode } from "../../syntax/tree.js";
import type { ValuesMode } from "../destination.js";
import type { Generator } from "../generator.js";
import { conditional, type Expression, NIL, T } from "../script.js";

export interface Primitive {
  /** How many arguments it takes where it is compiled in place. */
  readonly least: number;
  readonly most: number;
  /** Whether it calls Lisp functions. */
  readonly calls: boolean;
  /** Whether programs' calls alone are compiled in place, as the image's own are not worth their text. */
  readonly ofPrograms?: boolean;
  /** Whether a call of it is compiled in place, as far as more than the number of arguments says. */
  readonly fits?: (node: CallNode) => boolean;
  /** The arguments that are evaluated, where that is not all of them. */
  readonly operands?: (node: CallNode) => readonly Node[];
  readonly expression: (g: Generator, node: CallNode, mode: ValuesMode) => Expression;
  /** The raw float that the call comes to; null where it cannot be had. */
  readonly raw?: (g: Generator, node: CallNode) => Expression | null;
  /** The call as a JavaScript boolean, for predicates. */
  readonly test?: (g: Generator, node: CallNode) => Expression;
}

type Make = (g: Generator, node: CallNode, ...atoms: Expression[]) => Expression;

/** An operator over names or constants. */
export function operator(least: number, most: number, make: Make): Primitive {
  return {
    least,
    most,
    calls: false,
    expression: (g, node) => make(g, node, ...atomsOf(g, node)),
  };
}

/** A predicate over names or constants. */
export function predicate(least: number, most: number, make: Make): Primitive {
  return predicateOf(least, most, (g, node) => make(g, node, ...atomsOf(g, node)));
}

export function predicateOf(
  least: number,
  most: number,
  test: (g: Generator, node: CallNode) => Expression,
): Primitive & Required<Pick<Primitive, "test">> {
  const expression = (g: Generator, node: CallNode) => conditional(test(g, node), T, NIL);
  return { least, most, calls: false, expression, test };
}

/** The call of the library's function where it is not done in place. It calls nothing of the program's. */
export function libraryCall(g: Generator, node: CallNode, args: readonly Expression[]): Expression {
  return g.slowCall(node, "libraryCall", g.reference(node.name), ...args);
}

/** The call of an accessor of elements where it does not read in place. */
export function elementCall(g: Generator, node: CallNode, args: readonly Expression[]): Expression {
  return g.slowCall(node, "readElement", g.reference(node.name), ...args);
}

/** The call of an accessor's writer where it does not write in place; the new value is the last argument. */
export function writerCall(
  g: Generator,
  node: RuntimeNode,
  accessor: string,
  args: readonly Expression[],
): Expression {
  return g.slowCall(node, "writeElement", g.reference(sym(`(SETF_${accessor})`)), ...args);
}

/** The arguments of a call as names or constants. */
export function atomsOf(g: Generator, node: CallNode): Expression[] {
  return g.atoms(node.args, g.guards(node));
}
