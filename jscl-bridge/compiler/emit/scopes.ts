/**
 * The variables that frames keep under a debug quality of 2. JavaScript cannot read another call's variables,
 * so the code hands the frame a function that reads and sets those of each form that binds some; the frame's
 * last slot holds the innermost (`runtime/stack/scopes.ts`).
 */

import type { LispValue } from "../../runtime/objects/marshal.js";
import { keyword } from "../../runtime/signals.js";
import type { Environment } from "../scope/environment.js";
import { car, cdr, list } from "../syntax/forms.js";
import type { LocalFunctionsNode, ScopeNode, Variable } from "../syntax/tree.js";
import type { Destination } from "./destination.js";
import type { Generator } from "./generator.js";
import { formatOfVariable, unboxed } from "./raw.js";
import {
  assign,
  constant,
  declare,
  type Expression,
  literal,
  name,
  run,
  runtime,
  type Statement,
  UNDEFINED,
} from "./script.js";

/** The scopes that are open where code is made, of a function that keeps its variables. */
export interface OpenScopes {
  /** The variable that holds the innermost. */
  readonly slot: string;
  current: Expression;
}

/** What a function that keeps its variables begins with: the scopes around it are its own as well. */
export function openScopes(g: Generator): OpenScopes | null {
  const slot = g.frame.scope;
  if (slot === null) return null;
  const current = g.parent?.scopes?.current ?? UNDEFINED;
  g.emit(declare(slot, current));
  return { slot, current };
}

/** A binding as its frame knows it, and how it is read and set. */
interface Kept {
  readonly described: LispValue;
  readonly access: { readonly read: Expression; readonly write: Expression };
}

export function scopeForm(g: Generator, node: ScopeNode, destination: Destination): void {
  const variables = node.variables.map((each) => ({
    described: list(each.symbol, each.declared ?? g.host.t),
    access: accessOf(g, each),
  }));
  const outside = g.unit.outsideValues.get(node);
  const specials = node.specials.flatMap((symbol): Kept[] => {
    const old = outside?.get(symbol);
    if (old === undefined) return [];
    const access = { read: old, write: assign(old, name("v")) };
    return [{ described: list(symbol, g.host.t, keyword("SPECIAL")), access }];
  });
  inScope(g, [...variables, ...specials], node.lexical, () => g.statement(node.body, destination));
  if (destination.to !== "return") g.emit(...resumeScope(g));
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
    return [{ described, access: { read, write: read } }];
  });
  inScope(g, functions, node.lexical, make);
}

function inScope(g: Generator, kept: readonly Kept[], lexical: Environment, make: () => void): void {
  const { scopes } = g;
  if (scopes === null) throw new Error("variables that no frame keeps");
  const outer = scopes.current;
  const scope = g.fresh("d");
  const access: Expression = { kind: "accessor", variables: kept.map((each) => each.access) };
  const described = g.reference(list(...kept.map((each) => each.described)));
  const info = literal(g.frame.info ?? "-1");
  // The file that COMPILE-FILE makes has no objects of the compiler's.
  const more = g.unit.literals.isFile === true ? [] : [g.reference(lexical as unknown as LispValue)];
  g.emit(constant(scope, runtime("openScope", outer, described, info, access, ...more)));
  scopes.current = name(scope);
  g.emit(...resumeScope(g));
  make();
  scopes.current = outer;
}

/** Where control comes to after scopes were left in any way: the frame has those of the place. */
export function resumeScope(g: Generator): Statement[] {
  if (g.scopes === null) return [];
  const { slot, current } = g.scopes;
  if (g.pushed) return [run({ kind: "assign-slot", name: slot, value: current })];
  return [run(assign(name(slot, true), current))];
}

/** How a variable is read, and set to the object `v`. */
function accessOf(g: Generator, variable: Variable): { read: Expression; write: Expression } {
  const read = g.unit.variable(variable);
  const value = name("v");
  const raw = g.unit.rawVariable(variable);
  const format = formatOfVariable(variable);
  if (raw !== null && format !== null) return { read, write: assign(raw, unboxed(value, format)) };
  const isSlot = read.kind === "name" && g.frame.slots.includes(read.name);
  return { read, write: isSlot ? { kind: "assign-slot", name: read.name, value } : assign(read, value) };
}
