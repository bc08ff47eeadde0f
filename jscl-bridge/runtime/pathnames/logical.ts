/** Logical pathnames as texts (CLHS 19.3.1), and the hosts that programs define. */

import type { LispValue } from "../objects/marshal.js";
import { makeString } from "../objects/vectors.js";
import { lispError, list, nil, sym } from "../signals.js";
import {
  type Component,
  type Directory,
  type DirectoryPart,
  type Host,
  LogicalHost,
  MULTI,
  NEWEST,
  Pattern,
  type Piece,
  UNSPECIFIC,
  type Version,
  WILD,
  WILD_INFERIORS,
} from "./components.js";
import { NamestringFault, type Problem, signalFault } from "./namestrings.js";
import type { Parts } from "./pathname.js";

const hosts = new Map<string, LogicalHost>();
/** NIL of the image whose hosts they are: a thread may have several images, one after the other. */
let nilOfHosts: LispValue;

function hostsOfImage(): Map<string, LogicalHost> {
  if (nilOfHosts !== nil()) {
    nilOfHosts = nil();
    hosts.clear();
  }
  return hosts;
}

/** The host of a name, in whatever case; undefined where none is defined. */
export function logicalHost(name: string): LogicalHost | undefined {
  return hostsOfImage().get(name.toUpperCase());
}

/** The same; signals an error where none is defined. */
export function definedHost(name: string): LogicalHost {
  return logicalHost(name) ?? undefinedHost(makeString(logicalWord(name)), "LOGICAL-PATHNAME-TRANSLATIONS");
}

/** Signals that no logical host has this name; `predicate` is what SBCL says that it fails. */
export function undefinedHost(name: unknown, predicate: string): never {
  const satisfies = list(sym("SATISFIES"), sym(predicate));
  return lispError(
    "SIMPLE-TYPE-ERROR",
    "DATUM",
    name,
    "EXPECTED-TYPE",
    predicate === "LOGICAL-PATHNAME" ? satisfies : list(sym("AND"), sym("STRING"), satisfies),
    "FORMAT-CONTROL",
    makeString("logical host not yet defined: ~S"),
    "FORMAT-ARGUMENTS",
    list(name),
  );
}

/** The host of a name, defined now if it was not. */
export function defineLogicalHost(name: string): LogicalHost {
  let host = logicalHost(name);
  if (host === undefined) {
    host = new LogicalHost(logicalWord(name), nil());
    hosts.set(host.name, host);
  }
  return host;
}

/** A word as logical pathnames have it; signals NAMESTRING-PARSE-ERROR for another text. */
function logicalWord(text: string): string {
  const upper = text.toUpperCase();
  if (upper === "") {
    const complaint = 'Attempted to treat invalid logical hostname as a logical host:\n  ""';
    return signalFault("", new NamestringFault(complaint, 0));
  }
  for (const [i, character] of Array.from(upper).entries()) {
    if (isWordCharacter(character)) continue;
    const complaint = `logical namestring character which is not alphanumeric or hyphen:\n  #\\${character}`;
    return signalFault(upper, new NamestringFault(complaint, i));
  }
  return upper;
}

function isWordCharacter(character: string): boolean {
  return character === "-" || (character >= "0" && character <= "9") || isLetter(character);
}

function isLetter(character: string): boolean {
  const lower = character.toLowerCase();
  return lower >= "a" && lower <= "z" && lower.length === 1;
}

/** A word, with its wildcards, or a mark between words. */
interface Token {
  readonly text: string;
  readonly at: number;
  readonly isWord: boolean;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let word = "";
  const endWord = (at: number): void => {
    if (word !== "") tokens.push({ text: word.toUpperCase(), at: at - word.length, isWord: true });
    word = "";
  };
  const characters = Array.from(text);
  for (const [i, character] of characters.entries()) {
    if (isWordCharacter(character) || character === "*") word += character;
    else if (";:.".includes(character)) {
      endWord(i);
      tokens.push({ text: character, at: i, isWord: false });
    } else throw new NamestringFault(`illegal character for logical pathname:\n  #\\${character}`, i);
  }
  endWord(characters.length);
  return tokens;
}

/** The host that a text names first, if it is a logical namestring at all. */
export function hostIn(text: string): LogicalHost | undefined {
  const colon = text.indexOf(":");
  const host = colon < 1 || hostsOfImage().size === 0 ? undefined : logicalHost(text.slice(0, colon));
  if (host === undefined) return undefined;
  try {
    parseLogical(text, host);
    return host;
  } catch (error) {
    if (error instanceof NamestringFault) return undefined;
    throw error;
  }
}

/**
 * The parts of a logical namestring; a host that it names has to be the given one. Throws a
 * {@link NamestringFault}.
 */
