/** TRANSLATE-PATHNAME (CLHS 19.2.2.3), by SBCL's rules. */
import type { LispValue } from "../objects/marshal.js";
import { list, nil, simpleError } from "../signals.js";
import {
  type Component,
  type Directory,
  type DirectoryPart,
  directoryList,
  HOST,
  type Host,
  LogicalHost,
  lispComponent,
  Pattern,
  type Piece,
  sameComponent,
  WILD,
  WILD_INFERIORS,
} from "./components.js";
import { inCaseOf } from "./logical.js";
import { componentsMatch, matchPattern, partsMatch } from "./matching.js";
import type { Parts } from "./pathname.js";

/** The match of a wild part of the source's pattern: a component, or a run of directories. */
type Match = Component | DirectoryPart | readonly DirectoryPart[];

/** Between hosts, what matches changes into the case that is usual on the other. */
export function translated(source: Parts, from: Parts, to: Parts): Parts {
  const host = to.host ?? HOST;
  const isSame = host instanceof LogicalHost === source.host instanceof LogicalHost;
  const cased = isSame ? same : <T>(match: T): T => matchInCase(match, host);
  const component = (kind: "device" | "name" | "type"): Component =>
    translateComponent(source[kind], from[kind], to[kind], cased);
  return {
    host,
    device: isSame ? component("device") : to.device,
    directory: translateDirectory(source.directory, from.directory, to.directory, cased),
    name: component("name"),
    type: component("type"),
    version: to.version === null || to.version === WILD ? source.version : to.version,
  };
}

/** Changes the case of what a pattern matched, where that has to be. */
type Cased = <T>(match: T) => T;

const same: Cased = (match) => match;

function matchInCase<T>(match: T, host: Host): T {
  return Array.isArray(match) ? (match.map((part) => inCaseOf(part, host)) as T) : inCaseOf(match, host);
}

function mismatch(source: LispValue, from: LispValue): never {
  const control =
    "Pathname components from SOURCE and FROM args to TRANSLATE-PATHNAME~@\n      did not match:~%  ~S ~S";
  return simpleError(control, source, from);
}

/** A component that matches becomes what `to` says; one that a pattern cannot be filled from stays. */
function translateComponent(source: Component, from: Component, to: Component, cased: Cased): Component {
  const differs = (): never => mismatch(lispComponent(source, nil()), lispComponent(from, nil()));
  if (to === null || to === WILD) return cased(source);
  if (!(to instanceof Pattern)) return componentsMatch(source, from) ? to : differs();
  if (from === WILD) return filled(to, [cased(source)]);
  if (!(from instanceof Pattern)) return componentsMatch(source, from) ? cased(source) : differs();
  if (typeof source === "string") return filled(to, (matchPattern(source, from) ?? differs()).map(cased));
  return source instanceof Pattern && !sameComponent(source, from) ? differs() : cased(source);
}

/**
 * A pattern with a match in the place of each run of its wild pieces; the matches are taken from the front.
 */
function filled(pattern: Pattern, matches: Match[]): string | Pattern {
  const pieces: Piece[] = [];
  const add = (piece: Piece): void => {
    const last = pieces.at(-1);
    if (typeof last === "string" && typeof piece === "string") pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  };
  pattern.pieces.forEach((piece, i) => {
    const before = pattern.pieces[i - 1];
    if (typeof piece === "string") add(piece);
    else if (before === undefined || typeof before === "string") {
      for (const each of matchPiecesOf(pattern, matches)) add(each);
    }
  });
  const [only] = pieces;
  return pieces.length === 1 && typeof only === "string" ? only : new Pattern(pieces);
}

function matchPiecesOf(pattern: Pattern, matches: Match[]): readonly Piece[] {
  if (matches.length === 0) {
    return simpleError("not enough wildcards in FROM pattern to match TO pattern:~%  ~S", pattern);
  }
  const match = matches.shift() as Match;
  if (match instanceof Pattern) return match.pieces;
  if (typeof match === "string") return [match];
  return simpleError("can't substitute this into the middle of a word:~%  ~S", lispMatch(match));
}

function lispMatch(match: Match): LispValue {
  return isRun(match)
    ? list(...match.map((part) => lispComponent(part, nil())))
    : lispComponent(match, nil());
}

function isRun(match: Match): match is readonly DirectoryPart[] {
  return Array.isArray(match);
}

/** An absolute directory stays absolute. */
function translateDirectory(
  source: Directory | null,
  from: Directory | null,
  to: Directory | null,
  cased: Cased,
): Directory | null {
  if (source === null) {
    return to === null ? null : { ...to, parts: to.parts.filter((part) => part !== WILD_INFERIORS) };
  }
  if (from === null || to === null) return { ...source, parts: source.parts.map(cased) };
  const matches = directoryMatches(source.parts, from.parts).map(cased);
  const unpaired = (words: string): never =>
    simpleError(
      `:WILD-INFERIORS ${words} in from and to patterns:~%  ~S ~S`,
      directoryList(from, nil()),
      directoryList(to, nil()),
    );
  const parts = to.parts.flatMap((part): DirectoryPart | readonly DirectoryPart[] => {
    if (part instanceof Pattern) return filled(part, matches);
    if (part !== WILD && part !== WILD_INFERIORS) return part;
    const match = matches.shift();
    if (part === WILD) {
      return match === undefined || isRun(match) ? unpaired("is not paired") : (match as DirectoryPart);
    }
    return match !== undefined && isRun(match) ? match : unpaired("not paired");
  });
  return { isAbsolute: to.isAbsolute || source.isAbsolute, parts };
}

/** The matches of a directory's wild parts in another; the last is an empty run. */
function directoryMatches(source: readonly DirectoryPart[], from: readonly DirectoryPart[]): Match[] {
  const matches: Match[] = [];
  const differs = (): never => mismatch(lispMatch(source), lispMatch(from));
  let at = 0;
  let wild = 0;
  for (; at < source.length; wild++) {
    const part = source[at] as DirectoryPart;
    const pattern = from[wild] ?? differs();
    if (pattern === WILD_INFERIORS) {
      const rest = from.slice(wild + 1);
      const start = at;
      while (!partsMatch(source.slice(at), rest)) if (++at > source.length) differs();
      matches.push(source.slice(start, at));
      continue;
    }
    at++;
    if (pattern === WILD) matches.push(part);
    else if (pattern instanceof Pattern && typeof part === "string") {
      matches.push(...(matchPattern(part, pattern) ?? differs()));
    } else if (pattern instanceof Pattern && sameComponent(part, pattern)) matches.push(part);
    else if (typeof pattern !== "string" || pattern !== part) differs();
  }
  if (from.slice(wild).some((part) => part !== WILD_INFERIORS)) differs();
  matches.push([]);
  return matches;
}
