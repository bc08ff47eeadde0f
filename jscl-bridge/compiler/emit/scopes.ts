/**
 * The variables that frames keep under a debug quality of 2 (`runtime/stack/scopes.ts`). JavaScript cannot
 * read another call's variables. Those of a function without functions inside are slots of its frame, which
 * the code itself reads and sets; one more slot says which of them are bound. Others may be captured: for
 * each form that binds some, the code hands the frame a function that reads and sets them.
 */

import type { LispValue } from "../../runtime/objects/marshal.js";
import { keyword } from "../../runtime/signals.js";
import { SlotScope } from "../../runtime/stack/scopes.js";
import type { Environment } from "../scope/environment.js";
import { car, cdr, list } from "../syntax/forms.js";
import type { LocalFunctionsNode, ScopeNode, Variable } from "../syntax/tree.js";
import type { Destination } from "./destination.js";
import { LEFT_WITH, meansPlace } from "./frame-exits.js";
import type { Generator } from "./generator.js";
import {
  assign,
  constant,
  declare,
  type Expression,
  literal,
  name,
  POSITION,
  rethrowUnless,
  run,
  runtime,
  type Statement,
  UNDEFINED,
} from "./script.js";
import { valuesAs } from "./values.js";

/** The scopes that are open where code is made, of a function that keeps its variables. */
export interface OpenScopes {
  /** The variable that holds the innermost that has a function. */
  readonly slot: string;
  current: Expression;
  /** Whether variables are slots of the frame. */
  readonly inSlots: boolean;
  /** Which of these are bound, and how many slots are taken. */
  position: SlotScope | null;
  taken: number;
}

/** What a function that keeps its variables begins with: the scopes around it are its own as well. */
export function openScopes(g: Generator): OpenScopes | null {
  const slot = g.frame.scope;
  if (slot === null) return null;
  const current = g.parent?.scopes?.current ?? UNDEFINED;
  if (g.frame.slots.includes(slot)) g.emit(declare(slot, current));
  return { slot, current, inSlots: g.frame.slots.includes(POSITION), position: null, taken: 0 };
}

/** A binding as its frame knows it, and where its value is. */
interface Kept {
  readonly described: LispValue;
  readonly read: Expression;
  /** The variable; null for what is no lexical one. */
  readonly variable: Variable | null;
}

export function scopeForm(g: Generator, node: ScopeNode, destination: Destination): void {
  const variables = node.variables.map((variable): Kept => {
    const described = list(variable.symbol, variable.declared ?? g.host.t);
    return { described, read: g.unit.variable(variable), variable };
  });
  const outside = g.unit.outsideValues.get(node);
  const specials = node.specials.flatMap((symbol): Kept[] => {
    const read = outside?.get(symbol);
    const described = list(symbol, g.host.t, keyword("SPECIAL"));
    return read === undefined ? [] : [{ described, read, variable: null }];
  });
  const make = () => placed(g, node, destination);
  inScope(g, [...variables, ...specials], node.lexical, make, node.exits);
  if (destination.to !== "return") g.emit(...resumeScope(g));
}

/** Emits the body of a scope, which goes on behind it where who looks at the frame leaves for it. */
function placed(g: Generator, { body, place }: ScopeNode, destination: Destination): void {
  const isMeant = place === undefined ? null : meansPlace(g, place);
  if (isMeant === null) {
    g.statement(body, destination);
    return;
  }
  // An early exit may skip the push that the end of the body relies on.
  g.pushFor(body);
  const code = g.buffered(() => g.statement(body, destination));
  const receive = () => {
    if (destination.to !== "effect") g.deliver(destination, valuesAs(LEFT_WITH, destination.values));
  };
  const caught = [rethrowUnless(isMeant), ...g.buffered(receive)];
  g.emit({ kind: "try", body: code, caught, finally: null });
}

/** Emits what `make` does where local functions can be called by who looks at the frame. */
export function withLocalFunctions(g: Generator, node: LocalFunctionsNode, make: () => void): void {
  if (node.lexical === null) {
    make();
    return;
  }
  const functions = node.functions.flatMap((target): Kept[] => {
    const { lambda, referenced } = target;
    if (!referenced || lambda === null || g.unit.left.has(lambda) || g.unit.rawFunctions.has(lambda))
      return [];
    const read = g.unit.localFunction(target);
    const described = list(car(cdr(target.name)), g.host.t, keyword("FUNCTION"));
    return [{ described, read, variable: null }];
  });
  inScope(g, functions, node.lexical, make);
}

function inScope(
  g: Generator,
  kept: readonly Kept[],
  lexical: Environment,
  make: () => void,
  exits: readonly LispValue[] = [],
): void {
  const { scopes } = g;
  if (scopes === null) throw new Error("variables that no frame keeps");
  const { current, position, taken } = scopes;
  const described = list(...kept.map((each) => each.described), ...exits);
  if (scopes.inSlots) openSlots(g, scopes, kept, described, lexical);
  else {
    const scope = g.fresh("d");
    const variables = kept.map((each) => accessOf(g, each));
    const access: Expression = variables.length === 0 ? UNDEFINED : { kind: "accessor", variables };
    const info = literal(g.frame.info ?? "-1");
    // The file that COMPILE-FILE makes has no objects of the compiler's.
    const more = g.unit.literals.isFile === true ? [] : [g.reference(lexical as unknown as LispValue)];
    g.emit(constant(scope, runtime("openScope", current, g.reference(described), info, access, ...more)));
    scopes.current = name(scope);
  }
  g.emit(...resumeScope(g));
  make();
  Object.assign(scopes, { current, position, taken });
}

/** Puts values into slots of the frame, where they stand for the variables from here on. */
function openSlots(
  g: Generator,
  scopes: OpenScopes,
  kept: readonly Kept[],
  described: LispValue,
  lexical: Environment,
): void {
  const { slots } = g.frame;
  const names = kept.map(({ read }) => {
    if (read.kind === "name" && slots.includes(read.name)) return read.name;
    const slot = `$${scopes.taken++}`;
    const end = slots.indexOf(slots.includes(scopes.slot) ? scopes.slot : POSITION);
    if (!slots.includes(slot)) slots.splice(end, 0, slot);
    g.emit(run(assign({ kind: "frame-slot", name: slot }, read)));
    return slot;
  });
  for (const [i, { variable }] of kept.entries())
    if (variable !== null) g.unit.alias(variable, { kind: "frame-slot", name: names[i] as string });
  const places = names.map((each) => slots.indexOf(each));
  scopes.position = new SlotScope(scopes.position ?? undefined, described, places, lexical);
}

/** Where control comes to after scopes were left in any way: the frame has those of the place. */
export function resumeScope(g: Generator): Statement[] {
  if (g.scopes === null) return [];
  const { slot, current, inSlots, position } = g.scopes;
  if (inSlots) {
    const value = position === null ? UNDEFINED : g.reference(position as unknown as LispValue);
    return [run(assign({ kind: "frame-slot", name: POSITION }, value))];
  }
  if (g.pushed) return [run({ kind: "assign-slot", name: slot, value: current })];
  return [run(assign(name(slot, true), current))];
}

/** How a value is read, and set to the object `v`. */
function accessOf(g: Generator, { read, variable }: Kept): { read: Expression; write: Expression } {
  const value = name("v");
  if (variable === null) return { read, write: read };
  const isSlot = read.kind === "name" && g.frame.slots.includes(read.name);
  return { read, write: isSlot ? { kind: "assign-slot", name: read.name, value } : assign(read, value) };
}
