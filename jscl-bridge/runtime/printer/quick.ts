import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { symbolName, symbolValue } from "../objects/symbols.js";
import { dimensionListOf, isLispString, stringText } from "../objects/vectors.js";
import { isSymbol, nil, sym } from "../signals.js";
import { asCase, type PrintSettings } from "./settings.js";
import { casedName, stringLiteral } from "./tokens.js";

/** Looked up once for an image. */
let variables: { base: LispSymbol; radix: LispSymbol; case: LispSymbol; nil: LispSymbol } | null = null;

/**
 * The printed text of an object for which no setting but these makes a difference; undefined for all others.
 */
export function quickText(object: LispValue, settings: Partial<PrintSettings>): string | undefined {
  if (typeof object === "number" && Number.isInteger(object)) {
    return isPlainDecimal(settings) ? String(object) : undefined;
  }
  if (settings.circle === true || settings.escape === undefined) return undefined;
  if (isLispString(object) && dimensionListOf(object) === undefined) {
    if (settings.escape) return stringLiteral(stringText(object));
    return settings.readably === false ? stringText(object) : undefined;
  }
  if (settings.escape || settings.readably !== false) return undefined;
  if (isSymbol(object)) return casedName(symbolName(object), settings.case ?? asCase(currently("case")));
  return typeof object === "string" && object.length === 1 ? object : undefined;
}

function currently(variable: "base" | "radix" | "case"): LispValue {
  const off = nil();
  if (variables?.nil !== off) {
    const [base, radix] = [sym("*PRINT-BASE*"), sym("*PRINT-RADIX*")];
    variables = { base, radix, case: sym("*PRINT-CASE*"), nil: off };
  }
  return symbolValue(variables[variable]);
}

function isPlainDecimal(settings: Partial<PrintSettings>): boolean {
  const base = settings.base ?? currently("base");
  const radix = settings.radix ?? currently("radix");
  return (base === 10 || base === undefined) && (radix === false || radix === nil() || radix === undefined);
}
