/**
 * A variable that begins as one kind of object and becomes another: in a loop, after a jump, in an
 * argument, a closure, a cleanup or a handler. It is used, as what it is by then, by operators that take
 * that kind alone. A compiler that believes what it was before is found by them.
 */
import { byFunction, byLaterFunction, bySpecial } from "./calls.mjs";
import { Change } from "./change.mjs";
import { beforeExit, inCleanup, inHandler } from "./exits.mjs";
import { byMacro, inArguments, inBindings, inDefault, inTest, ofAlias, sometimes } from "./order.mjs";
import { afterJump, byTurns, compared, inStep, jumpingBack, shrinking } from "./turns.mjs";

const CHANGES = [
  [4, compared],
  [2, byTurns],
  [1, inStep],
  [1, shrinking],
  [2, afterJump],
  [2, jumpingBack],
  [3, inArguments],
  [2, inBindings],
  [1, inDefault],
  [1, inTest],
  [2, sometimes],
  [1, ofAlias],
  [1, byMacro],
  [3, inCleanup],
  [2, inHandler],
  [1, beforeExit],
  [2, byFunction],
  [2, byLaterFunction],
  [1, bySpecial],
];

/** A statement. */
export function changingKinds(m, scope, depth) {
  return m.maybe(() => m.random.weighted(CHANGES)(new Change(m, scope, depth)));
}
