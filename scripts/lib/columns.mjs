/**
 * Finds lines of comments and documents that have more than 110 columns. Formatters break lines of code.
 * Lines that cannot be broken may be longer: tables, code in documents, addresses and links.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { commentsOf, languageOf } from "./comments.mjs";
import { at, ROOT } from "./paths.mjs";

export const COLUMNS = 110;

/**
 * Files whose text comes from elsewhere or is kept as it was written. Generated sources say so in their first
 * line, generated documents below their title.
 */
const EXEMPT = [/^jscl-bridge\/third-party\//, /^tests\/schemas\//, /(^|\/)fixtures\//, /\.snap$/];

/** Files and folders that are not rewrapped yet. An entry without a long line fails the test: remove it. */
export const PENDING = [];

const GENERATED = /^(\/\/ |# .*\n\n)Generated from /;

const width = (line) => [...line].length;

/** A line that is long by an address or a link may stay long. */
const unbreakable = (line) =>
  width(line.replace(/\]\([^)\s]*\)/g, "]").replace(/\b[a-z][a-z+.-]*:\/\/[^\s)>`]+/g, "")) <= COLUMNS;

/** The long lines of a document in Markdown, by number from 1. */
function longInDocument(text) {
  let fence;
  return text.split("\n").flatMap((line, index) => {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    const isCode = fence !== undefined || mark !== undefined;
    if (mark !== undefined) fence = fence === mark ? undefined : (fence ?? mark);
    const mayBeLong = isCode || /^\s*(\||<|#)/.test(line) || unbreakable(line);
    return mayBeLong || width(line) <= COLUMNS ? [] : [index + 1];
  });
}

/** The long lines of a source that have a comment, or a part of one, by number from 1. */
function longInComments(text, language) {
  let end = -1;
  const lines = text.split("\n").map((line, index) => {
    const start = end + 1;
    end = start + line.length;
    return { line, start, end, number: index + 1 };
  });
  const long = lines.filter(({ line }) => line.length > COLUMNS && !unbreakable(line));
  if (long.length === 0) return [];
  const comments = commentsOf(text, language);
  return long
    .filter((line) => comments.some(({ start, end }) => start < line.end && end > line.start))
    .map(({ number }) => number);
}

/** The numbers of the lines of a file that are too long. */
export function longLines(file, text) {
  if (/\.md$/.test(file)) return longInDocument(text);
  const language = languageOf(file);
  return language === undefined ? [] : longInComments(text, language);
}

/** The long lines of every file that git knows, each as `{ file, line }`. */
export function findLongLines() {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0");
  return files
    .filter((file) => /\.(md|ts|mjs|js|rs|lisp)$/.test(file) && !EXEMPT.some((pattern) => pattern.test(file)))
    .filter((file) => existsSync(at(file)))
    .map((file) => ({ file, text: readFileSync(at(file), "utf8") }))
    .filter(({ text }) => !GENERATED.test(text))
    .flatMap(({ file, text }) => longLines(file, text).map((line) => ({ file, line })));
}
