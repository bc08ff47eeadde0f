/** Runs the tokens of a control string. */

import { LONGEST_VECTOR } from "../objects/heap.js";
import type { LispValue } from "../objects/marshal.js";
import { table } from "../objects/table.js";
import { makeString } from "../objects/vectors.js";
import { characterName } from "../printer/characters.js";
import type { PrinterImage } from "../printer/printer-image.js";
import { quickText } from "../printer/quick.js";
import { heapExhausted } from "../stack/exhaustion.js";
import { outputPort } from "../streams/designators.js";
import { StringOutput } from "../streams/output.js";
import { ColumnCounter, LispStream, type TextOutput } from "../streams/shape.js";
import type { Control, Directive, Token } from "./control.js";
import { type Complaint, formatError, type Indirections } from "./errors.js";
import type { Arguments } from "./format-arguments.js";

/** How a run of tokens ended: at its end, by `~^`, or by `~:^`. */
export type Ending = "end" | "up" | "up-all";

export interface Run {
  readonly image: PrinterImage;
  readonly control: Control;
  /** The directives, by their characters. */
  readonly directives: Readonly<Record<string, Handler>>;
  readonly args: Arguments;
  readonly port: TextOutput;
  /** The Lisp stream of `port`, made when Lisp code wants one. */
  readonly stream: () => LispValue;
  readonly indirections: Indirections;
  /** In a step of `~:{`, the sublists that are left: what `~:^` looks at. */
  readonly outer: Arguments | null;
  /** In a logical block, the column where it began. */
  readonly blockColumn: number | null;
}

/** Runs a directive. Returns the index of the next token, or how the run ends. */
export type Handler = (run: Run, directive: Directive, index: number) => number | Ending;

/** So many characters are written at once, where no directive needs what stands before it to be written. */
const GATHERED = 1000;

export function runTokens(run: Run, from: number, to: number): Ending {
  const { port, control } = run;
  let text = "";
  let index = from;
  while (index < to) {
    const token = control.tokens[index] as Token;
    const part = typeof token === "string" ? token : plainText(run, token);
    if (part !== undefined) {
      text += part;
      index++;
      if (text.length < GATHERED) continue;
    }
    if (text !== "") port.write(text);
    text = "";
    if (part !== undefined) continue;
    const next = directive(run, token as Directive, index);
    if (typeof next !== "number") return next;
    index = next;
  }
  if (text !== "") port.write(text);
  return "end";
}

/** What a directive writes of whose objects all is known; undefined where it has to be run. */
function plainText({ args }: Run, { plain }: Directive): string | undefined {
  if (plain === null || typeof plain === "string") return plain ?? undefined;
  const { index } = args;
  const object = args.empty ? undefined : args.next();
  const text = object === undefined ? undefined : quickText(object, plain);
  if (text === undefined) args.index = index;
  return text;
}

function directive(run: Run, token: Directive, index: number): number | Ending {
  const handler = run.directives[token.character];
  if (handler === undefined) {
    return complain(run, token, unknownDirective(token.character, "format directive"));
  }
  return handler(run, token, index);
}

const PUNCTUATION: Readonly<Record<string, string>> = table({
  "!": "EXCLAMATION_MARK",
  '"': "QUOTATION_MARK",
  "'": "APOSTROPHE",
  ",": "COMMA",
  "-": "HYPHEN-MINUS",
  ".": "FULL_STOP",
  "=": "EQUALS_SIGN",
  "\\": "REVERSE_SOLIDUS",
  "`": "GRAVE_ACCENT",
});

/** What is said of a character that is no directive's; it is called otherwise while it is compiled. */
export function unknownDirective(character: string, what: "directive" | "format directive"): Complaint {
  return {
    text: `Unknown ${what} ~@[(character: ~A)~]`,
    args: [makeString(directiveName(character))],
  };
}

function directiveName(character: string): string {
  if (/^[A-Z]$/.test(character)) return `LATIN_CAPITAL_LETTER_${character}`;
  return PUNCTUATION[character] ?? characterName(character) ?? character;
}

/** Signals FORMAT-ERROR for a directive; the caret stands under its character unless said otherwise. */
export function complain(
  run: Run,
  token: Directive,
  complaint: Complaint | string,
  offset = token.offset,
): never {
  return formatError(complaint, { control: run.control.text, offset }, run.indirections);
}

/** The next argument; without one, FORMAT-ERROR. */
export function nextArgument(run: Run, token: Directive, offset = token.offset): LispValue {
  const { args } = run;
  if (args.empty) complain(run, token, "No more arguments", offset);
  return args.next();
}

/** The same run with its output gathered in a string whose first character stands in `column`. */
export function gathered(run: Run, column: number): { run: Run; text: () => string } {
  const counter = new ColumnCounter();
  counter.column = column;
  let text = "";
  const port: TextOutput = {
    write(part) {
      if (text.length + part.length > LONGEST_VECTOR) heapExhausted();
      text += part;
      counter.advance(part);
    },
    column: () => counter.column,
  };
  return { run: { ...run, port, stream: streamMaker(port) }, text: () => text };
}

/** A maker of the one Lisp stream over a port. */
export function streamMaker(port: TextOutput): () => LispValue {
  let stream: LispValue;
  return () => {
    const kind = port instanceof StringOutput ? "STRING-OUTPUT-STREAM" : "FD-STREAM";
    stream ??= new LispStream({ kind, output: port });
    return stream;
  };
}

/** A run's port for a Lisp stream, and the stream itself. */
export function portFor(stream: LispValue): { port: TextOutput; stream: () => LispValue } {
  return { port: outputPort(stream), stream: () => stream };
}
