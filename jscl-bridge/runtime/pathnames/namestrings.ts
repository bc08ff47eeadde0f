/**
 * Names of files as texts, by the rules of SBCL's Unix namestrings: `/` between directories, `\` before what
 * is meant literally.
 */

import { makeString } from "../objects/vectors.js";
import { lispError } from "../signals.js";
import {
  CharacterSet,
  type Component,
  type Directory,
  type DirectoryPart,
  HOME,
  HomeOf,
  MULTI,
  Pattern,
  type Piece,
  SINGLE,
  Special,
  UP,
  WILD,
  WILD_INFERIORS,
} from "./components.js";

interface Parsed {
  readonly directory: Directory | null;
  readonly name: Component;
  readonly type: Component;
}

/** A part of a namestring, and where it begins. */
interface Span {
  readonly text: string;
  readonly start: number;
}

/** The mistake in a namestring, and the index of the character behind it. */
export class NamestringFault extends Error {
  constructor(
    readonly complaint: string,
    readonly offset: number,
  ) {
    super(complaint);
  }
}

function characters(text: string): number {
  return Array.from(text).length;
}

/** Throws a {@link NamestringFault}. */
export function parseNamestring(text: string): Parsed {
  const spans: Span[] = [];
  let start = 0;
  for (const piece of text.split("/")) {
    spans.push({ text: piece, start });
    start += characters(piece) + 1;
  }
  const file = spans.pop() as Span;
  const { name, type } = parseFile(file);
  return { directory: parseDirectory(spans), name, type };
}

function parseDirectory(spans: readonly Span[]): Directory | null {
  const [first, ...rest] = spans;
  if (first === undefined) return null;
  if (first.text.startsWith("~")) {
    const home = first.text === "~" ? HOME : new HomeOf(first.text.slice(1));
    return { isAbsolute: true, parts: [home, ...parseParts(rest)] };
  }
  return first.text === ""
    ? { isAbsolute: true, parts: parseParts(rest) }
    : { isAbsolute: false, parts: parseParts(spans) };
}

function parseParts(spans: readonly Span[]): DirectoryPart[] {
  const parts: DirectoryPart[] = [];
  for (const span of spans) {
    if (span.text === "") continue;
    if (span.text === "..") parts.push(UP);
    else if (span.text === "**") parts.push(WILD_INFERIORS);
    else parts.push(parseComponent(span) as DirectoryPart);
  }
  return parts;
}

/** The last dot that is neither quoted nor first begins the type. */
function parseFile({ text, start }: Span): { name: Component; type: Component } {
  if (text === "") return { name: null, type: null };
  let dot = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === ".") dot = i;
  }
  if (dot === 0) return { name: parseComponent({ text, start }), type: null };
  return {
    name: parseComponent({ text: text.slice(0, dot), start }),
    type: parseComponent({ text: text.slice(dot + 1), start: start + characters(text.slice(0, dot)) + 1 }),
  };
}

function parseComponent({ text, start }: Span): Component {
  const pieces: Piece[] = [];
  let literal = "";
  const fault = (complaint: string, at: number): never => {
    throw new NamestringFault(complaint, start + characters(text.slice(0, at)));
  };
  const add = (piece: Piece): void => {
    if (literal !== "") pieces.push(literal);
    literal = "";
    pieces.push(piece);
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (character === "\\") {
      if (i + 1 === text.length) fault("escape char in a bad place", i);
      literal += text[++i];
    } else if (character === "*") add(MULTI);
    else if (character === "?") add(SINGLE);
    else if (character === "[") {
      const end = text.indexOf("]", i);
      if (end < 0) fault("#\\[ with no corresponding #\\]", i);
      add(new CharacterSet(text.slice(i + 1, end)));
      i = end;
    } else literal += character;
  }
  if (pieces.length === 0) return literal;
  if (literal !== "") pieces.push(literal);
  return pieces.length === 1 && pieces[0] === MULTI ? WILD : new Pattern(pieces);
}

/** The reason why there is no namestring: a control string of FORMAT and its arguments. */
export interface Reason {
  readonly control: string;
  readonly args: readonly DirectoryPart[];
}

/** The same, or a component that has no text. */
export type Problem = Reason | { readonly part: Special | HomeOf; readonly in: "directory" | "name" };

export const NO_NAME: Reason = {
  control: "there is a ~S component but no ~S component",
  args: [new Special("TYPE"), new Special("NAME")],
};

const EMPTY_NAME: Reason = {
  control: "the ~S component ~S is of length 0",
  args: [new Special("NAME"), ""],
};

/** The text of directories, with a slash after each, or why there is none. */
export function directoryText(directory: Directory | null): string | Problem {
  if (directory === null) return "";
  const { isAbsolute, parts } = directory;
  const [first, ...rest] = parts;
  const isHome = isAbsolute && (first === HOME || first instanceof HomeOf);
  let text = isHome ? `~${first instanceof HomeOf ? first.user : ""}/` : isAbsolute ? "/" : "";
  for (const part of isHome ? rest : parts) {
    const each = partText(part);
    if (typeof each !== "string") return each;
    text += `${each}/`;
  }
  return text;
}

function partText(part: DirectoryPart): string | Problem {
  if (part === UP) return "..";
  if (part === WILD_INFERIORS) return "**";
  if (part instanceof HomeOf || (part instanceof Special && part !== WILD)) return { part, in: "directory" };
  return componentText(part);
}

/** Whether there is a type that a namestring shows. */
export function hasType({ type }: { type: Component }): boolean {
  return type !== null && !(type instanceof Special && type !== WILD);
}

/** The text of a file's name and type, or why there is none. */
export function fileText(parts: { name: Component; type: Component }): string | Problem {
  const { name, type } = parts;
  if (name === null) return hasType(parts) ? NO_NAME : "";
  if (name === "") return EMPTY_NAME;
  if (name instanceof Special && name !== WILD) return { part: name, in: "name" };
  if (!hasType(parts)) {
    return typeof name === "string" ? quoteDots(componentText(name), 1) : componentText(name);
  }
  const text = componentText(type);
  return `${componentText(name)}.${typeof type === "string" ? quoteDots(text, 0) : text}`;
}

/** Dots from an index on, of which the last would begin a type. */
function quoteDots(text: string, from: number): string {
  return text.slice(0, from) + text.slice(from).replace(/\./g, "\\.");
}

function componentText(part: Component): string {
  if (part === WILD) return "*";
  if (part instanceof Pattern) return part.pieces.map(pieceText).join("");
  return typeof part === "string" ? quoted(part) : "";
}

function pieceText(piece: Piece): string {
  if (piece === MULTI) return "*";
  if (piece === SINGLE) return "?";
  return piece instanceof CharacterSet ? `[${piece.characters}]` : quoted(piece as string);
}

function quoted(text: string): string {
  return text.replace(/[*?[\\]/g, "\\$&");
}

/** Signals NAMESTRING-PARSE-ERROR for a part of a namestring from an index on. */
export function signalFault(namestring: string, fault: NamestringFault, start = 0): never {
  return lispError(
    "NAMESTRING-PARSE-ERROR",
    "COMPLAINT",
    makeString(fault.complaint),
    "NAMESTRING",
    makeString(namestring),
    "OFFSET",
    start + fault.offset,
  );
}

/** What parsing a namestring comes to; a {@link NamestringFault} is signalled. */
export function faultsSignalled<T>(namestring: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof NamestringFault) return signalFault(namestring, error);
    throw error;
  }
}
