/** Control strings as tokens: literal text and directives with their parameters (CLHS 22.3). */
import { table } from "../objects/table.js";
import type { PrintSettings } from "../printer/settings.js";
import { formatError, type Indirections, type Place } from "./errors.js";

export const NO_OPENING = "~~> without a matching ~~<";

/**
 * A prefix parameter: a value, the next argument, the number of arguments left, or nothing between commas.
 */
type Parameter =
  | { kind: "value"; value: number | string; offset: number }
  | { kind: "argument" | "remaining" | "none"; offset: number };

export interface Directive {
  /** The directive's character, letters in upper case. */
  character: string;
  /** The character as it was written. */
  written: string;
  parameters: Parameter[];
  colon: boolean;
  at: boolean;
  /** Index of the tilde. */
  start: number;
  /** Index of the directive's character; for `~/name/` of the closing slash. */
  offset: number;
  /**
   * Of a directive without parameters and modifiers, what it writes or how it prints an object; null for
   * others.
   */
  plain: string | Partial<PrintSettings> | null;
  /** The name in `~/name/`. */
  name?: string;
}

export type Token = string | Directive;

/** How directives print that have neither parameters nor modifiers. */
const PRINTING: Readonly<Record<string, Partial<PrintSettings>>> = table({
  A: { escape: false, readably: false },
  S: { escape: true },
  D: { escape: false, readably: false, base: 10, radix: false },
});
/** What others write that have none. */
const CHARACTERS: Readonly<Record<string, string>> = table({ "%": "\n", "~": "~" });

function plainly(character: string): Directive["plain"] {
  return CHARACTERS[character] ?? PRINTING[character] ?? null;
}

/** A block's parts: token ranges between its opening directive, its `~;` and its closing directive. */
export interface Block {
  segments: { from: number; to: number }[];
  /** The separators between segments. */
  separators: Directive[];
  close: Directive;
  /** Index of the closing token. */
  end: number;
}

const CLOSERS: Readonly<Record<string, string>> = table({ "(": ")", "<": ">", "[": "]", "{": "}" });

export class Control {
  private readonly blocks = new Map<number, Block | null>();

  constructor(
    readonly text: string,
    readonly tokens: readonly Token[],
  ) {}

  /** The block that the directive at token `open` begins; null when it is never closed. */
  block(open: number): Block | null {
    let block = this.blocks.get(open);
    if (block === undefined) {
      block = this.findBlock(open);
      this.blocks.set(open, block);
    }
    return block;
  }

  private findBlock(open: number): Block | null {
    const closer = CLOSERS[(this.tokens[open] as Directive).character];
    const segments: Block["segments"] = [];
    const separators: Directive[] = [];
    // Only these two kinds of blocks have separators; elsewhere `~;` is an error when it is met.
    const separated = closer === "]" || closer === ">";
    let from = open + 1;
    for (let i = from; i < this.tokens.length; i++) {
      const token = this.tokens[i] as Token;
      if (typeof token === "string") continue;
      if (token.character === closer) {
        segments.push({ from, to: i });
        return { segments, separators, close: token, end: i };
      }
      if (token.character === ";" && separated) {
        segments.push({ from, to: i });
        separators.push(token);
        from = i + 1;
      } else if (CLOSERS[token.character] !== undefined) {
        const inner = this.block(i);
        if (inner === null) return null;
        i = inner.end;
      }
    }
    return null;
  }

  place(directive: Directive): Place {
    return { control: this.text, offset: directive.offset };
  }
}

const CACHE_SIZE = 500;
const cache = new Map<string, Control>();

/** The tokens of a control string; malformed directives signal FORMAT-ERROR at once. */
export function parseControl(text: string, indirections: Indirections): Control {
  let control = cache.get(text);
  if (control === undefined) {
    control = new Control(text, tokenize(text, indirections));
    if (text.includes("~:;")) refuseMixture(control, indirections);
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(text, control);
  }
  return control;
}

/** Whether a token is a directive of the pretty printer, with which justification does not go together. */
export function isPretty(control: Control, index: number): boolean {
  const token = control.tokens[index] as Token;
  return (
    typeof token === "object" &&
    ("W_I".includes(token.character) ||
      (token.character === "T" && token.colon) ||
      (token.character === "<" && control.block(index)?.close.colon === true))
  );
}

