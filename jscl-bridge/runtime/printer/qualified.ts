/** Names of metaobjects are written with their package, whatever *PACKAGE* is. */
import type { LispValue } from "../objects/marshal.js";
import type { Printer } from "./writer.js";

export function qualified(printer: Printer, name: LispValue): void {
  const { KEYWORD } = printer.image.packages;
  printer.nested(name, { ...printer.settings, escape: true, package: KEYWORD ?? null });
}
