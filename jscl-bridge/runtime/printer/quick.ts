import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import { dimensionListOf, isLispString, stringText } from "../objects/vectors.js";
import { pretty } from "../pretty/dispatch.js";
import { nil, sym } from "../signals.js";
import type { PrintSettings } from "./settings.js";
import { stringLiteral } from "./tokens.js";

/** Looked up once for an image. */
let variables: { base: LispSymbol; radix: LispSymbol; nil: LispSymbol } | null = null;

/**
 * The printed text of an object for which no setting but these makes a difference; undefined for all others.
 */
export function quickText(object: LispValue, settings: Partial<PrintSettings>): string | undefined {
  if (pretty.leaves) return undefined;
  if (typeof object === "number" && Number.isInteger(object)) {
    return isPlainDecimal(settings) ? String(object) : undefined;
  }
  if (settings.circle === true || settings.escape === undefined) return undefined;
  if (isLispString(object) && dimensionListOf(object) === undefined) {
    if (settings.escape) return stringLiteral(stringText(object));
    return settings.readably === false ? stringText(object) : undefined;
  }
  const isPlain = !settings.escape && settings.readably === false;
  return isPlain && typeof object === "string" && object.length === 1 ? object : undefined;
}

function isPlainDecimal(settings: Partial<PrintSettings>): boolean {
  if (settings.base !== undefined || settings.radix !== undefined) return false;
  const off = nil();
  if (variables?.nil !== off)
    variables = { base: sym("*PRINT-BASE*"), radix: sym("*PRINT-RADIX*"), nil: off };
  const base = symbolValue(variables.base);
  const radix = symbolValue(variables.radix);
  return (base === 10 || base === undefined) && (radix === off || radix === undefined);
}
