/** How names are printed in warnings: with their package, whatever package is current. */

import type { BaseImage } from "../../runtime/base-image.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { functionNameOf } from "../../runtime/objects/setf-names.js";
import { setSymbolValue, symbolValue } from "../../runtime/objects/symbols.js";
import { INTERNAL_PACKAGE, isSymbol, sym } from "../../runtime/signals.js";

function inPackage(image: BaseImage, name: string, form: LispValue): string {
  const current = sym("*PACKAGE*");
  const value = symbolValue(current);
  setSymbolValue(current, image.packages[name]);
  try {
    return image.print(form);
  } finally {
    setSymbolValue(current, value);
  }
}

/** The name of a function or variable, or a type, as from a package that uses no other. */
export function qualifiedName(image: BaseImage, name: LispValue): string {
  return inPackage(image, "KEYWORD", isSymbol(name) ? functionNameOf(name) : name);
}

/** A form as from a package that uses COMMON-LISP alone. */
export function qualifiedForm(image: BaseImage, form: LispValue): string {
  return inPackage(image, INTERNAL_PACKAGE, form);
}
