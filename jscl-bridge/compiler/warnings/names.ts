/** How names are printed in warnings: with their package, whatever package is current. */
import type { BaseImage } from "../../runtime/base-image.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameOf } from "../../runtime/objects/setf-names.js";
import { INTERNAL_PACKAGE, sym } from "../../runtime/signals.js";

function inPackage(image: BaseImage, name: string, form: LispValue): string {
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
export function qualifiedName(image: BaseImage, name: LispSymbol): string {
  return inPackage(image, "KEYWORD", functionNameOf(name));
}

/** A form as from a package that uses COMMON-LISP alone. */
export function qualifiedForm(image: BaseImage, form: LispValue): string {
  return inPackage(image, INTERNAL_PACKAGE, form);
}
