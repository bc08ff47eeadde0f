/**
 * Functions of COMMON-LISP whose usual calls are calls of the runtime, without a frame of their own: it
 * answers undefined where there is more to be said, and then the function is called.
 */

import { argumentCounts } from "../../../functions/table.js";
import { table } from "../../../runtime/objects/table.js";
import { deferringOperators, isOfLists } from "../../../runtime/operators/deferring.js";
import { VALUES } from "../destination.js";
import { binary, call, type Expression, element, literal, runtime } from "../script.js";
import { mayDefine } from "../self-calls.js";
import { atomsOf, libraryCall, type Primitive } from "./primitive.js";

const made = new Map<string, Primitive>();

/** The calls of a function that the runtime has an operator for; undefined for others. */
export function deferringPrimitive(name: string): Primitive | undefined {
  const operator = deferringOperators[name];
  if (operator === undefined) return undefined;
  let primitive = made.get(name);
  if (primitive === undefined) {
    primitive = deferring(name, argumentCounts(name)?.least ?? 0, operator.length);
    made.set(name, primitive);
  }
  return primitive;
}

function deferring(name: string, least: number, most: number): Primitive {
  const operator = element(literal("R"), literal(JSON.stringify(name)));
  return {
    least,
    most,
    calls: true,
    ofPrograms: !isOfLists(name),
    expression: (g, node) => {
      if (mayDefine(node.name)) g.callsOther();
      // Once for all calls of the path: what is called as often as not would push it each time.
      g.pushHere();
      const args = atomsOf(g, node);
      return binary("??", g.slow(node, call(operator, ...args)), libraryCall(g, node, args));
    },
  };
}

/** Says of itself what there is to say. */
const gethash: Primitive = {
  least: 2,
  most: 3,
  calls: true,
  expression: (g, node, mode) => {
    g.pushHere();
    const args: Expression[] = atomsOf(g, node);
    return g.slow(node, runtime("gethash", VALUES[mode], ...args));
  },
};

export const deferringPrimitives: Readonly<Record<string, Primitive>> = table({ GETHASH: gethash });
