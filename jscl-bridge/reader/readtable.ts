import type { LispFunction, LispValue } from "../runtime/marshal.js";
import type { Reader } from "./reader.js";

/** Character syntax (CLHS 2.1.4) and the macro characters of a readtable. */

export const CONSTITUENT = 0;
export const WHITESPACE = 1;
export const TERMINATING = 2;
export const NON_TERMINATING = 3;
export const SINGLE_ESCAPE = 4;
export const MULTIPLE_ESCAPE = 5;
export const INVALID = 6;

export type Syntax = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** What a macro answers when it read only a comment. */
export const NOTHING = Symbol("nothing");

/** A macro character of ours. `argument` is the number between a dispatching character and its sub-character. */
export type StandardMacro = (
  reader: Reader,
  code: number,
  argument: number | null,
) => LispValue | typeof NOTHING;

/** Ours, or a Lisp function that a user set. */
export type ReaderMacro =
  | { readonly standard: StandardMacro; readonly fn?: undefined }
  | { readonly fn: LispFunction; readonly standard?: undefined };

export type ReadtableCase = "upcase" | "downcase" | "preserve" | "invert";

const ASCII = 128;

export class Readtable {
  #ascii = new Uint8Array(ASCII);
  #others = new Map<number, Syntax>();
  #macros = new Map<number, ReaderMacro>();
  /** By dispatching character, then by upper-case sub-character. */
  #dispatch = new Map<number, Map<number, ReaderMacro>>();
  case: ReadtableCase = "upcase";

  copy(): Readtable {
    const copy = new Readtable();
    copy.replace(this);
    return copy;
  }

  /** Takes over all of another readtable: COPY-READTABLE with a second argument. */
  replace(from: Readtable): void {
    this.#ascii = from.#ascii.slice();
    this.#others = new Map(from.#others);
    this.#macros = new Map(from.#macros);
    this.#dispatch = new Map([...from.#dispatch].map(([code, table]) => [code, new Map(table)]));
    this.case = from.case;
  }

  syntax(code: number): Syntax {
    return (code < ASCII ? this.#ascii[code] : (this.#others.get(code) ?? CONSTITUENT)) as Syntax;
  }

  setSyntax(code: number, syntax: Syntax): void {
    if (code < ASCII) this.#ascii[code] = syntax;
    else this.#others.set(code, syntax);
    if (syntax !== TERMINATING && syntax !== NON_TERMINATING) {
      this.#macros.delete(code);
      this.#dispatch.delete(code);
    }
  }

  macro(code: number): ReaderMacro | undefined {
    return this.#macros.get(code);
  }

  setMacro(code: number, macro: ReaderMacro, isTerminating = true): void {
    this.setSyntax(code, isTerminating ? TERMINATING : NON_TERMINATING);
    this.#dispatch.delete(code);
    this.#macros.set(code, macro);
  }

  isDispatching(code: number): boolean {
    return this.#dispatch.has(code);
  }

  /** Makes a character a dispatching one without sub-characters; `macro` reads number and sub-character. */
  makeDispatching(code: number, macro: ReaderMacro, isTerminating = false): void {
    this.setMacro(code, macro, isTerminating);
    this.#dispatch.set(code, new Map());
  }

  dispatchMacro(code: number, subCode: number): ReaderMacro | undefined {
    return this.#dispatch.get(code)?.get(upper(subCode));
  }

  setDispatchMacro(code: number, subCode: number, macro: ReaderMacro): void {
    this.#dispatch.get(code)?.set(upper(subCode), macro);
  }

  /** SET-SYNTAX-FROM-CHAR: all of another character's syntax, its sub-characters included. */
  copySyntax(code: number, from: Readtable, fromCode: number): void {
    const syntax = from.syntax(fromCode);
    const macro = from.macro(fromCode);
    const table = from.#dispatch.get(fromCode);
    this.setSyntax(code, syntax);
    if (macro !== undefined) this.#macros.set(code, macro);
    if (table !== undefined) this.#dispatch.set(code, new Map(table));
  }
}

function upper(code: number): number {
  return code >= 97 && code <= 122 ? code - 32 : code;
}
