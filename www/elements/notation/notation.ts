import { endOfForm, skipLine, skipOneBlank } from "../forms.js";

/**
 * What a transcript records of a form: a value, a value that the reader cannot read back, or output. No
 * values at all are the one value `; No value`.
 */
export interface Expected {
  readonly kind: "value" | "unreadable" | "output";
  readonly text: string;
}

/** A top-level form of a transcript; `line` counts from 1 in the transcript's `code`. */
export interface RecordedForm {
  readonly code: string;
  readonly line: number;
  readonly expected: readonly Expected[];
}

export interface Recorded {
  /** The text without the recorded lines. */
  readonly code: string;
  readonly forms: readonly RecordedForm[];
}

/** The value that stands for a form that returned none. */
export const NO_VALUE = "; No value";

const KINDS = { "=>": "value", "==>": "unreadable", "..": "output" } as const;
const NOTHING = /^\s*;\s*no values?\s*$/i;
const PREFIX = /(==?>|\.\.)(?: |(?=\r?\n|$))/y;

/**
 * Reads a transcript in the notation of MGL-PAX. A line after a form that begins with `=> `, `==> ` or `.. `
 * records a value, an unreadable value or a line of output; the mark alone is an empty line of output, or a
 * place where nothing is recorded yet. A value ends where its form does, on a later line if need be; an
 * unreadable one goes on in lines that begin with `--> ` or with four blanks. An error is recorded as output:
 * `.. debugger invoked on ` with its type and a colon, then the lines of its message after `..   `; a picture
 * as `.. [picture] ` with its title.
 *
 * Such lines in strings and block comments, and before the first form, are code.
 */
export function parseRecorded(text: string): Recorded {
  const forms: { code: string; line: number; expected: Expected[] }[] = [];
  let code = "";
  let kept = 0;
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const form = forms.at(-1);
    const record = form && startsLine(text, at) ? recordAt(text, at) : null;
    if (form && record) {
      addTo(form.expected, record.expected);
      code += text.slice(kept, at);
      kept = record.to;
      at = record.to;
      continue;
    }
    const blank = skipOneBlank(text, at);
    const to = blank > at ? blank : endOfForm(text, at);
    const part = text.slice(at, to);
    if (blank === at) forms.push({ code: part, line, expected: [] });
    line += part.split("\n").length - 1;
    at = to;
  }
  return { code: (code + text.slice(kept)).trimEnd(), forms };
}

function startsLine(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === "\n";
}

/** The recorded line at `at` with the lines that continue it, and where the text goes on after them. */
function recordAt(text: string, at: number): { expected: Expected; to: number } | null {
  PREFIX.lastIndex = at;
  const [all, mark] = PREFIX.exec(text) ?? [];
  if (!all || !mark) return null;
  const kind = KINDS[mark as keyof typeof KINDS];
  const start = at + all.length;
  const to = ENDS[kind](text, start, skipLine(text, start));
  const written = text.slice(start, to).replaceAll("\r", "");
  return { expected: { kind, text: SHAPES[kind](written) }, to: to + 1 };
}

const ENDS = { value: endOfValue, unreadable: endOfUnreadable, output: endOfOutput };

const SHAPES = {
  value: (written: string) => (NOTHING.test(written) ? NO_VALUE : written.trim()),
  unreadable: (written: string) => written.replace(/\n(?:--> ?| {4})/g, "\n").trim(),
  output: (written: string) => written,
};

/** A value ends with the line in which its form does; text that is no whole form ends with its line. */
function endOfValue(text: string, start: number, lineEnd: number): number {
  const first = text.slice(start, lineEnd).trim();
  const isBare = first === "" || first.startsWith(";");
  if (isBare && !/^\n[ \t]/.test(text.slice(lineEnd))) return lineEnd;
  let at = start;
  for (let next = skipOneBlank(text, at); next > at; next = skipOneBlank(text, at)) at = next;
  const end = endOfForm(text, at);
  // A form that is never closed takes what follows the text, too.
  const isWhole = end < text.length || (at < end && endOfForm(`${text})`, at) === end);
  return isWhole ? skipLine(text, end) : lineEnd;
}

function endOfUnreadable(text: string, _start: number, lineEnd: number): number {
  const more = /(?:\n(?:-->| {4}).*)*/y;
  more.lastIndex = lineEnd;
  return lineEnd + (more.exec(text)?.[0].length ?? 0);
}

function endOfOutput(_text: string, _start: number, lineEnd: number): number {
  return lineEnd;
}

/** Joins lines of output that follow each other; a value's mark without a value records nothing. */
function addTo(expected: Expected[], next: Expected): void {
  const last = expected.at(-1);
  if (next.kind === "output" && last?.kind === "output") {
    expected[expected.length - 1] = { kind: "output", text: `${last.text}\n${next.text}` };
  } else if (next.kind === "output" || next.text !== "") expected.push(next);
}
