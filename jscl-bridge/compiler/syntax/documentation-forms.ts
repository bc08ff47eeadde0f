/** Documentation that a defining form has for what it defines. */

import type { LispValue } from "../../runtime/objects/marshal.js";
import { isLispString } from "../../runtime/objects/vectors.js";
import { sym } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import { form, quoted } from "./forms.js";

/** The form that makes `text` the documentation of a name as a `kind`; none where it is no text. */
export function documentationForms(
  host: CompilerHost,
  text: LispValue,
  name: LispValue,
  kind: "SETF" | "TYPE" | "COMPILER-MACRO",
): LispValue[] {
  if (!isLispString(text) || host.internalCode) return [];
  const writer = form("FUNCTION", form("SETF", sym("DOCUMENTATION")));
  return [form("FUNCALL", writer, text, quoted(name), quoted(sym(kind)))];
}
