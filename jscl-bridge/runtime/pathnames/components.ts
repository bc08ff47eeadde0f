/**
 * The components of pathnames (CLHS 19.2.1): texts, patterns, and components that have names of their own.
 */

import type { LispValue } from "../objects/marshal.js";
import { makeString } from "../objects/vectors.js";
import { keyword, list } from "../signals.js";
import type { Parts } from "./pathname.js";

/** A component that a keyword stands for. */
export class Special {
  constructor(readonly name: string) {}
}

export const WILD = new Special("WILD");
export const WILD_INFERIORS = new Special("WILD-INFERIORS");
export const UP = new Special("UP");
export const BACK = new Special("BACK");
export const HOME = new Special("HOME");
export const UNSPECIFIC = new Special("UNSPECIFIC");
const UNC = new Special("UNC");
export const NEWEST = new Special("NEWEST");

const SPECIALS = [WILD, WILD_INFERIORS, UP, BACK, HOME, UNSPECIFIC, UNC, NEWEST];

export function specialNamed(name: string): Special | undefined {
  return SPECIALS.find((special) => special.name === name);
}

/** The host of all pathnames but logical ones. */
export class UnixHost {}

export const HOST = new UnixHost();

/** A host that a program defined (CLHS 19.3). */
export class LogicalHost {
  /** Patterns of its pathnames, each with what they stand for, in the order in which they are tried. */
  translations: readonly (readonly [Parts, Parts])[] = [];

  constructor(
    readonly name: string,
    /** The translations as the program wrote them. */
    public written: LispValue,
  ) {}
}

export type Host = UnixHost | LogicalHost;

/** The home directory of a user: `~name`. */
export class HomeOf {
  constructor(readonly user: string) {}
}

/** A part of a pattern that stands for any characters, or for any one. */
class Wildcard {
  constructor(readonly kind: "multi" | "single") {}
}

export const MULTI = new Wildcard("multi");
export const SINGLE = new Wildcard("single");

/** A part of a pattern that stands for one of these characters. */
export class CharacterSet {
  constructor(readonly characters: string) {}
}

export type Piece = string | Wildcard | CharacterSet;

/** A name with wildcards that is not :WILD. */
export class Pattern {
  constructor(readonly pieces: readonly Piece[]) {}
}

/** A device, name or type; null where there is none. */
export type Component = string | Special | Pattern | null;
export type Version = number | Special | null;
export type DirectoryPart = string | Special | Pattern | HomeOf;

export interface Directory {
  readonly isAbsolute: boolean;
  readonly parts: readonly DirectoryPart[];
}

export function isWild(part: Component | DirectoryPart | Version): boolean {
  return part === WILD || part === WILD_INFERIORS || part instanceof Pattern;
}

export function sameComponent(a: Component | DirectoryPart, b: Component | DirectoryPart): boolean {
  return componentKey(a) === componentKey(b);
}

/** A text that is the same for equal components only. */
export function componentKey(part: Component | DirectoryPart): string {
  if (part === null) return "-";
  if (typeof part === "string") return JSON.stringify(part);
  if (part instanceof Special) return `:${part.name}`;
  if (part instanceof HomeOf) return `~${JSON.stringify(part.user)}`;
  return `*${JSON.stringify(part.pieces)}`;
}

/** Removes each :BACK with the directory before it. */
export function canonical(parts: readonly DirectoryPart[]): DirectoryPart[] {
  const result: DirectoryPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part === BACK && last !== undefined && (typeof last === "string" || isWild(last))) result.pop();
    else if (part !== "") result.push(part);
  }
  return result;
}

/** A component as Lisp code sees it. */
export function lispComponent(part: Component | DirectoryPart | Version, nil: LispValue): LispValue {
  if (part === null) return nil;
  if (typeof part === "string") return makeString(part);
  if (part instanceof Special) return keyword(part.name);
  return part instanceof HomeOf ? list(keyword("HOME"), makeString(part.user)) : part;
}

/** A directory as Lisp code sees it: (:ABSOLUTE "a" "b") for /a/b/. */
export function directoryList(
  directory: Directory | null,
  nil: LispValue,
  each: (part: DirectoryPart) => DirectoryPart = (part) => part,
): LispValue {
  if (directory === null) return nil;
  const parts = directory.parts.map((part) => lispComponent(each(part), nil));
  return list(keyword(directory.isAbsolute ? "ABSOLUTE" : "RELATIVE"), ...parts);
}

/** A text in the other case, which :COMMON stands for; mixed case stays. */
export function commonCase(text: string): string {
  if (text === text.toUpperCase() && text !== text.toLowerCase()) return text.toLowerCase();
  return text === text.toLowerCase() ? text.toUpperCase() : text;
}
