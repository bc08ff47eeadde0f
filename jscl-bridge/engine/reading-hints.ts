/**
 * What would have helped a reader of "end of file": how many brackets are missing, the definition that begins
 * inside of another, the string that goes on where none was meant to.
 */

import type { Hint, Position } from "../contract/engine.js";

/** What a toplevel form looks like as far as the text has it. */
interface Sketch {
  /** How many parentheses are open at the end. */
  readonly open: number;
  /** The first definition at the beginning of a line that is inside of the form. */
  readonly definition: number | null;
  /** The first string that goes on over the end of a line, and the line after which it does. */
  readonly longString: number | null;
}

/** An operator that defines something, at the beginning of a line. */
const DEFINITION = /\((?:[\w-]+:{1,2})?def[\w-]*\s/iy;

/** The hints about a form of a text that begins there and has no end. `name` is that form in short. */
export function readingHints(text: string, start: number, name: string | null): Hint[] {
  const { open, definition, longString } = sketch(text, start);
  const hints: Hint[] = [];
  if (longString !== null) {
    const begin = place(text, longString);
    hints.push(hint("goes-on", "string", String(begin.line + 1), begin));
  } else if (open > 1 && text.slice(start).trim().includes("\n")) {
    // Of one line the seeds' report says no more, and who sees it can count.
    hints.push(hint("missing", "(", String(open), null));
  }
  if (definition !== null && name !== null)
    hints.push(hint("inside", "definition", name, place(text, definition)));
  return hints;
}

function hint(kind: Hint["kind"], about: string, text: string, position: Position | null): Hint {
  return { kind, about, text, thing: "", distance: null, ...(position === null ? {} : { position }) };
}

/** Reads a form as the standard syntax has it, without its symbols. */
function sketch(text: string, start: number): Sketch {
  let open = 0;
  let definition: number | null = null;
  let longString: number | null = null;
  for (let at = start; at < text.length; at++) {
    switch (text.charAt(at)) {
      case "(":
        DEFINITION.lastIndex = at;
        if (open > 0 && definition === null && text.charAt(at - 1) === "\n" && DEFINITION.test(text))
          definition = at;
        open++;
        break;
      case ")":
        open--;
        break;
      case '"': {
        const end = endOfQuoted(text, at, '"');
        if (longString === null && isSuspicious(text.slice(at, end))) longString = at;
        at = end;
        break;
      }
      case "|":
        at = endOfQuoted(text, at, "|");
        break;
      case ";":
        at = lineEnd(text, at);
        break;
      case "\\":
        at++;
        break;
      case "#":
        if (text.startsWith("#|", at)) at = endOfComment(text, at);
        break;
      default:
        break;
    }
  }
  return { open, definition, longString };
}

/** A string that goes on over a line which begins as a form does: its end was most likely forgotten. */
function isSuspicious(string: string): boolean {
  return /\n\(/.test(string);
}

/** Where what is quoted ends: at its last character, or at the end of the text. */
function endOfQuoted(text: string, start: number, quote: string): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === "\\" ? 2 : 1;
  return at;
}

function endOfComment(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const two = text.slice(at, at + 2);
    if (two !== "#|" && two !== "|#") continue;
    depth += two === "#|" ? 1 : -1;
    at++;
    if (depth === 0) return at;
  }
  return text.length;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function place(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - (before.lastIndexOf("\n") + 1) };
}
