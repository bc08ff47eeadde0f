/** The types of the functions of COMMON-LISP, as SBCL prints them. */

import { expandedType } from "../../functions/designators.js";
import type { FunctionEntry, Parameter } from "../../functions/notation.js";
import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { standardFunction } from "../syntax/standard-functions.js";

/** The type of the function that a symbol of COMMON-LISP names; null where that is not known. */
export function functionText(name: LispSymbol): string | null {
  const entry = standardFunction(name);
  return entry === undefined || entry.attributes.has("generic") ? null : typeOfEntry(entry);
}

function typeOfEntry({ required, optional, rest, keys, allowOtherKeys, values }: FunctionEntry): string {
  const text = ({ type }: Parameter): string => shown(type);
  const parameters = required.map(text);
  if (optional.length > 0) parameters.push("&OPTIONAL", ...optional.map(text));
  if (rest !== null) parameters.push("&REST", text(rest));
  if (keys !== null) parameters.push("&KEY", ...keys.map((key) => `(:${key.name} ${text(key)})`));
  if (allowOtherKeys) parameters.push("&ALLOW-OTHER-KEYS");
  const list = parameters.length === 0 ? "NIL" : `(${parameters.join(" ")})`;
  const result = values === null ? "*" : `(VALUES ${[...values.map(shown), "&OPTIONAL"].join(" ")})`;
  return `(FUNCTION ${list} ${result})`;
}

function shown(type: string): string {
  return expandedType(type === "callee" ? "function-designator" : type);
}
