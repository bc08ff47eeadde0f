/**
 * The definitions of the form that runs at the toplevel. Everything that changes the global environment
 * notifies this log, by whichever function; names are canonical, so that two texts that define the same thing
 * can be told to.
 */

import { carOf, cdrOf } from "../objects/conses.js";
import type { LispPackage, LispSymbol, LispValue } from "../objects/marshal.js";
import { packageNameOf } from "../objects/package-objects.js";
import { setfNameText } from "../objects/setf-names.js";
import { homeName, symbolName } from "../objects/symbols.js";
import { isLispString, stringText } from "../objects/vectors.js";
import { escapedToken } from "../printer/tokens.js";
import { isCons, isSymbol, nil } from "../signals.js";
import { next } from "../stack/safepoints.js";

/** Names that one form may define before the rest is not distinguished. */
const MAX_NAMES = 200;

/** Characters of what is no symbol in a name. */
const MAX_TEXT = 100;

/** The text of a file that was loaded. */
export interface LoadedFile {
  readonly namestring: string;
  readonly text: string;
}

/** What one toplevel form did to the global environment. */
export interface FormDefinitions {
  /** Such as `FUNCTION AVERAGE` or `METHOD AREA (CIRCLE)`; empty when it defined nothing. */
  readonly names: readonly string[];
  /** Those of the names that it made undefined. */
  readonly undefined: readonly string[];
  /** The files that it loaded, as they were then. */
  readonly files: readonly LoadedFile[];
}

const NOTHING: FormDefinitions = { names: [], undefined: [], files: [] };

export class DefinitionLog {
  private readonly print: (object: LispValue) => string;
  private isOpen = false;
  #names = new Set<string>();
  #undefined = new Set<string>();
  /** By their namestrings: a form may load one a million times. */
  #files = new Map<string, LoadedFile>();
  /** How many calls of EVAL the running code is in. */
  private depth = 0;

  constructor(print: (object: LispValue) => string) {
    this.print = print;
  }

  /** Begins a toplevel form; what an earlier one left, which failed, is dropped. */
  begin(): void {
    this.isOpen = true;
    this.depth = 0;
    if (this.#names.size > 0) this.#names = new Set();
    if (this.#undefined.size > 0) this.#undefined = new Set();
    if (this.#files.size > 0) this.#files = new Map();
  }

  /** Ends a toplevel form that succeeded. */
  end(): FormDefinitions {
    this.isOpen = false;
    if (this.#names.size === 0) return NOTHING;
    return { names: [...this.#names], undefined: [...this.#undefined], files: [...this.#files.values()] };
  }

  /** Something of that kind and name was defined or changed. */
  note(kind: string, ...name: LispValue[]): void {
    // A form may define a million things: of those that are not kept, nothing needs to be printed.
    if (this.#names.size >= MAX_NAMES && this.#undefined.size === 0) return;
    const text = this.add(kind, name);
    if (text !== null) this.#undefined.delete(text);
  }

  /** Something of that kind and name was made undefined. */
  noteUndefined(kind: string, ...name: LispValue[]): void {
    const text = this.add(kind, name);
    if (text !== null) this.#undefined.add(text);
  }

  /** The kind and the name in one text, if that is to be kept. */
  private add(kind: string, name: LispValue[]): string | null {
    if (!this.isOpen) return null;
    const parts = kind === "PACKAGE" ? name.map((each) => this.packageText(each)) : this.parts(name);
    if (parts === null) return null;
    const text = [kind, ...parts].join(" ");
    if (this.#names.size >= MAX_NAMES && !this.#names.has(text)) return null;
    this.#names.add(text);
    return text;
  }

  /** None where an uninterned symbol is what is named: it cannot be meant by another text. */
  private parts(name: LispValue[]): string[] | null {
    if (isSymbol(name[0]) && !isInterned(name[0])) return null;
    return name.map((part) => this.#text(part));
  }

  /** A package by its name, by whichever designator it is given. */
  private packageText(designator: LispValue): string {
    if (isSymbol(designator)) return token(symbolName(designator));
    return isLispString(designator) ? token(stringText(designator)) : this.#text(designator);
  }

  /** A toplevel assignment of a global variable by a form that says what it is now, not how it changes. */
  noteAssignment(variable: LispSymbol, valueForm: LispValue): void {
    if (this.isOpen && this.depth === 0 && !mentions(variable, valueForm)) this.note("VALUE", variable);
  }

  /** Runs what is no definition of the program's. */
  aside(body: () => void): void {
    const wasOpen = this.isOpen;
    this.isOpen = false;
    try {
      body();
    } finally {
      this.isOpen = wasOpen;
    }
  }

  /** Begins what has forms of its own, while one is held, until what it returns is called. */
  apart(): () => void {
    const isOpen = this.isOpen;
    const depth = this.depth;
    const names = this.#names;
    const gone = this.#undefined;
    const files = this.#files;
    this.#names = new Set();
    this.#undefined = new Set();
    this.#files = new Map();
    this.isOpen = false;
    return () => {
      this.isOpen = isOpen;
      this.depth = depth;
      this.#names = names;
      this.#undefined = gone;
      this.#files = files;
    };
  }

  noteFile(file: LoadedFile): void {
    if (this.isOpen) this.#files.set(file.namestring, file);
  }

  /** Runs what EVAL runs: it defines as other code does, but its assignments are the program's work. */
  inEval<T>(body: () => T): T {
    this.depth += 1;
    try {
      return body();
    } finally {
      this.depth -= 1;
    }
  }

  #text(name: LispValue): string {
    if (isSymbol(name)) return symbolText(name);
    const packageName = packageNameOf((name ?? {}) as LispPackage);
    if (typeof packageName === "string") return token(packageName);
    if (isLispString(name)) return stringText(name).slice(0, MAX_TEXT);
    if (!isCons(name)) return this.print(name).slice(0, MAX_TEXT);
    const parts: string[] = [];
    let rest: LispValue = name;
    for (; isCons(rest) && parts.length < MAX_TEXT; rest = next(rest)) parts.push(this.#text(carOf(rest)));
    return `(${parts.join(" ")})`;
  }
}

function isInterned(symbol: LispSymbol): boolean {
  return typeof homeName(symbol) === "string";
}

/**
 * Symbols of the user's package and of the standard's stand for themselves, as they do where a session
 * begins.
 */
export function symbolText(symbol: LispSymbol): string {
  const home = homeName(symbol);
  const place = setfNameText(symbol);
  if (place !== null) return `(SETF ${qualifiedText(place, home)})`;
  return qualifiedText(symbolName(symbol), home);
}

function qualifiedText(text: string, home: string | undefined): string {
  const name = token(text);
  if (home === "COMMON-LISP-USER" || home === "COMMON-LISP") return name;
  if (home === "KEYWORD") return `:${name}`;
  return home === undefined ? `#:${name}` : `${token(home)}::${name}`;
}

/** The name as the reader has it, so that its end can be found. */
function token(name: string): string {
  return escapedToken(name, "upcase", 10);
}

/** Whether a symbol occurs anywhere in a form. */
function mentions(symbol: LispSymbol, form: LispValue): boolean {
  const seen = new Set<LispValue>();
  const todo: LispValue[] = [form];
  while (todo.length > 0) {
    const each = todo.pop();
    if (each === symbol) return true;
    if (!isCons(each) || seen.has(each)) continue;
    seen.add(each);
    if (cdrOf(each) !== nil()) todo.push(cdrOf(each));
    todo.push(carOf(each));
  }
  return false;
}
