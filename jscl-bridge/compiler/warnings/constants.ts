/** Forms whose values are known while they are compiled. */
import type { LispValue } from "../../runtime/objects/marshal.js";
import type { CompilerHost } from "../host.js";
import { isCons, isSymbol } from "../syntax/forms.js";

/** The value of a literal, or undefined when the form is none. */
export function constantOf(host: CompilerHost, form: LispValue): { value: LispValue } | undefined {
  if (isSymbol(form)) {
    const constant = form === host.nil || form === host.t || form.package?.packageName === "KEYWORD";
    return constant ? { value: form } : undefined;
  }
  if (!isCons(form)) return { value: form };
  const head = form.$$jscl_car;
  if (!isSymbol(head) || head.name !== "QUOTE" || head.package?.packageName !== "COMMON-LISP")
    return undefined;
  const rest = form.$$jscl_cdr;
  return isCons(rest) && rest.$$jscl_cdr === host.nil ? { value: rest.$$jscl_car } : undefined;
}
