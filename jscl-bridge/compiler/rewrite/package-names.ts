/** INTERN and FIND-SYMBOL of a literal package: SBCL looks for a package of that name, a string. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { cons, list } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import { isSymbol } from "../syntax/forms.js";
import { constantOf } from "../warnings/constants.js";

const LOOKING: ReadonlySet<string> = new Set(["INTERN", "FIND-SYMBOL"]);

/** The call with the name of the package as a string; null where it stays as it is. */
export function namedPackage(
  host: CompilerHost,
  name: LispSymbol,
  args: readonly LispValue[],
): LispValue | null {
  if (!LOOKING.has(symbolName(name)) || args.length !== 2) return null;
  const designator = constantOf(host, args[1])?.value;
  if (!isSymbol(designator) || designator === host.nil) return null;
  return cons(name, list(args[0], makeString(symbolName(designator))));
}
