/**
 * The functions of COMMON-LISP: what they take, what they return, and what else holds of them. The compiler's
 * warnings, the argument checks of the library and DESCRIBE read the same line.
 */
import { arrays } from "./arrays.js";
import { characters } from "./characters.js";
import { conditions } from "./conditions.js";
import { control } from "./control.js";
import { evaluation } from "./evaluation.js";
import { files } from "./files.js";
import { hashTables } from "./hash-tables.js";
import { lists } from "./lists.js";
import { type ArgumentCounts, countsOnLine, type FunctionEntry, nameOnLine, readLine } from "./notation.js";
import { numbers } from "./numbers.js";
import { objects } from "./objects.js";
import { packages } from "./packages.js";
import { printing } from "./printing.js";
import { reading } from "./reading.js";
import { sequences } from "./sequences.js";
import { streams } from "./streams.js";
import { strings } from "./strings.js";
import { symbols } from "./symbols.js";
import { system } from "./system.js";
import { types } from "./types.js";

export type { ArgumentCounts, FunctionEntry, Parameter } from "./notation.js";

/** The subjects by the chapters of the standard that most of their functions are in. */
const SUBJECTS: readonly (readonly [chapter: number, subject: string])[] = [
  [3, evaluation],
  [4, types],
  [5, control],
  [7, objects],
  [9, conditions],
  [10, symbols],
  [11, packages],
  [12, numbers],
  [13, characters],
  [14, lists],
  [15, arrays],
  [16, strings],
  [17, sequences],
  [18, hashTables],
  [19, files],
  [21, streams],
  [22, printing],
  [23, reading],
  [25, system],
];

let lines: Map<string, string> | null = null;
const entries = new Map<string, FunctionEntry>();

/** Lines by the names of their functions. They are read when they are asked for. */
function index(): Map<string, string> {
  if (lines !== null) return lines;
  lines = new Map();
  for (const [, subject] of SUBJECTS)
    for (const line of subject.trim().split("\n")) lines.set(nameOnLine(line).toUpperCase(), line);
  return lines;
}

/** The names of all functions of the table, in upper case. */
export function functionNames(): Iterable<string> {
  return index().keys();
}

/** What the table says of the function whose symbol in COMMON-LISP has this name. */
export function functionEntry(name: string): FunctionEntry | undefined {
  const known = entries.get(name);
  if (known !== undefined) return known;
  const line = index().get(name);
  if (line === undefined) return undefined;
  const entry = readLine(line);
  entries.set(name, entry);
  return entry;
}

/** How many arguments the function takes; cheaper than `functionEntry`. */
export function argumentCounts(name: string): ArgumentCounts | undefined {
  const line = index().get(name);
  return line === undefined ? undefined : countsOnLine(line);
}

/** The chapter of the standard that the subject is about which a function is listed in. */
export function subjectChapter(name: string): number | undefined {
  const line = index().get(name);
  return line === undefined ? undefined : SUBJECTS.find(([, subject]) => subject.includes(line))?.[0];
}
