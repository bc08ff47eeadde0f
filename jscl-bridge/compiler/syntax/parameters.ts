/** The variables that a function's lambda list binds, but for &AUX. */

import type { FunctionNode, Variable } from "./tree.js";

/** Those that hold arguments, in the order of the lambda list. */
export function parameterVariables({ required, optional, rest, keys }: FunctionNode): Variable[] {
  const all = [...required, ...optional.map(({ variable }) => variable)];
  if (rest !== null) all.push(rest);
  return [...all, ...keys.map(({ variable }) => variable)];
}

/** Those that say whether an argument was supplied. */
export function suppliedVariables({ optional, keys }: FunctionNode): Variable[] {
  return [...optional, ...keys].flatMap(({ supplied }) => supplied ?? []);
}
