/**
 * How code leaves the function it is in by an exit that leads further out. In general it throws the exit. Who
 * calls a handler of conditions does that for it, and a local function whose callers are all known returns,
 * too: it puts the exit into a variable of the function around it, at which its callers look. A global
 * function is written a second time, to return the exit to callers that have a form around the call which
 * could be meant (`Script.leaves`). Where the form that an exit leads to stands around the code, in its own
 * function, leaving is a jump.
 */

import { children } from "../syntax/children.js";
import type { FunctionNode, LocalFunction, LocalFunctionsNode, Node } from "../syntax/tree.js";
import type { Destination } from "./destination.js";
import type { Generator } from "./generator.js";
import { assign, binary, declare, type Expression, literal, NIL, name, run, when } from "./script.js";

const NONE = literal("null");

/** A form that is being made, and that an exit may lead to. */
export interface OpenForm {
  /** What its exit is the JavaScript variable of. */
  readonly exit: string;
  /** The tag of a CATCH, as code has it; null for others. */
  readonly tag: Expression | null;
  /** Where its values go. */
  readonly destination: Destination;
  readonly label: string;
  /** Whether it is a CATCH, for which functions that are called in it return their exits where they can. */
  readonly isCatch: boolean;
  /** Whether code in it leaves it by a jump to the end of its label. */
  isLeft: boolean;
  /** Emits what goes on where the exit leads. */
  goOn(): void;
}

/** Goes on behind the label of an open form, where nothing has been delivered that returns. */
export function breakFrom(g: Generator, open: OpenForm): void {
  if (open.destination.to === "return") return;
  open.isLeft = true;
  g.emit({ kind: "break", label: open.label });
}

/** Leaves the function by an exit that leads out of it. */
export function leaveFunction(g: Generator, exit: Expression): void {
  const left = g.unit.left.get(g.fn);
  if (g.fn.isHandler) g.emit({ kind: "return", x: exit });
  else if (left === undefined) {
    g.leaves = true;
    g.emit({ kind: "leave", x: exit });
  } else g.emit(run(assign(name(left, true), exit)), { kind: "return", x: NIL });
}

/** Leaves by an exit, a name, wherever it leads. */
export function leave(g: Generator, exit: Expression): void {
  for (const open of g.open.toReversed()) {
    g.emit(when(binary("===", exit, name(open.exit)), ...g.buffered(() => open.goOn())));
  }
  leaveFunction(g, exit);
}

/** The value of a call of a local function, behind which an exit is passed on that the function left by. */
export function unlessLeft(g: Generator, target: LocalFunction, call: Expression): Expression {
  const left = target.lambda === null ? undefined : g.unit.left.get(target.lambda);
  if (left === undefined) return call;
  const variable = name(left, true);
  const value = g.stable(call);
  const passOn = g.buffered(() => {
    if (g.open.length === 0 && g.unit.left.get(g.fn) === left) {
      g.emit({ kind: "return", x: NIL });
      return;
    }
    const exit = g.stable(variable);
    g.emit(run(assign(variable, NONE)));
    leave(g, exit);
  });
  g.emit(when(binary("!==", variable, NONE), ...passOn));
  return value;
}

/** Finds the local functions that return when they leave, and declares what they say it by. */
export function declareLeft(g: Generator, node: LocalFunctionsNode): void {
  const { left } = g.unit;
  const all = node.functions.filter(({ referenced, escapes }) => referenced && !escapes);
  // Functions whose frames keep variables may be called by who looks at one, which does not look there.
  const lambdas = all.flatMap(({ lambda }) => lambda ?? []).filter((fn) => !fn.keepsVariables);
  const candidates = lambdas.map((fn) => ({ fn, ways: waysOut(fn) }));
  const variable = g.unit.fresh("l");
  const isLeft = ({ lambda }: LocalFunction) => lambda !== null && left.has(lambda);
  let found = true;
  while (found) {
    found = false;
    for (const { fn, ways } of candidates) {
      if (left.has(fn) || ways.isProtected || !(ways.leaves || ways.calls.some(isLeft))) continue;
      left.set(fn, variable);
      found = true;
    }
  }
  if (!candidates.some(({ fn }) => left.has(fn))) return;
  g.variables++;
  g.emit(declare(variable, NONE));
}

interface WaysOut {
  /** Whether its own code has an exit that leads out of it. */
  leaves: boolean;
  /** Whether it has cleanup forms, which could call such a function while another is left. */
  isProtected: boolean;
  readonly calls: LocalFunction[];
}

function waysOut(fn: FunctionNode): WaysOut {
  const ways: WaysOut = { leaves: false, isProtected: false, calls: [] };
  const look = (node: Node): void => {
    if (node.kind === "function") return;
    if (node.kind === "call-local") ways.calls.push(node.target);
    ways.isProtected ||= node.kind === "unwind-protect";
    ways.leaves ||=
      node.kind === "throw" ||
      (node.kind === "return" && node.block.owner !== fn) ||
      (node.kind === "go" && node.body.owner !== fn);
    children(node).forEach(look);
  };
  look(fn.body);
  return ways;
}
