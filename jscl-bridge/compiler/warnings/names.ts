/** How names are printed in warnings: with their package, whatever package is current. */
import type { Image } from "../../image/image.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { INTERNAL_PACKAGE, list, sym } from "../../runtime/signals.js";

function inPackage(image: Image, name: string, form: LispValue): string {
  const current = sym("*PACKAGE*");
  const { value } = current;
  current.value = image.packages[name];
  try {
    return image.print(form);
  } finally {
    current.value = value;
  }
}

/** The name of a function, variable or type as from a package that uses no other. */
export function qualifiedName(image: Image, name: LispSymbol): string {
  return inPackage(image, "KEYWORD", functionName(name));
}

/** A form as from a package that uses COMMON-LISP alone. */
export function qualifiedForm(image: Image, form: LispValue): string {
  return inPackage(image, INTERNAL_PACKAGE, form);
}

/** The function name that a symbol stands for: (SETF NAME) is kept as a symbol of its own. */
export function functionName(symbol: LispSymbol): LispValue {
  const place = /^\(SETF_(.*)\)$/.exec(symbol.name)?.[1];
  if (place === undefined || symbol.package === undefined) return symbol;
  return list(sym("SETF"), sym(place, symbol.package.packageName));
}
