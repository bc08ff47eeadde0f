/** Lisp streams: structures that JSCL's library accepts as its own, with text ports behind them. */

import { isInstanceOfStream, LINEAGE, lineageOf, TYPE } from "../objects/instances.js";
import type { LispFunction, LispSymbol, LispValue, LispVector } from "../objects/marshal.js";
import { makeString, stringText } from "../objects/vectors.js";
import type { Printer } from "../printer/writer.js";
import { keyword, lispError, nil, sym, t } from "../signals.js";
import { spend } from "../stack/safepoints.js";
import { characterCount } from "../surrogates.js";
import { grayInput, grayOutput } from "./gray-streams.js";

export interface TextOutput {
  write(text: string): void;
  /** Characters since the last newline; null when unknown. */
  column(): number | null;
  /** The stream of the program's whose methods write. */
  readonly stream?: LispValue;
  /** Brings what was written to where it goes. */
  finish?(): void;
  clear?(): void;
}

/** What stands before a newline, or before the end of the text. */
export interface Line {
  readonly characters: LispVector;
  readonly newline: boolean;
}

export interface TextInput {
  /** The stream of the program's whose methods read. */
  readonly stream?: LispValue;
  /** The next character, null at the end. */
  read(): string | null;
  peek(): string | null;
  unread(character: string): void;
  /** Whether a character, or the end, can be read without a wait; absent where that always holds. */
  isReady?(): boolean;
  /** Forgets what was typed and not read. */
  clear?(): void;
  /** A whole line without its newline, where that is faster than reading characters. */
  readLine?(): Line | null;
  /** Characters read so far, where the text has places. */
  position?(): number;
}

/** Whether reading from a port waits for nobody. */
export function isReady(port: Pick<TextInput, "isReady">): boolean {
  return port.isReady?.() ?? true;
}

/** What a stream of a file has beside its text. */
export interface OpenFile {
  /** The type of its bytes or characters. */
  elementType(): LispValue;
  /** Its external format, as STREAM-EXTERNAL-FORMAT answers it. */
  readonly format: LispValue;
  /** How many bytes a text takes in that format. */
  lengthOf(text: string): number;
  /** Where it reads bytes and not characters, or both. */
  readByte?(): LispValue | null;
  writeByte?(byte: LispValue): void;
  /** Whether it reads and writes characters. */
  readonly hasCharacters: boolean;
  /** How many elements stand before the next one; characters count as their bytes. */
  position(): number;
  /** Goes to that place, or, without one, to the end. */
  moveTo(position: number | null): void;
  length(): number;
  close(isAbort: boolean): void;
}

export type StreamKind =
  | "STRING-INPUT-STREAM"
  | "STRING-OUTPUT-STREAM"
  | "FILL-POINTER-OUTPUT-STREAM"
  | "FD-STREAM"
  | "BROADCAST-STREAM"
  | "TWO-WAY-STREAM"
  | "CONCATENATED-STREAM"
  | "ECHO-STREAM"
  | "SYNONYM-STREAM"
  | "PRETTY-STREAM";

/** The packages in which SBCL keeps the classes of streams that the standard does not name. */
const INTERNAL_KINDS: Partial<Record<StreamKind, string>> = {
  "STRING-INPUT-STREAM": "SB-IMPL::",
  "STRING-OUTPUT-STREAM": "SB-IMPL::",
  "FILL-POINTER-OUTPUT-STREAM": "SB-IMPL::",
  "FD-STREAM": "SB-SYS:",
  "PRETTY-STREAM": "SB-PRETTY:",
};

/** The standard classes of the others. */
const STANDARD_KINDS: Partial<Record<StreamKind, string>> = {
  "STRING-INPUT-STREAM": "STRING-STREAM",
  "STRING-OUTPUT-STREAM": "STRING-STREAM",
  "FILL-POINTER-OUTPUT-STREAM": "STRING-STREAM",
  "FD-STREAM": "FILE-STREAM",
  "PRETTY-STREAM": "STREAM",
};

/** The name of the standard class of a stream. */
export function streamClassName(stream: LispStream | StockStream): LispSymbol {
  return sym(stream instanceof LispStream ? (STANDARD_KINDS[stream.kind] ?? stream.kind) : "STREAM");
}

interface StreamParts {
  kind: StreamKind;
  output?: TextOutput | undefined;
  input?: TextInput | undefined;
  /** The purpose of the stream, such as `standard output`. */
  name?: string;
  /** The source of the stream, as its printed form shows: label and value. */
  parts?: [string, LispValue][];
  /**
   * Printed as its class alone, for a stream that stands for text rather than for an object of the program.
   */
  plain?: boolean;
  file?: OpenFile;
}

export class LispStream {
  readonly kind: StreamKind;
  readonly output: TextOutput | undefined;
  readonly input: TextInput | undefined;
  readonly name: string | undefined;
  readonly parts: [string, LispValue][];
  readonly plain: boolean;
  readonly file: OpenFile | undefined;
  open = true;
  /** The printer that gave the stream to Lisp code, which prints a part of an object on it. */
  printer: Printer | undefined;
  private writeFunction: LispFunction | undefined;

  constructor(parts: StreamParts) {
    this.kind = parts.kind;
    this.output = parts.output;
    this.input = parts.input;
    this.name = parts.name;
    this.parts = parts.parts ?? [];
    this.plain = parts.plain ?? false;
    this.file = parts.file;
  }

  /** The stream of the given label that this one was made of. */
  part(label: string): LispValue {
    return this.parts.find(([name]) => name === label)?.[1] ?? nil();
  }

  // The following members are the layout that JSCL's own accessors read.

