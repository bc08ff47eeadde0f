/** Which pathnames a wild one stands for: PATHNAME-MATCH-P (CLHS 19.2.2.3), by SBCL's rules. */
import { safepoint } from "../stack/safepoints.js";
import {
  CharacterSet,
  type Component,
  type Directory,
  type DirectoryPart,
  HOST,
  MULTI,
  Pattern,
  type Piece,
  sameComponent,
  WILD,
  WILD_INFERIORS,
} from "./components.js";
import type { Parts } from "./pathname.js";

/**
 * The parts of a text that the wild pieces of a pattern stand for, run by run; null where the pattern does
 * not match.
 */
export function matchPattern(text: string, { pieces }: Pattern): string[] | null {
  const found = matchPieces(text, pieces);
  if (found === null) return null;
  const runs: string[] = [];
  let run: string | null = null;
  pieces.forEach((piece, i) => {
    const isWild = typeof piece !== "string";
    if (!isWild && run !== null) runs.push(run);
    run = isWild ? (run ?? "") + found[i] : null;
  });
  return run === null ? runs : [...runs, run];
}

/** The part that each piece stands for. */
function matchPieces(text: string, pieces: readonly Piece[]): string[] | null {
  const [piece, ...rest] = pieces;
  if (piece === undefined) return text === "" ? [] : null;
  const lengths = piece === MULTI ? text.length : 1;
  for (let length = piece === MULTI ? 0 : 1; length <= lengths; length++) {
    safepoint();
    const taken = typeof piece === "string" ? piece : text.slice(0, length);
    if (!fits(taken, text, piece)) return null;
    const found = matchPieces(text.slice(taken.length), rest);
    if (found !== null) return [taken, ...found];
  }
  return null;
}

function fits(taken: string, text: string, piece: Piece): boolean {
  if (typeof piece === "string") return text.startsWith(piece);
  if (piece === MULTI) return true;
  return taken !== "" && (!(piece instanceof CharacterSet) || piece.characters.includes(taken));
}

export function componentsMatch(thing: Component | DirectoryPart, wild: Component | DirectoryPart): boolean {
  if (wild === WILD || sameComponent(thing, wild)) return true;
  return wild instanceof Pattern && typeof thing === "string" && matchPattern(thing, wild) !== null;
}

/** The same for directories, where :WILD-INFERIORS matches any number of them. */
export function partsMatch(things: readonly DirectoryPart[], wilds: readonly DirectoryPart[]): boolean {
  const [wild, ...rest] = wilds;
  if (wild === undefined) return things.length === 0;
  if (wild !== WILD_INFERIORS) {
    const [thing, ...others] = things;
    return thing !== undefined && componentsMatch(thing, wild) && partsMatch(others, rest);
  }
  for (let count = 0; count <= things.length; count++) {
    safepoint();
    if (partsMatch(things.slice(count), rest)) return true;
  }
  return false;
}

/** A pathname without a directory matches any that begins with :WILD-INFERIORS. */
function directoriesMatch(thing: Directory | null, wild: Directory): boolean {
  if (thing === null) return wild.parts[0] === WILD_INFERIORS;
  return thing.isAbsolute === wild.isAbsolute && partsMatch(thing.parts, wild.parts);
}

/** Whether a pathname is one that a wild one stands for; what the wild one lacks may be anything. */
export function isMatch(thing: Parts, wild: Parts): boolean {
  const host = wild.host ?? HOST;
  return (
    (thing.host ?? HOST) === host &&
    (wild.device === null || componentsMatch(thing.device, wild.device)) &&
    (wild.directory === null || directoriesMatch(thing.directory, wild.directory)) &&
    (wild.name === null || componentsMatch(thing.name, wild.name)) &&
    (wild.type === null || componentsMatch(thing.type, wild.type)) &&
    (host === HOST || wild.version === null || wild.version === WILD || thing.version === wild.version)
  );
}
