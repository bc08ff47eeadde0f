import { endOfForm } from "../elements/forms.js";
import { tokens } from "../elements/highlight.js";

/** A stretch of text. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A list around a place that may be a call. */
export interface Call {
  /** Where its bracket opens. */
  readonly from: number;
  readonly operator: string;
  /** The arguments that begin before the place. */
  readonly given: readonly string[];
  /** Which argument the place is in, or would begin, from 0; -1 in the operator. */
  readonly at: number;
}

interface OpenList {
  readonly from: number;
  readonly isData: boolean;
  readonly elements: Stretch[];
}

/** Characters before a place that are read for it, at most. */
const MOST_READ = 20_000;

/** The lists that are open at a place, the innermost last. */
function openLists(text: string, start: number, place: number): OpenList[] {
  const open: OpenList[] = [];
  let mark: number | null = null;
  const add = (from: number, to: number) => open.at(-1)?.elements.push({ from, to });
  tokens(text, (kind, from, to) => {
    const word = text.slice(from, to);
    if (from + start >= place || kind === "comment" || /^\s/.test(word)) return;
    const begin: number = mark ?? from;
    if (kind === "bracket" && word !== ")") {
      const isData = word === "#(" || (mark !== null && text[mark] === "'");
      open.push({ from: start + begin, isData, elements: [] });
      mark = null;
    } else if (kind === "bracket") {
      const closed = open.pop();
      if (closed) add(closed.from, start + to);
      mark = null;
    } else if (kind === null && /^['`,@#]$/.test(word)) mark = begin;
    else {
      add(start + begin, start + to);
      mark = null;
    }
  });
  return open;
}

/** Where to begin to read for a place: the last line before it that begins with a bracket. */
function beginningFor(text: string, place: number): number {
  const before = text.lastIndexOf("\n(", place - 1);
  return Math.max(before + 1, place - MOST_READ);
}

/** The calls that a place is in, the innermost first. Quoted lists are none. */
export function callsAt(text: string, place: number): readonly Call[] {
  const start = beginningFor(text, place);
  const textOf = ({ from, to }: Stretch) => text.slice(from, to);
  const calls: Call[] = [];
  for (const { from, isData, elements } of openLists(
    text.slice(start, place + 200),
    start,
    place,
  ).reverse()) {
    const [operator, ...given] = elements;
    if (isData || !operator || !/^[^\s()"'`,;#\d]/.test(textOf(operator))) continue;
    const last = elements.at(-1);
    const isTouched = last !== undefined && last.to >= place;
    const at = elements.length - (isTouched ? 2 : 1);
    calls.push({ from, operator: textOf(operator), given: given.map(textOf), at });
  }
  return calls;
}

/** The list at a place: the one that begins there, or ends there, or is around it. */
export function listAt(text: string, place: number): Stretch | null {
  if (text[place] === "(") return { from: place, to: endOfForm(text, place) };
  const inside = text[place - 1] === ")" ? place - 1 : place;
  const from = openLists(
    text.slice(beginningFor(text, inside), inside),
    beginningFor(text, inside),
    inside,
  ).at(-1)?.from;
  return from === undefined ? null : { from, to: endOfForm(text, from) };
}

/** A character that a symbol may have. */
const SYMBOL = /[^\s()"';`,|#]/;

/** The symbol at a place; null where none is, and in strings and comments. */
export function symbolAt(text: string, place: number): (Stretch & { readonly name: string }) | null {
  const start = beginningFor(text, place);
  let isText = false;
  tokens(text.slice(start, place + 1), (kind, from, to) => {
    if (from + start <= place && to + start >= place) isText = kind === "string" || kind === "comment";
  });
  if (isText) return null;
  let from = place;
  let to = place;
  while (from > 0 && SYMBOL.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && SYMBOL.test(text.charAt(to))) to += 1;
  const name = text.slice(from, to);
  return name === "" || /^[-+.]?\d/.test(name) ? null : { from, to, name };
}