export function parseLogical(text: string, given: LogicalHost | null): Parts {
  const tokens = tokensOf(text);
  const end = Array.from(text).length;
  const [first, mark] = tokens;
  let i = 0;
  const word = (kind: string): Token => {
    const token = tokens[i++];
    if (token?.isWord) return token;
    const found = token === undefined ? "nothing" : `#\\${token.text}`;
    throw new NamestringFault(`expecting ${kind}, got ${found}.`, token?.at ?? end);
  };
  const isNext = (text: string): boolean => tokens[i]?.text === text && ++i > 0;
  let host = given;
  if (first?.isWord && mark?.text === ":") {
    i = 2;
    const named = definedHost(first.text);
    host ??= named;
    if (named !== host) hostsDiffer(named, host);
  }
  const isAbsolute = !isNext(";");
  const parts: DirectoryPart[] = [];
  let name: Component = null;
  let type: Component = null;
  let version: Version = null;
  while (i < tokens.length) {
    const token = word("a file name");
    if (isNext(";")) {
      parts.push(token.text === "**" ? WILD_INFERIORS : (wordOf(token) as DirectoryPart));
      continue;
    }
    name = wordOf(token);
    if (isNext(".")) type = wordOf(word("a file type"));
    if (type !== null && isNext(".")) {
      version = versionOf(word("a positive integer, * or NEWEST"));
      if (i < tokens.length)
        throw new NamestringFault("extra stuff after end of file name", (tokens[i] as Token).at);
    }
    const other = tokens[i];
    if (other !== undefined) throw new NamestringFault(`expecting a dot, got #\\${other.text}.`, other.at);
  }
  if (host === null) {
    return lispError("SIMPLE-ERROR", "FORMAT-CONTROL", makeString("no host specified"));
  }
  return { host, device: UNSPECIFIC, directory: { isAbsolute, parts }, name, type, version };
}

function hostsDiffer(named: LogicalHost, given: LogicalHost): never {
  return lispError(
    "SIMPLE-TYPE-ERROR",
    "DATUM",
    named,
    "EXPECTED-TYPE",
    list(sym("EQL"), given),
    "FORMAT-CONTROL",
    makeString("The host in the namestring, ~S,~@\n      does not match the explicit HOST argument, ~S."),
    "FORMAT-ARGUMENTS",
    list(named, given),
  );
}

function wordOf({ text, at }: Token): Component {
  const twice = text.indexOf("**");
  if (twice >= 0) {
    throw new NamestringFault(`double asterisk inside of logical word: "${text}"`, at + twice + 1);
  }
  if (!text.includes("*")) return text;
  if (text === "*") return WILD;
  const pieces: Piece[] = [];
  for (const [i, literal] of text.split("*").entries()) {
    if (i > 0) pieces.push(MULTI);
    if (literal !== "") pieces.push(literal);
  }
  return new Pattern(pieces);
}

/** As in SBCL, what follows the digits of a number is ignored. */
function versionOf({ text, at }: Token): Version {
  if (text === "NEWEST") return NEWEST;
  if (text === "*") return WILD;
  const number = text.startsWith("-") ? 0 : Number.parseInt(text, 10);
  if (number > 0) return number;
  const digits = Number.isNaN(number) ? 0 : text.length;
  throw new NamestringFault(`expected a positive integer, got "${text}"`, at + digits);
}

/** The text of the directories of a logical pathname, or why there is none. */
export function logicalDirectoryText(directory: Directory | null): string | Problem {
  if (directory === null) return "";
  let text = directory.isAbsolute ? "" : ";";
  for (const part of directory.parts) {
    if (part === WILD_INFERIORS) text += "**;";
    else if (part === WILD || typeof part === "string" || part instanceof Pattern) {
      text += `${wordText(part)};`;
    } else return { part, in: "directory" };
  }
  return text;
}

/** The text of a file's name, type and version, or why there is none. */
export function logicalFileText({ name, type, version }: Parts): string | Problem {
  const given = [name, type, version].map((part) => part !== null && part !== UNSPECIFIC);
  const [hasName, hasType, hasVersion] = given as [boolean, boolean, boolean];
  if ((hasType && !hasName) || (hasVersion && !hasType) || name === UNSPECIFIC) {
    return { control: "its name, its type or what is before its version is missing", args: [] };
  }
  let text = hasName ? wordText(name) : "";
  if (hasType) text += `.${wordText(type)}`;
  if (hasVersion) text += `.${version === NEWEST ? "NEWEST" : version === WILD ? "*" : String(version)}`;
  return text;
}

function wordText(part: Component | DirectoryPart): string {
  if (part === WILD) return "*";
  if (!(part instanceof Pattern)) return String(part);
  return part.pieces.map((piece) => (piece === MULTI ? "*" : String(piece))).join("");
}

/** A part as a host has it: upper case in logical pathnames, and lower case for it in others. */
export function inCaseOf<T>(part: T, host: Host): T {
  const cased = (text: string): string => {
    if (host instanceof LogicalHost) return logicalWord(text);
    return text === text.toUpperCase() ? text.toLowerCase() : text;
  };
  if (typeof part === "string") return cased(part) as T;
  if (!(part instanceof Pattern)) return part;
  const pieces = part.pieces.map((piece) => (typeof piece === "string" ? cased(piece) : piece));
  return new Pattern(pieces) as T;
}

/** All parts of a pathname of one kind of host as one of the other kind has them. */
export function forHost(parts: Parts, host: Host): Parts {
  const isLogical = host instanceof LogicalHost;
  if (isLogical === parts.host instanceof LogicalHost) return { ...parts, host };
  const { device, directory, name, type, version } = parts;
  return {
    host,
    device: isLogical ? UNSPECIFIC : device,
    directory: directory && { ...directory, parts: directory.parts.map((part) => inCaseOf(part, host)) },
    name: inCaseOf(name, host),
    type: inCaseOf(type, host),
    version,
  };
}
