import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { symbolName, symbolValue } from "../objects/symbols.js";
import { dimensionListOf, elementTypeMark, isLispString, stringText } from "../objects/vectors.js";
import { pretty } from "../pretty/dispatch.js";
import { isSymbol, nil, sym } from "../signals.js";
import { asCase, asReadCase, type PrintSettings } from "./settings.js";
import { casedName, stringLiteral } from "./tokens.js";

/** Looked up once for an image. */
let variables: Readonly<Record<"base" | "radix" | "case" | "table" | "nil", LispSymbol>> | null = null;

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
    if (settings.escape) {
      // Of base characters, *PRINT-READABLY* asks for the type.
      const isPlain = settings.readably === false || elementTypeMark(object) === undefined;
      return isPlain ? stringLiteral(stringText(object)) : undefined;
    }
    return settings.readably === false ? stringText(object) : undefined;
  }
  if (settings.escape || settings.readably !== false) return undefined;
  if (isSymbol(object)) {
    const printCase = settings.case ?? asCase(currently("case"));
    return casedName(symbolName(object), printCase, settings.readCase ?? asReadCase(currently("table")));
  }
  return typeof object === "string" && object.length === 1 ? object : undefined;
}

function currently(variable: "base" | "radix" | "case" | "table"): LispValue {
  const off = nil();
  if (variables?.nil !== off) {
    const [base, radix] = [sym("*PRINT-BASE*"), sym("*PRINT-RADIX*")];
    variables = { base, radix, case: sym("*PRINT-CASE*"), table: sym("*READTABLE*"), nil: off };
  }
  return symbolValue(variables[variable]);
}

function isPlainDecimal(settings: Partial<PrintSettings>): boolean {
  const base = settings.base ?? currently("base");
  const radix = settings.radix ?? currently("radix");
  return (base === 10 || base === undefined) && (radix === false || radix === nil() || radix === undefined);
}
