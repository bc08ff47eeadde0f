/**
 * The variables that frames keep under a debug quality of 2. JavaScript cannot read another call's variables,
 * so the code hands the frame a function that reads and sets those of each form that binds some; the frame's
 * last slot holds the innermost (`runtime/stack/scopes.ts`).
 */

import { list } from "../syntax/forms.js";
import type { ScopeNode, Variable } from "../syntax/tree.js";
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

export function scopeForm(g: Generator, node: ScopeNode, destination: Destination): void {
  const { scopes } = g;
  if (scopes === null) throw new Error("variables that no frame keeps");
  const outer = scopes.current;
  const scope = g.fresh("d");
  const variables = node.variables.map(({ symbol, declared }) => list(symbol, declared ?? g.host.t));
  const access: Expression = { kind: "accessor", variables: node.variables.map((each) => accessOf(g, each)) };
  const described = g.reference(list(...variables));
  g.emit(constant(scope, runtime("openScope", outer, described, literal(g.frame.info ?? "-1"), access)));
  scopes.current = name(scope);
  g.emit(...resumeScope(g));
  g.statement(node.body, destination);
  scopes.current = outer;
  if (destination.to !== "return") g.emit(...resumeScope(g));
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
