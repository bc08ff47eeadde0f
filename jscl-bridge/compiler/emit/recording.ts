/**
 * Code that says what it does: what it is called with, binds and returns (`runtime/recording/recorder.ts`).
 * Each call has a number, which a variable of the function holds; who calls next in the same function thereby
 * tells which calls were left by an exit, so that nothing has to be done where control leaves.
 */

import type { Node, RuntimeNode } from "../syntax/tree.js";
import { VALUES } from "./destination.js";
import type { Generator } from "./generator.js";
import { array, constant, type Expression, literal, name, run, runtime } from "./script.js";

const HEIGHT: Expression = { kind: "height" };

/** What a function begins with. */
export function noteCall(g: Generator, given: readonly Expression[]): void {
  if (!g.fn.recorded || g.frame.info === null) return;
  const call = g.fresh("z");
  g.call = call;
  const [only] = given;
  const isOne = given.length === 1 && only?.kind === "name" && g.fn.optional.length === 0;
  const called = [HEIGHT, literal(g.frame.info)];
  const noted = isOne
    ? runtime("noteCallOfOne", ...called, only)
    : runtime("noteCall", ...called, array(given));
  g.emit(constant(call, noted));
}

/** A result in the place of `x`, all values of which are noted. */
export function noteReturn(call: string, x: Expression): Expression {
  return runtime("noteReturn", name(call), VALUES.values, x);
}

/** The arguments of a call that the function ends with by starting over; null where nobody records it. */
export function noteLastCall(g: Generator, nodes: readonly Node[]): Expression[] | null {
  if (g.call === null) return null;
  const args = g.atoms(nodes).map((x) => g.stable(x));
  g.emit(run(runtime("noteLastCall", name(g.call))));
  return args;
}

/** Whether a function of the runtime notes which value a variable has. */
export function isNote(name: string): boolean {
  return name === "noteBinding" || name === "noteAssignment";
}

export function noteValue(g: Generator, node: RuntimeNode): Expression {
  const args = g.atoms(node.args);
  return runtime(node.name, g.call === null ? literal("-1") : name(g.call), ...args);
}