  get [TYPE](): LispSymbol {
    return keyword("STRUCTURE");
  }
  get [LINEAGE](): LispSymbol {
    return sym("STREAM");
  }
  get "WRITE-FN0"(): LispValue {
    const { output } = this;
    if (output === undefined) return nil();
    this.writeFunction ??= (values, text) => {
      output.write(stringText(text as LispVector));
      return values(nil());
    };
    return this.writeFunction;
  }
  get "READ-CHAR-FN1"(): LispValue {
    return this.inputFunction((input) => input.read());
  }
  get "PEEK-CHAR-FN2"(): LispValue {
    return this.inputFunction((input) => input.peek());
  }
  get "FINISH-OUTPUT-FN3"(): LispFunction {
    return (values) => {
      this.output?.finish?.();
      return values(nil());
    };
  }
  get KIND4(): LispSymbol {
    return sym(this.kind);
  }
  get DATA5(): LispValue {
    return nil();
  }
  get "AT-LINE-START6"(): LispValue {
    return this.output?.column() === 0 ? t() : nil();
  }
  set "AT-LINE-START6"(_: LispValue) {
    // JSCL's library notes line starts itself; the port already counts columns.
  }

  private inputFunction(read: (input: TextInput) => string | null): LispValue {
    const { input } = this;
    if (input === undefined) return nil();
    const fn: LispFunction = (values, eofError) => {
      const character = read(input);
      if (character === null && eofError !== nil()) lispError("END-OF-FILE", "STREAM", this);
      return values(character ?? nil());
    };
    return fn;
  }
}

/** A stream that JSCL's own code made, in its own layout. */
export interface StockStream {
  "WRITE-FN0": LispValue;
  "READ-CHAR-FN1": LispValue;
  "PEEK-CHAR-FN2": LispValue;
  "AT-LINE-START6": LispValue;
}

export function isStream(x: LispValue): x is LispStream | StockStream {
  if (x instanceof LispStream) return true;
  if (typeof x !== "object" || x === null || Array.isArray(x)) return false;
  const descriptors = lineageOf(x);
  if (typeof descriptors !== "object" || descriptors === null) return isInstanceOfStream(x, sym("STREAM"));
  return descriptors === sym("STREAM") || isInstanceOfStream(x, sym("STREAM"));
}

/** Whether a stream is an instance of a class of the program's. */
export function isGray(x: LispValue): boolean {
  return (
    typeof x === "object" && x !== null && !(x instanceof LispStream) && isInstanceOfStream(x, sym("STREAM"))
  );
}

const adapters = new WeakMap<object, { output: TextOutput | undefined; input: TextInput | undefined }>();

/** The ports of a stream of either make. */
export function portsOf(stream: LispStream | StockStream): {
  output: TextOutput | undefined;
  input: TextInput | undefined;
} {
  if (stream instanceof LispStream) return stream;
  let ports = adapters.get(stream);
  if (ports === undefined) {
    ports = isGray(stream)
      ? { output: grayOutput(stream), input: grayInput(stream) }
      : { output: stockOutput(stream), input: stockInput(stream) };
    adapters.set(stream, ports);
  }
  return ports;
}

const single = (value?: LispValue) => value;

function stockOutput(stream: StockStream): TextOutput | undefined {
  const write = stream["WRITE-FN0"];
  if (typeof write !== "function") return undefined;
  const counter = new ColumnCounter();
  return {
    write(text) {
      (write as LispFunction)(single, makeString(text));
      counter.advance(text);
      stream["AT-LINE-START6"] = counter.column === 0 ? t() : nil();
    },
    column: () => counter.column,
  };
}

function stockInput(stream: StockStream): TextInput | undefined {
  const { "READ-CHAR-FN1": read, "PEEK-CHAR-FN2": peek } = stream;
  if (typeof read !== "function" || typeof peek !== "function") return undefined;
  let unread: string | null = null;
  const character = (fn: unknown) => {
    const value = (fn as LispFunction)(single, nil());
    return typeof value === "string" ? value : null;
  };
  return {
    read() {
      const back = unread;
      unread = null;
      return back ?? character(read);
    },
    peek: () => unread ?? character(peek),
    unread(back) {
      unread = back;
    },
  };
}

/** So much text is kept until its characters are counted, which nobody asks for of most. */
const UNCOUNTED = 1000;

/** Counts the characters of the line that is being written. */
export class ColumnCounter {
  private counted = 0;
  private uncounted = "";

  get column(): number {
    const text = this.uncounted;
    if (text === "") return this.counted;
    this.uncounted = "";
    spend(text.length / 16);
    const newline = text.lastIndexOf("\n");
    const width = characterCount(newline < 0 ? text : text.slice(newline + 1));
    this.counted = newline < 0 ? this.counted + width : width;
    return this.counted;
  }

  set column(column: number) {
    this.counted = column;
    this.uncounted = "";
  }

  advance(text: string): void {
    this.uncounted += text;
    if (this.uncounted.length > UNCOUNTED) void this.column;
  }
}

/** Writes what stands between `#<` and the address. */
export function streamLabel(stream: LispStream | StockStream, printer: Printer): void {
  if (!(stream instanceof LispStream)) {
    printer.write("STREAM");
    return;
  }
  const prefix = printer.settings.escape && !stream.plain ? (INTERNAL_KINDS[stream.kind] ?? "") : "";
  printer.write(prefix + stream.kind);
  if (stream.name !== undefined) printer.write(` for "${stream.name}"`);
  if (stream.kind === "BROADCAST-STREAM") return;
  for (const [label, value] of stream.parts) {
    printer.write(` :${label} `);
    printer.object(value);
  }
}
