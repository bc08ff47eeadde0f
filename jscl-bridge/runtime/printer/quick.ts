import type { Internals, LispSymbol, LispValue } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import { dimensionListOf, isLispString, stringText } from "../objects/vectors.js";
import type { PrintSettings } from "./settings.js";
import { stringLiteral } from "./tokens.js";

const variables = new WeakMap<Internals, { base: LispSymbol; radix: LispSymbol; nil: LispSymbol }>();

/**
 * The printed text of an object for which no setting but these makes a difference; undefined for all others.
 */
export function quickText(
  object: LispValue,
  internals: Internals,
  settings: Partial<PrintSettings>,
): string | undefined {
  if (typeof object === "number" && Number.isInteger(object)) {
    return isPlainDecimal(internals, settings) ? String(object) : undefined;
  }
  if (settings.circle === true || settings.escape === undefined) return undefined;
  if (isLispString(object) && dimensionListOf(object) === undefined) {
    if (settings.escape) return stringLiteral(stringText(object));
    return settings.readably === false ? stringText(object) : undefined;
  }
  const isPlain = !settings.escape && settings.readably === false;
  return isPlain && typeof object === "string" && object.length === 1 ? object : undefined;
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
  const base = symbolValue(known.base);
  const radix = symbolValue(known.radix);
  return (base === 10 || base === undefined) && (radix === known.nil || radix === undefined);
}
