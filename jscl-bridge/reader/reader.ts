import type { LispCons, LispPackage, LispValue } from "../runtime/objects/marshal.js";
import type { FormPositions } from "../runtime/stack/form-positions.js";
import { innermostReader, whileActive } from "./active.js";
import { type ReadFailure, signalEndOfFile, signalReaderError, type TextPosition } from "./failure.js";
import { Labels } from "./labels.js";
import { callMacro } from "./macros.js";
import type { ReaderImage } from "./reader-image.js";
import {
  CONSTITUENT,
  INVALID,
  MULTIPLE_ESCAPE,
  NON_TERMINATING,
  NOTHING,
  type Readtable,
  SINGLE_ESCAPE,
  TERMINATING,
  WHITESPACE,
} from "./readtable.js";
import { type CharacterSource, END, TextSource } from "./source.js";
import { readToken } from "./token.js";

/** The reader algorithm (CLHS 2.2) over JSCL's objects. */

/** What {@link Reader.read} answers at the end of the text. */
export const EOF = Symbol("end of file");

export interface ReaderOptions {
  /** The Lisp stream that conditions and user macros get; NIL by default. */
  readonly stream?: LispValue;
  /** In the place of that: makes it, once somebody asks for it. */
  readonly makeStream?: () => LispValue;
  /** The map that receives the places of lists; they are not noted by default. */
  readonly positions?: FormPositions;
  /** Leave the white space after an object in place, as READ-PRESERVING-WHITESPACE. */
  readonly preservesWhitespace?: boolean;
}

interface Opening {
  readonly bracket: string;
  readonly offset: number;
}

export class Reader {
  readonly image: ReaderImage;
  readonly source: CharacterSource;
  readonly keywordPackage: LispPackage;
  preservesWhitespace: boolean;
  /** The number of open backquotes around the text, less the commas. */
  backquoteDepth = 0;
  /** The offset after the last `#\(` or `#\)`, -1 before the first. */
  bracketCharacterEnd = -1;
  /** The place of the last failure; null before the first. */
  failure: ReadFailure | null = null;
  /** The offsets of the toplevel object that was read last. */
  formStart = 0;
  formEnd = 0;
  /** The elements read so far of the present toplevel object, if that is a list. */
  unfinished: LispValue = null;

  /** The value of *readtable*, read again after each call of Lisp code. */
  readtable: Readtable;
  /** The number of objects being read around the next one. */
  private depth = 0;
  private openings: Opening[] = [];
  private ownLabels: Labels | null = null;
  #stream: LispValue;
  readonly #makeStream: (() => LispValue) | null;
  readonly #positions: FormPositions | null;

  constructor(source: string | CharacterSource, image: ReaderImage, options: ReaderOptions = {}) {
    this.source = typeof source === "string" ? new TextSource(source) : source;
    this.image = image;
    this.#stream = options.stream;
    this.#makeStream = options.makeStream ?? null;
    this.#positions = options.positions ?? null;
    this.preservesWhitespace = options.preservesWhitespace ?? false;
    const keyword = image.findPackage("KEYWORD");
    if (keyword === undefined) throw new Error("the image has no package KEYWORD");
    this.keywordPackage = keyword;
    this.readtable = image.readtable();
  }

  get stream(): LispValue {
    this.#stream ??= this.#makeStream?.() ?? this.image.nil;
    return this.#stream;
  }

  /** The labels of the present toplevel object. */
  get labels(): Labels {
    this.ownLabels ??= new Labels();
    return this.ownLabels;
  }

  /** Notes where a list stands that ends here, unless that is known. */
  notePlace(form: LispCons, start: number): void {
    const positions = this.#positions;
    if (positions !== null && !positions.has(form)) positions.set(form, { start, end: this.source.offset });
  }

  /** The length of the text read, in UTF-16 units. */
  get position(): number {
    return this.source.offset;
  }

  get package(): LispPackage {
    return this.image.currentPackage();
  }

  get base(): number {
    return this.image.readBase();
  }

  get isSuppressed(): boolean {
    return this.image.readSuppress();
  }

  /** The line (from 1) and column (from 0) of an offset that was read. */
  place(offset: number): TextPosition {
    return this.source.place(offset);
  }

  /**
   * Reads the next toplevel object; {@link EOF} if only white space and comments are left. Signals reader
   * errors.
   */
  read(): LispValue | typeof EOF {
    this.reset();
    return whileActive(this, () => {
      const value = this.readDatum();
      if (value === EOF) return EOF;
      this.formEnd = this.source.offset;
      this.unfinished = null;
      const isWhitespaceNext = this.readtable.syntax(Math.max(0, this.source.peek())) === WHITESPACE;
      if (isWhitespaceNext && !this.preservesWhitespace) this.source.next();
      return this.image.readSuppress() ? this.image.nil : this.resolved(value);
    });
  }

  /** Runs a function that reads as if at toplevel, for READ-DELIMITED-LIST outside of a macro. */
  readWith<T extends LispValue>(body: () => T): T {
    this.reset();
    return whileActive(this, () => {
      const value = body();
      this.resolved(value);
      return value;
    });
  }

  private resolved(value: LispValue): LispValue {
    return this.ownLabels === null ? value : this.ownLabels.resolve(value, this.image);
  }

  // A condition may have left by a non-local exit in the middle of an object.
  private reset(): void {
    this.ownLabels = null;
    // A macro inside a backquote may read at toplevel what has a comma, as in SBCL.
    this.backquoteDepth = innermostReader()?.backquoteDepth ?? 0;
    this.depth = 0;
    this.openings.length = 0;
    this.readtable = this.image.readtable();
    this.formStart = this.source.offset;
    this.unfinished = null;
  }

