/** Definitions of functions that are kept, so that they can be compiled again. */

import { fixedArguments } from "../../runtime/library/fixed.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { uninterned } from "../../runtime/signals.js";
import type { Environment } from "../scope/environment.js";
import type { Builder } from "./builder.js";
import { form } from "./forms.js";
import type { LocalFunction, Node, Variable } from "./tree.js";

/** What is around a function that is defined inside of other forms. */
export interface Surroundings {
  /** What names mean there: a form that uses what running code alone has does not compile. */
  readonly lexical: Environment;
  /** Lexical variables and local functions, by the symbols that their names are about. */
  readonly variables: ReadonlyMap<LispSymbol, Variable>;
  readonly functions: ReadonlyMap<LispValue, LocalFunction>;
}

function surroundings(env: Environment): Surroundings {
  const { variables, functions } = env.ofRunningCode();
  // No tag has that name.
  const missing = form("GO", uninterned("MISSING"));
  const expander = fixedArguments(2, 2, () => missing);
  let lexical = env.forDebugger();
  for (const symbol of variables.keys())
    lexical = lexical.withVariable(symbol, { kind: "symbol-macro", expansion: missing });
  for (const name of functions.keys()) lexical = lexical.withFunction(name, { kind: "macro", expander });
  return { lexical, variables, functions };
}

/** A function whose definition is kept, with what is around it where that is something. */
export function keptDefinition(b: Builder, fn: Node, definition: LispValue, around?: Surroundings): Node {
  const args = [fn, b.constant(definition, definition)];
  if (around !== undefined) args.push(b.constant(around as unknown as LispValue, definition));
  const base = b.base(definition);
  return { kind: "runtime", ...base, name: "noteWritten", args, inLibrary: b.inLibrary, conflicts: [] };
}

/** A function inside of other forms: its definition is kept where the code around it keeps its variables. */
export function keptInside(b: Builder, fn: Node, definition: LispValue, env: Environment): Node {
  if (b.host.isForFile || !b.keepsVariables(env)) return fn;
  return keptDefinition(b, fn, definition, surroundings(env));
}

/** Local functions that the frame keeps. */
export function keepFunctions(b: Builder, functions: readonly { readonly target: LocalFunction }[]): void {
  b.fn.keepsVariables = true;
  for (const { target } of functions) target.kept = true;
}
