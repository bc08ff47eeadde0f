/**
 * Functions of COMMON-LISP whose usual calls are calls of the runtime, without a frame of their own: it
 * answers undefined where there is more to be said, and then the function is called.
 */

import { table } from "../../../runtime/objects/table.js";
import { VALUES } from "../destination.js";
import { binary, type Expression, runtime } from "../script.js";
import { atomsOf, libraryCall, type Primitive } from "./primitive.js";

function deferring(least: number, most: number, name: string): Primitive {
  return {
    least,
    most,
    calls: true,
    expression: (g, node) => {
      // Once for all calls of the path: what is called as often as not would push it each time.
      g.pushHere();
      const args = atomsOf(g, node);
      return binary("??", g.slowCall(node, name, ...args), libraryCall(g, node, args));
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

export const deferringPrimitives: Readonly<Record<string, Primitive>> = table({
  APPEND: deferring(2, 2, "appendOf"),
  ASSOC: deferring(2, 2, "assocOf"),
  "COPY-LIST": deferring(1, 1, "copyListOf"),
  GET: deferring(2, 3, "getOf"),
  GETF: deferring(2, 3, "propertyOf"),
  GETHASH: gethash,
  LAST: deferring(1, 1, "lastOf"),
  MEMBER: deferring(2, 2, "memberOf"),
  NREVERSE: deferring(1, 1, "nreverseOf"),
  NTH: deferring(2, 2, "nthOf"),
  NTHCDR: deferring(2, 2, "nthcdrOf"),
  REVERSE: deferring(1, 1, "reverseOf"),
  "SYMBOL-NAME": deferring(1, 1, "symbolNameOf"),
});