  /** Reads an object that must be there, inside another one. Signals END-OF-FILE if the text ends first. */
  readRequired(): LispValue {
    const value = this.readDatum();
    return value === EOF ? this.failAtEnd() : value;
  }

  /** Reads an object of which only the end matters, as after a feature that is missing. */
  skip(): void {
    this.image.binding("*READ-SUPPRESS*", this.image.t, () => this.readRequired());
  }

  /** Calls Lisp code, which may read on, leave in the middle of that, and change the readtable. */
  inLisp<T>(body: () => T): T {
    const depth = this.depth;
    const openings = this.openings.length;
    const { backquoteDepth } = this;
    const result = body();
    this.depth = depth;
    this.openings.length = openings;
    this.backquoteDepth = backquoteDepth;
    this.readtable = this.image.readtable();
    return result;
  }

  /**
   * Reads for Lisp code that this or another active reader called, under the present values of the variables.
   */
  readRecursively<T>(body: () => T): T {
    const outer = innermostReader();
    if (outer !== undefined) {
      this.ownLabels = outer.labels;
      this.backquoteDepth = outer.backquoteDepth;
    }
    this.readtable = this.image.readtable();
    return whileActive(this, body);
  }

  /** The next object for such code, {@link EOF} if there is none. */
  readNested(): LispValue | typeof EOF {
    return this.readRecursively(() => {
      const value = this.readDatum();
      return value !== EOF && this.isSuppressed ? this.image.nil : value;
    });
  }

  private readDatum(): LispValue | typeof EOF {
    const { source } = this;
    for (;;) {
      const code = source.peek();
      if (code === END) return EOF;
      const syntax = this.readtable.syntax(code);
      if (syntax === WHITESPACE) {
        source.next();
        continue;
      }
      if (this.depth === 0) this.formStart = source.offset;
      this.depth++;
      const value = this.readAt(code);
      this.depth--;
      if (value !== NOTHING) return value;
    }
  }

  /** Reads at a character that is no white space; NOTHING for a comment. */
  readAt(code: number): LispValue | typeof NOTHING {
    switch (this.readtable.syntax(code)) {
      case CONSTITUENT:
      case SINGLE_ESCAPE:
      case MULTIPLE_ESCAPE:
      case INVALID:
        return readToken(this);
      default: {
        const macro = this.readtable.macro(code);
        this.source.next();
        return macro === undefined ? NOTHING : callMacro(this, macro, code, null);
      }
    }
  }

  /** Whether a character ends a token. */
  isDelimiter(code: number): boolean {
    if (code === END) return true;
    const syntax = this.readtable.syntax(code);
    return syntax === WHITESPACE || syntax === TERMINATING;
  }

  /** Whether a character continues a token. */
  isTokenPart(code: number): boolean {
    if (code === END) return false;
    const syntax = this.readtable.syntax(code);
    return syntax === CONSTITUENT || syntax === NON_TERMINATING;
  }

  /** The next character that is no white space, left in place. */
  skipWhitespace(): number {
    for (;;) {
      const code = this.source.peek();
      if (code === END || this.readtable.syntax(code) !== WHITESPACE) return code;
      this.source.next();
    }
  }

  /** Whether the text ended right after `#\(` or `#\)`. */
  get endsWithBracketCharacter(): boolean {
    return this.bracketCharacterEnd === this.source.offset;
  }

  /** Notes that something was opened which must be closed before the text ends. */
  open(bracket: string, offset: number): void {
    this.openings.push({ bracket, offset });
  }

  /** Notes the first cons of a list that begins at an offset. */
  began(start: number, list: LispValue): void {
    if (start === this.formStart) this.unfinished = list;
  }

  close(): void {
    this.openings.pop();
  }

  /** Signals a SIMPLE-READER-ERROR. Arguments are Lisp objects. */
  fail(control: string, ...args: LispValue[]): never {
    return this.failWith("SIMPLE-READER-ERROR", [], control, ...args);
  }

  /** Signals a reader error of some type with more initargs. */
  failWith(type: string, initargs: LispValue[], control: string, ...args: LispValue[]): never {
    const failure = this.noteFailure();
    // SBCL counts the characters read for this one type, for all others the place of the last of them.
    const offset = type === "READER-IMPOSSIBLE-NUMBER-ERROR" ? this.source.offset : failure.offset;
    return signalReaderError(type, this.stream, { ...failure, offset }, control, args, ...initargs);
  }

  /** Signals that the text ended inside an object. */
  failAtEnd(context?: string): never {
    const end = this.source.place(this.source.offset);
    const opening = this.openings.at(-1);
    const unclosed =
      opening === undefined ? null : { bracket: opening.bracket, ...this.source.place(opening.offset) };
    this.failed({ ...end, start: this.source.place(this.formStart), unclosed });
    return signalEndOfFile(this.stream, context);
  }

  /** Records where reading failed; `start` is where the failing object begins. */
  noteFailure(start = this.formStart): ReadFailure {
    const place = this.source.place(Math.max(0, this.source.offset - 1));
    const failure = { ...place, start: this.source.place(start), unclosed: null };
    this.failed(failure);
    return failure;
  }

  private failed(failure: ReadFailure): void {
    this.failure = failure;
    this.image.failed(failure);
  }
}

interface ReadForm {
  readonly form: LispValue;
  readonly start: number;
  readonly end: number;
}

/**
 * The toplevel forms of a text, each read only when it is asked for, so that what one form does holds for the
 * next.
 */
export function* readForms(text: string, image: ReaderImage, options?: ReaderOptions): Generator<ReadForm> {
  const reader = new Reader(text, image, options);
  for (let form = reader.read(); form !== EOF; form = reader.read()) {
    yield { form, start: reader.formStart, end: reader.formEnd };
  }
}
