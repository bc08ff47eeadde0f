import type { LispFunction, LispValue } from "../runtime/objects/marshal.js";
import type { Reader } from "./reader.js";

/** Character syntax (CLHS 2.1.4) and the macro characters of a readtable. */

export const CONSTITUENT = 0;
export const WHITESPACE = 1;
export const TERMINATING = 2;
export const NON_TERMINATING = 3;
export const SINGLE_ESCAPE = 4;
export const MULTIPLE_ESCAPE = 5;
export const INVALID = 6;

type Syntax = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The result of a macro that read only a comment. */
export const NOTHING = Symbol("nothing");

/**
 * A built-in macro character. `argument` is the number between a dispatching character and its sub-character.
 */
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

/** The characters of a readtable. Copies share this table until one of them is changed. */
interface Tables {
  /**
   * Syntax by the upper part of a character's code, then by the lower; constituents where there is no page.
   */
  readonly pages: (Uint8Array | undefined)[];
  readonly macros: Map<number, ReaderMacro>;
  /** Macros by dispatching character, then by upper-case sub-character. */
  readonly dispatch: Map<number, Map<number, ReaderMacro>>;
  isShared: boolean;
}

/** The lower part of a code, in bits. */
const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;

function copyOf({ pages, macros, dispatch }: Tables): Tables {
  return {
    pages: pages.map((page) => page?.slice()),
    macros: new Map(macros),
    dispatch: new Map([...dispatch].map(([code, table]) => [code, new Map(table)])),
    isShared: false,
  };
}

export class Readtable {
  private tables: Tables = { pages: [], macros: new Map(), dispatch: new Map(), isShared: false };
  case: ReadtableCase = "upcase";

  copy(): Readtable {
    const copy = new Readtable();
    copy.replace(this);
    return copy;
  }

  /** Takes over all of another readtable: COPY-READTABLE with a second argument. */
  replace(from: Readtable): void {
    from.tables.isShared = true;
    this.tables = from.tables;
    this.case = from.case;
  }

  /** The tables, to be changed: this readtable's alone. */
  private own(): Tables {
    if (this.tables.isShared) this.tables = copyOf(this.tables);
    return this.tables;
  }

  syntax(code: number): Syntax {
    const page = this.tables.pages[code >> PAGE_BITS];
    return (page === undefined ? CONSTITUENT : page[code & (PAGE - 1)]) as Syntax;
  }

  isWhitespace(character: string): boolean {
    return this.syntax(character.codePointAt(0) as number) === WHITESPACE;
  }

  setSyntax(code: number, syntax: Syntax): void {
    const { pages, macros, dispatch } = this.own();
    let page = pages[code >> PAGE_BITS];
    if (page === undefined && syntax !== CONSTITUENT) {
      page = new Uint8Array(PAGE);
      pages[code >> PAGE_BITS] = page;
    }
    if (page !== undefined) page[code & (PAGE - 1)] = syntax;
    if (syntax !== TERMINATING && syntax !== NON_TERMINATING) {
      macros.delete(code);
      dispatch.delete(code);
    }
  }

  macro(code: number): ReaderMacro | undefined {
    return this.tables.macros.get(code);
  }

  setMacro(code: number, macro: ReaderMacro, isTerminating = true): void {
    this.setSyntax(code, isTerminating ? TERMINATING : NON_TERMINATING);
    const { macros, dispatch } = this.tables;
    dispatch.delete(code);
    macros.set(code, macro);
  }

  /** The codes of all macro characters. */
  macroCodes(): number[] {
    return [...this.tables.macros.keys()];
  }

  /** The macros of a dispatching character, by the codes of sub-characters; undefined for another one. */
  dispatchMacros(code: number): ReadonlyMap<number, ReaderMacro> | undefined {
    return this.tables.dispatch.get(code);
  }

  isDispatching(code: number): boolean {
    return this.tables.dispatch.has(code);
  }

  /** Makes a character a dispatching one without sub-characters; `macro` reads number and sub-character. */
  makeDispatching(code: number, macro: ReaderMacro, isTerminating = false): void {
    this.setMacro(code, macro, isTerminating);
    this.tables.dispatch.set(code, new Map());
  }

  dispatchMacro(code: number, subCode: number): ReaderMacro | undefined {
    return this.tables.dispatch.get(code)?.get(upper(subCode));
  }

  setDispatchMacro(code: number, subCode: number, macro: ReaderMacro): void {
    this.own().dispatch.get(code)?.set(upper(subCode), macro);
  }

  /** SET-SYNTAX-FROM-CHAR: all of another character's syntax, its sub-characters included. */
  copySyntax(code: number, from: Readtable, fromCode: number): void {
    const syntax = from.syntax(fromCode);
    const macro = from.macro(fromCode);
    const table = from.tables.dispatch.get(fromCode);
    this.setSyntax(code, syntax);
    const { macros, dispatch } = this.tables;
    if (macro !== undefined) macros.set(code, macro);
    if (table !== undefined) dispatch.set(code, new Map(table));
  }
}

function upper(code: number): number {
  return code >= 97 && code <= 122 ? code - 32 : code;
}
