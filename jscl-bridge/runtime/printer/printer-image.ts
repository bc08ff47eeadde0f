/** The part of an image that the printer and the streams use. */
import type { Internals, LispFunction, LispPackage, LispSymbol, LispValue } from "../objects/marshal.js";
import type { Printer } from "./writer.js";

/** Writes to the Lisp stream it is given, as a PRINT-OBJECT method or a report function does. */
export type LispWriter = LispFunction;

export interface HashTableShape {
  /** The name of the test function, such as `EQL`. */
  test: string;
  count: number;
  /** What is said behind the count. */
  more?: string;
}

/** Writers of objects whose classes the printer does not know: the reader's and the compiler's. */
export interface OwnObjects {
  readonly type: { readonly prototype: object; [Symbol.hasInstance](value: unknown): boolean };
  readonly write: (printer: Printer, object: object) => void;
}

export interface PrinterImage {
  readonly internals: Internals;
  readonly packages: Record<string, LispPackage>;
  /** Called often while printing; leaves by a non-local exit when the deadline has passed. */
  safepoint(): void;
  /**
   * The program's own printer of `object`: a PRINT-OBJECT method or a structure's print function.
   * Undefined when only the library's own methods apply.
   */
  userPrinter?(object: LispValue): LispWriter | undefined;
  /** The report of a condition or a restart, used when it is printed without escapes. */
  report?(object: LispValue): LispWriter | undefined;
  /** Whether a name leads to a class, defined or but referred to; others are written with an address. */
  isClassNamed?(object: object, name: LispValue): boolean;
  /** Signals where a variable would be bound to a value that is not of its proclaimed type. */
  checkBinding?(variable: LispSymbol, value: LispValue): void;
  /** The name of a function that does not carry it itself, such as (LAMBDA (X)). */
  functionName?(fn: LispValue): LispValue | undefined;
  readonly ownObjects?: readonly OwnObjects[];
  /** For tables that are not JSCL's own. */
  hashTable?(object: LispValue): HashTableShape | undefined;
  /** Characters' Unicode names for `#\`, such as `NO-BREAK_SPACE`. */
  characterName?(character: string): string | undefined;
}
