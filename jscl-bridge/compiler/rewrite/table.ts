/** Calls of functions of COMMON-LISP that are compiled as other forms. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import type { CompilerHost } from "../host.js";
import type { Environment } from "../scope/environment.js";
import { mappingLoop, tableLoop } from "./mapping.js";
import { namedPackage } from "./package-names.js";
import { quantifierLoop } from "./quantifiers.js";

/** The form that a call of a function of COMMON-LISP is compiled as; null for the call itself. */
export function rewritten(
  host: CompilerHost,
  name: LispSymbol,
  args: readonly LispValue[],
  env: Environment,
): LispValue | null {
  return (
    mappingLoop(host, name, args, env) ??
    quantifierLoop(host, name, args, env) ??
    tableLoop(host, name, args, env) ??
    namedPackage(host, name, args)
  );
}
