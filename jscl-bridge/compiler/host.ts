/** What the compiler asks of the image: global definitions, and where its findings go. */
import type { SourcePosition } from "../runtime/callstack.js";
import type { Internals, LispFunction, LispSymbol, LispValue } from "../runtime/marshal.js";

export interface CompilerHost {
  readonly internals: Internals;
  readonly nil: LispSymbol;
  readonly t: LispSymbol;
  /** The global macro function of a symbol, or null. */
  macroFunction(symbol: LispSymbol): LispFunction | null;
  compilerMacroFunction(symbol: LispSymbol): LispFunction | null;
  /** How a symbol was proclaimed as a variable. */
  proclaimed(symbol: LispSymbol): "special" | "constant" | null;
  symbolMacro(symbol: LispSymbol): { expansion: LispValue } | null;
  isNotInline(symbol: LispSymbol): boolean;
  /** Expands a macro call; a Lisp error signalled inside is the host's to report. */
  expand(macro: LispFunction, form: LispValue, environment: unknown): LispValue;
  /** A place in the source text for a form the reader made. */
  positionOf(form: LispValue): SourcePosition | null;
  warn(type: "STYLE-WARNING" | "WARNING", message: string, form: LispValue): void;
  noteUndefinedFunction(symbol: LispSymbol): void;
  noteUndefinedVariable(symbol: LispSymbol): void;
  /** Runs a lambda expression now, for MACROLET and LOAD-TIME-VALUE. */
  evaluateNow(form: LispValue): LispValue;
  print(form: LispValue): string;
  /** Whether calls to this symbol's function leave no frame of their own (stock library code). */
  isStockFunction(symbol: LispSymbol): boolean;
  /** Whether code compiled now belongs to the image itself and stays out of backtraces. */
  readonly internalCode: boolean;
}

/** A form that is no valid program; SBCL's COMPILED-PROGRAM-ERROR carries the message at run time. */
export class ProgramError extends Error {}