/**
 * Signals that there is a `~:;` in justification and elsewhere a directive of the pretty printer (CLHS
 * 22.3.5.2). One inside of the justification is counted when that is run.
 */
function refuseMixture(control: Control, indirections: Indirections): void {
  const { tokens } = control;
  let separator: number | null = null;
  let pretty: number | null = null;
  for (let i = 0, end = -1; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (typeof token === "string") continue;
    if (isPretty(control, i)) {
      if (i < end) return;
      pretty ??= token.offset;
    } else if (token.character === "<") end = Math.max(end, control.block(i)?.end ?? -1);
    else if (token.character === ";" && token.colon && i < end) separator ??= token.offset;
  }
  if (separator === null || pretty === null) return;
  const text = "Misuse of justification and pprint directives";
  const second = Math.abs(separator - pretty);
  const place = { control: control.text, offset: Math.min(separator, pretty) };
  formatError({ text, section: [22, 3, 5, 2], second }, place, indirections);
}

function tokenize(text: string, indirections: Indirections): Token[] {
  const tokens: Token[] = [];
  let angles = 0;
  let at = 0;
  while (at < text.length) {
    const tilde = text.indexOf("~", at);
    if (tilde < 0) {
      tokens.push(text.slice(at));
      break;
    }
    if (tilde > at) tokens.push(text.slice(at, tilde));
    const directive = parseDirective(text, tilde, indirections);
    if (directive.character === "<") angles++;
    if (directive.character === ">" && --angles < 0) {
      formatError(NO_OPENING, { control: text, offset: tilde }, indirections);
    }
    tokens.push(directive);
    at = directive.offset + directive.written.length;
  }
  return tokens;
}

function parseDirective(text: string, start: number, indirections: Indirections): Directive {
  const parameters: Parameter[] = [];
  let at = start + 1;
  let colon = false;
  let atSign = false;
  const fail = (complaint: string, offset: number): never =>
    formatError({ text: complaint, section: [22, 3] }, { control: text, offset }, indirections);
  const next = (): string => {
    const code = text.codePointAt(at);
    if (code === undefined) {
      return formatError(
        "String ended before directive was found",
        { control: text, offset: start },
        indirections,
      );
    }
    return String.fromCodePoint(code);
  };
  /** After a parameter comes a comma, a modifier or the directive itself. */
  const comma = (): boolean => {
    const character = next();
    if (character === ",") at++;
    return character === "," || character === ":" || character === "@";
  };
  for (;;) {
    const character = next();
    const offset = at;
    if (/^[0-9+-]$/.test(character)) {
      const digits = /^[+-]?[0-9]*/.exec(text.slice(at))?.[0] ?? "";
      at += digits.length;
      parameters.push({ kind: "value", value: Number(digits) || 0, offset });
      if (!comma()) break;
    } else if (character === "v" || character === "V" || character === "#") {
      at++;
      parameters.push({ kind: character === "#" ? "remaining" : "argument", offset });
      if (!comma()) break;
    } else if (character === "'") {
      at++;
      const value = next();
      parameters.push({ kind: "value", value, offset: at });
      at += value.length;
      if (next() === ",") at++;
    } else if (character === ",") {
      parameters.push({ kind: "none", offset });
      at++;
    } else if (character === ":") {
      if (colon) fail("Too many colons supplied", at);
      colon = true;
      at++;
    } else if (character === "@") {
      if (atSign) fail("Too many #\\@ characters supplied", at);
      atSign = true;
      at++;
    } else {
      if (text[at - 1] === "," && text[at - 2] !== "'" && at - 1 > start) {
        parameters.push({ kind: "none", offset: at - 1 });
      }
      break;
    }
  }
  const written = next();
  const character = written.length === 1 ? written.toUpperCase() : written;
  const directive: Directive = {
    character,
    written,
    plain: parameters.length === 0 && !colon && !atSign ? plainly(character) : null,
    parameters,
    colon,
    at: atSign,
    start,
    offset: at,
  };
  if (written !== "/") return directive;
  const slash = text.indexOf("/", at + 1);
  if (slash < 0) formatError("No matching closing slash", { control: text, offset: at }, indirections);
  return { ...directive, offset: slash, name: text.slice(at + 1, slash) };
}
