/** Forms whose values are known while they are compiled. */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import type { CompilerHost } from "../host.js";
import { isCons, isSymbol } from "../syntax/forms.js";

/** The value of a literal, or undefined when the form is none. */
export function constantOf(host: CompilerHost, form: LispValue): { value: LispValue } | undefined {
  if (isSymbol(form)) {
    const constant = form === host.nil || form === host.t || homeName(form) === "KEYWORD";
    return constant ? { value: form } : undefined;
  }
  if (!isCons(form)) return { value: form };
  const head = carOf(form);
  if (!isSymbol(head) || symbolName(head) !== "QUOTE" || homeName(head) !== "COMMON-LISP") return undefined;
  const rest = cdrOf(form);
  return isCons(rest) && cdrOf(rest) === host.nil ? { value: carOf(rest) } : undefined;
}
