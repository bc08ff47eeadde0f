/** The table of special forms, joined from the files that read them. */

import type { LispCons, LispSymbol } from "../../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../../runtime/objects/symbols.js";
import type { CompilerHost } from "../../host.js";
import type { Environment } from "../../scope/environment.js";
import type { Builder } from "../builder.js";
import type { Node } from "../tree.js";
import { bindingOperators } from "./bindings.js";
import { controlOperators } from "./control.js";
import { exitOperators } from "./exits.js";
import { functionOperators } from "./functions.js";
import { runtimeVerbs } from "./runtime-verbs.js";
import { structureOperators } from "./structures.js";
import { valueOperators } from "./values.js";

/** How one special form is read. */
export type SpecialOperator = (b: Builder, form: LispCons, env: Environment) => Node;

export type SpecialOperators = Record<string, SpecialOperator>;

const operators = new Map<string, SpecialOperator>(
  [
    bindingOperators,
    controlOperators,
    exitOperators,
    functionOperators,
    runtimeVerbs,
    structureOperators,
    valueOperators,
  ].flatMap((table) => Object.entries(table)),
);

/** Whether a name is that of a special form. */
export function isOperatorName(name: string): boolean {
  return operators.has(name);
}

/**
 * The special form a symbol names, or undefined; the privileged ones are known only where the host has them.
 */
export function specialOperator(symbol: LispSymbol, host: CompilerHost): SpecialOperator | undefined {
  const operator = operators.get(symbolName(symbol)) ?? host.privilegedForms?.get(symbolName(symbol));
  if (operator === undefined) return undefined;
  const home = homeName(symbol);
  return home === "COMMON-LISP" || home === "JSCL" || home === "JSCL-MCP" ? operator : undefined;
}
