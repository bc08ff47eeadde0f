/** What a definition warns of when its name is in use already. */
import type { BaseImage } from "../../runtime/base-image.js";
import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { qualifiedName } from "./names.js";
import type { WarningReporter } from "./reporter.js";

export function warnRedefinition(
  image: BaseImage,
  warnings: WarningReporter,
  operator: "DEFUN" | "DEFMACRO",
  name: LispSymbol,
): void {
  const isMacro = image.definitions.macros.has(name);
  const isFunction = image.internals.fboundp(name);
  const style = (message: string): void =>
    warnings.warn("SIMPLE-STYLE-WARNING", `${image.print(name)} ${message}`, null);
  if (operator === "DEFUN" && isMacro) style("was previously defined as a macro.");
  if (operator === "DEFMACRO" && !isMacro) {
    if (isFunction) style("is being redefined as a macro when it was previously defined to be a function.");
    else if (!warnings.isNew(name)) {
      style("is being redefined as a macro when it was previously assumed to be a function.");
    }
  }
  if (!isMacro && !isFunction) return;
  warnings.warn(
    `REDEFINITION-WITH-${operator}`,
    `redefining ${qualifiedName(image, name)} in ${operator}`,
    null,
  );
}
