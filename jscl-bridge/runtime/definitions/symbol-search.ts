/**
 * Which symbols and packages a text may be meant to become. Nothing here interns, signals or runs Lisp, so
 * the session is afterwards as it was.
 */

import type { BaseImage } from "../base-image.js";
import type { LispPackage, LispSymbol } from "../objects/marshal.js";
import { symbolName, symbolValue } from "../objects/symbols.js";
import { now } from "../platform.js";
import { escapedToken, needsEscape } from "../printer/tokens.js";
import { isSpecialOperator } from "./special-operators.js";

/** What was found: the best ones, and how many there are in all. */
export interface Search {
  readonly texts: string[];
  readonly total: number;
}

/** Characters of a text that may still be the beginning of a name. */
const MOST_WRITTEN = 200;

/** Milliseconds that a search may take; a program can intern as many symbols as it likes. */
const MOST_MS = 200;

const NOTHING: Search = { texts: [], total: 0 };

/** A symbol as it was written, or the beginning of one. */
interface Written {
  /** What stands before the name, as it was written: quotes, the package, colons. */
  readonly before: string;
  /** The name of the package; null where none was written. */
  readonly home: string | null;
  readonly colons: number;
  readonly name: string;
  /** Whether the name was written between bars, so that case counts. */
  readonly isQuoted: boolean;
}

function parse(text: string): Written {
  const lead = /^(?:#'|['`,@(])*/.exec(text)?.[0].length ?? 0;
  let isInBars = false;
  let first = -1;
  for (let i = lead; i < text.length && first < 0; i++) {
    if (text[i] === "|") isInBars = !isInBars;
    else if (text[i] === ":" && !isInBars) first = i;
  }
  let colons = 0;
  while (first >= 0 && text[first + colons] === ":") colons += 1;
  const at = first < 0 ? lead : first + colons;
  const home = first < 0 ? null : unescaped(text.slice(lead, first));
  const isQuoted = text[at] === "|";
  return {
    before: text.slice(0, at),
    home,
    colons,
    name: isQuoted ? bared(text.slice(at)) : text.slice(at),
    isQuoted,
  };
}

/** What stands between bars, of which the last may be missing. */
function bared(token: string): string {
  const inner = token.slice(1);
  return (inner.endsWith("|") ? inner.slice(0, -1) : inner).replace(/\\(.)/gs, "$1");
}

/** The name that the reader makes of a token. */
function unescaped(token: string): string {
  return token.startsWith("|") ? bared(token) : token.toUpperCase();
}

/**
 * How well a name fits what was written, best at 0: it begins so; its words do, as in `m-v-b` for
 * `multiple-value-bind`; it has it somewhere. Null if it does not fit.
 */
function rankOf(written: string, name: string): number | null {
  if (name.startsWith(written)) return 0;
  if (written.includes("-")) {
    const words = name.split("-");
    if (written.split("-").every((part, i) => words[i]?.startsWith(part))) return 1;
  }
  return name.includes(written) ? 2 : null;
}

interface Candidate {
  readonly text: string;
  readonly rank: number;
}

function best(candidates: Candidate[], limit: number): Search {
  candidates.sort((a, b) => a.rank - b.rank || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  return { texts: candidates.slice(0, limit).map(({ text }) => text), total: candidates.length };
}

/** In lower case, as code is written, unless what was written of it is in upper case. */
function casing(written: string): "upcase" | "downcase" {
  return written !== written.toLowerCase() && written === written.toUpperCase() ? "upcase" : "downcase";
}

/**
 * The symbols that a text may become, read in a package: with a prefix those of its package, else those
 * accessible.
 */
export function completeSymbol(image: BaseImage, text: string, pkg: LispPackage, limit: number): Search {
  if (text.length > MOST_WRITTEN) return NOTHING;
  const written = parse(text.trimStart());
  const home = written.home === null ? pkg : image.tables.findPackage(written.home || "KEYWORD");
  if (home === undefined || written.colons > 2) return NOTHING;
  const which =
    written.home === null ? "accessible" : written.colons > 1 && written.home !== "" ? "present" : "external";
  const wanted = written.isQuoted ? written.name : written.name.toUpperCase();
  const printCase = casing(written.name);
  const candidates: Candidate[] = [];
  const until = now() + MOST_MS;
  let seen = 0;
  for (const symbol of image.tables.symbolsOf(home, which)) {
    if (++seen % 1024 === 0 && now() > until) break;
    const name = symbolName(symbol);
    const rank = rankOf(wanted, written.isQuoted ? name : name.toUpperCase());
    if (rank === null) continue;
    const token = written.isQuoted ? barred(name) : escapedToken(name, printCase, 10);
    // What names nothing was read once, and perhaps never meant.
    const isMere = which === "accessible" && !namesSomething(image, symbol);
    candidates.push({ text: written.before + token, rank: rank * 2 + (isMere ? 1 : 0) });
  }
  return best(candidates, limit);
}

function barred(name: string): string {
  return `|${name.replace(/[|\\]/g, "\\$&")}|`;
}

function namesSomething(image: BaseImage, symbol: LispSymbol): boolean {
  return (
    symbolValue(symbol) !== undefined ||
    image.internals.fboundp(symbol) ||
    image.definitions.macros.has(symbol) ||
    isSpecialOperator(symbol)
  );
}

/** The packages that a text may become, by names and nicknames. */
export function completePackage(image: BaseImage, text: string, limit: number): Search {
  if (text.length > MOST_WRITTEN) return NOTHING;
  const lead = /^(?:#?:|")*/.exec(text.trimStart())?.[0] ?? "";
  const written = text.trimStart().slice(lead.length);
  const isQuoted = written.startsWith("|");
  const wanted = isQuoted ? bared(written) : written.toUpperCase();
  const printCase = lead.endsWith('"') ? "upcase" : casing(written);
  const candidates: Candidate[] = [];
  for (const name of image.tables.packageNames()) {
    const rank = rankOf(wanted, isQuoted ? name : name.toUpperCase());
    if (rank !== null) candidates.push({ text: lead + escapedToken(name, printCase, 10), rank });
  }
  return best(candidates, limit);
}

/** The symbol that a text names where it is read in a package; none if there is no such symbol yet. */
export function writtenSymbol(image: BaseImage, text: string, pkg: LispPackage): LispSymbol | null {
  const { home, colons, name, isQuoted } = parse(text.trim());
  const where = home === null ? pkg : image.tables.findPackage(home || "KEYWORD");
  if (where === undefined || colons > 2 || name === "") return null;
  const found = image.tables.findSymbol(isQuoted ? name : name.toUpperCase(), where);
  if (found !== undefined) return found.symbol;
  // A name with small letters that was written without its bars.
  return needsEscape(name, 10) ? (image.tables.findSymbol(name, where)?.symbol ?? null) : null;
}

/** The package that a text names. */
export function writtenPackage(image: BaseImage, text: string): LispPackage | null {
  const name = text
    .trim()
    .replace(/^(?:#?:|")*/, "")
    .replace(/"$/, "");
  return image.tables.findPackage(unescaped(name)) ?? image.tables.findPackage(name) ?? null;
}
