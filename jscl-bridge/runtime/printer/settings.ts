/** The printer's control variables as data (CLHS 22.1). */

import type { FloatFormat } from "../numbers.js";
import type { Internals, LispPackage, LispSymbol, LispValue } from "../objects/marshal.js";
import { setSymbolValue, symbolName, symbolValue } from "../objects/symbols.js";
import { keyword, nil, sym, t } from "../signals.js";
import type { PrinterImage } from "./printer-image.js";
import type { ReadCase } from "./tokens.js";

export type PrintCase = "upcase" | "downcase" | "capitalize";

export interface PrintBudget {
  /** Characters written before the output is cut with `...`. */
  chars: number;
  /** Nesting of lists, arrays and structures before `...` stands for an object. */
  depth: number;
}

export interface PrintSettings {
  escape: boolean;
  readably: boolean;
  base: number;
  radix: boolean;
  case: PrintCase;
  circle: boolean;
  length: number | null;
  level: number | null;
  gensym: boolean;
  array: boolean;
  /** Abbreviates QUOTE and FUNCTION forms. */
  pretty: boolean;
  /** Lays out lines, by *PRINT-PPRINT-DISPATCH*. */
  layout: boolean;
  floatFormat: FloatFormat;
  /** READTABLE-CASE of the current readtable. */
  readCase: ReadCase;
  package: LispPackage | null;
  /** Whether methods and reports that the program defined are called. */
  userMethods: boolean;
  budget: PrintBudget;
}

/** Deeper nesting would exhaust JavaScript's stack before it says anything to a reader. */
export const DEFAULT_DEPTH = 1500;

const UNLIMITED: PrintBudget = { chars: Number.POSITIVE_INFINITY, depth: DEFAULT_DEPTH };

const VARIABLES = [
  "*PRINT-ESCAPE*",
  "*PRINT-READABLY*",
  "*PRINT-BASE*",
  "*PRINT-RADIX*",
  "*PRINT-CASE*",
  "*PRINT-CIRCLE*",
  "*PRINT-LENGTH*",
  "*PRINT-LEVEL*",
  "*PRINT-GENSYM*",
  "*PRINT-ARRAY*",
  "*PRINT-PRETTY*",
  "*READ-DEFAULT-FLOAT-FORMAT*",
  "*READTABLE*",
  "*PACKAGE*",
] as const;

const symbolsOf = new WeakMap<Internals, LispSymbol[]>();

/** The symbols of the variables, and NIL behind them. */
function specials(internals: Internals): LispSymbol[] {
  let symbols = symbolsOf.get(internals);
  if (symbols === undefined) {
    symbols = [...VARIABLES, "NIL"].map((name) => internals.intern(name));
    symbolsOf.set(internals, symbols);
  }
  return symbols;
}

/**
 * The settings that the Lisp variables ask for now, with `overrides` in their place where given. A variable
 * with no value, or one that makes no sense, counts as its standard value, so that printing never fails.
 */
export function currentSettings(image: PrinterImage, overrides: Partial<PrintSettings> = {}): PrintSettings {
  const symbols = specials(image.internals);
  const value = (place: number) => symbolValue(symbols[place] as LispSymbol);
  const flag = (place: number, standard: boolean) => {
    const given = value(place);
    return given === undefined ? standard : given !== symbols[VARIABLES.length];
  };
  const pkg = value(VARIABLES.length - 1);
  // By their places among the names above.
  const { length, level } = overrides;
  const settings: PrintSettings = {
    escape: overrides.escape ?? flag(0, true),
    readably: overrides.readably ?? flag(1, false),
    base: overrides.base ?? asBase(value(2)),
    radix: overrides.radix ?? flag(3, false),
    case: overrides.case ?? asCase(value(4)),
    circle: overrides.circle ?? flag(5, false),
    length: length === undefined ? asLimit(value(6)) : length,
    level: level === undefined ? asLimit(value(7)) : level,
    gensym: overrides.gensym ?? flag(8, true),
    array: overrides.array ?? flag(9, true),
    pretty: overrides.pretty ?? flag(10, false),
    layout: false,
    floatFormat: overrides.floatFormat ?? asFloatFormat(value(11)),
    readCase: overrides.readCase ?? asReadCase(value(12)),
    package: overrides.package === undefined ? asPackage(pkg) : overrides.package,
    userMethods: overrides.userMethods ?? true,
    budget: overrides.budget ?? UNLIMITED,
  };
  if (settings.pretty) settings.layout = overrides.layout ?? isLaidOut();
  return settings.readably
    ? { ...settings, escape: true, gensym: true, array: true, readCase: "upcase", length: null, level: null }
    : settings;
}

/** Reports have quotes abbreviated, and each object on one line. */
export function isLaidOut(): boolean {
  return symbolValue(oneLineSymbol()) === nil();
}

function oneLineSymbol(): LispSymbol {
  return sym("*OBJECTS-ON-ONE-LINE*", "JSCL-MCP");
}

export function asBase(value: LispValue): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 2 && value <= 36 ? value : 10;
}

export function asLimit(value: LispValue): number | null {
  return typeof value === "number" && value >= 0 ? value : null;
}

export function asCase(value: LispValue): PrintCase {
  switch (value && symbolName(value as LispSymbol)) {
    case "DOWNCASE":
      return "downcase";
    case "CAPITALIZE":
      return "capitalize";
    default:
      return "upcase";
  }
}

export function asReadCase(readtable: LispValue): ReadCase {
  return (readtable as { case?: ReadCase } | undefined)?.case ?? "upcase";
}

function asPackage(value: LispValue): LispPackage | null {
  return typeof value === "object" && value !== null && "symbols" in value
    ? (value as unknown as LispPackage)
    : null;
}

function asFloatFormat(value: LispValue): FloatFormat {
  switch (value && symbolName(value as LispSymbol)) {
    case "DOUBLE-FLOAT":
    case "LONG-FLOAT":
      return "DOUBLE-FLOAT";
    default:
      return "SINGLE-FLOAT";
  }
}

/**
 * Runs `body` with the Lisp variables saying what `settings` say, for code that asks for *PRINT-ESCAPE* and
 * so on.
 */
export function bindSettings(image: PrinterImage, settings: PrintSettings, body: () => void): void {
  const symbols = specials(image.internals);
  const flag = (on: boolean) => (on ? t() : nil());
  const bound: LispSymbol[] = [];
  const outer: LispValue[] = [];
  const bind = (place: number, value: LispValue) => bindSymbol(symbols[place] as LispSymbol, value);
  const bindSymbol = (symbol: LispSymbol, value: LispValue) => {
    const old = symbolValue(symbol);
    if (old === value) return;
    bound.push(symbol);
    outer.push(old);
    setSymbolValue(symbol, value);
  };
  // By their places among the names above.
  bind(0, flag(settings.escape));
  bind(1, flag(settings.readably));
  bind(2, settings.base);
  bind(3, flag(settings.radix));
  if (settings.case !== asCase(symbolValue(symbols[4] as LispSymbol)))
    bind(4, keyword(settings.case.toUpperCase()));
  bind(6, settings.length ?? nil());
  bind(7, settings.level ?? nil());
  bind(8, flag(settings.gensym));
  bind(9, flag(settings.array));
  bind(10, flag(settings.pretty));
  if (settings.pretty && !settings.layout) bindSymbol(oneLineSymbol(), t());
  try {
    body();
  } finally {
    for (let i = bound.length - 1; i >= 0; i--) setSymbolValue(bound[i] as LispSymbol, outer[i]);
  }
}
