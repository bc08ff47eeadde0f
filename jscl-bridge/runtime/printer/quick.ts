/** What is printed most, strings and integers, without the printer's machinery. */
import {
  type Internals,
  isLispString,
  type LispSymbol,
  type LispValue,
  stringText,
} from "../objects/marshal.js";
import type { PrintSettings } from "./settings.js";

const variables = new WeakMap<Internals, { base: LispSymbol; radix: LispSymbol; nil: LispSymbol }>();

/** The printed text of an object for which no setting but these makes a difference; undefined for all others. */
export function quickText(
  object: LispValue,
  internals: Internals,
  settings: Partial<PrintSettings>,
): string | undefined {
  if (typeof object === "number" && Number.isInteger(object)) {
    return isPlainDecimal(internals, settings) ? String(object) : undefined;
  }
  if (settings.escape === false && settings.readably === false && settings.circle !== true) {
    if (isLispString(object) && object.dimensions === undefined) return stringText(object);
    if (typeof object === "string" && object.length === 1) return object;
  }
  return undefined;
}

function isPlainDecimal(internals: Internals, settings: Partial<PrintSettings>): boolean {
  if (settings.base !== undefined || settings.radix !== undefined) return false;
  let known = variables.get(internals);
  if (known === undefined) {
    known = {
      base: internals.intern("*PRINT-BASE*"),
      radix: internals.intern("*PRINT-RADIX*"),
      nil: internals.intern("NIL"),
    };
    variables.set(internals, known);
  }
  const base = known.base.value;
  const radix = known.radix.value;
  return (base === 10 || base === undefined) && (radix === known.nil || radix === undefined);
}
