/**
 * What a definition warns of whose parameters are not those of the standard function that it would replace.
 */

import { type FunctionEntry, functionEntry, subjectChapter } from "../../functions/table.js";
import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import type { WarningReporter } from "./reporter.js";
import type { Signature } from "./signature.js";

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

const inWords = (count: number): string => NUMBERS[count] ?? String(count);

const args = (count: number, kind = ""): string => `${inWords(count)}${kind} arg${count === 1 ? "" : "s"}`;

const SEQUENCES = 17;

/**
 * Functions of sequences with keywords pass on all that they are given to sequences of a program's: SBCL has
 * a &REST for that in their types, but for MERGE and MAKE-SEQUENCE.
 */
function passesAllOn({ name, keys }: FunctionEntry): boolean {
  return keys !== null && subjectChapter(name) === SEQUENCES && name !== "MERGE" && name !== "MAKE-SEQUENCE";
}

/** Compares the parameters of a definition of `name` with those that the standard has. */
export function warnProclaimedList(warnings: WarningReporter, name: LispSymbol, signature: Signature): void {
  const entry = homeName(name) === "COMMON-LISP" ? functionEntry(symbolName(name)) : undefined;
  if (entry === undefined) return;
  for (const problem of problems(signature, entry)) warnings.warn("SIMPLE-STYLE-WARNING", problem, null);
}

function problems(signature: Signature, entry: FunctionEntry): readonly string[] {
  const { required, optional, rest, keys } = entry;
  // A list of any objects says nothing.
  if (required.length === 0 && optional.length === 0 && keys === null && rest?.type === "t") return [];
  const isPlain = signature.optional === 0 && !signature.rest && signature.keys === null;
  return isPlain ? ofRequired(signature, entry) : ofOthers(signature, entry);
}

/** Of a definition with required parameters alone. */
function ofRequired({ required }: Signature, entry: FunctionEntry): string[] {
  const lacking = [
    ...(entry.optional.length > 0 ? ["&OPTIONAL arguments"] : []),
    ...(entry.keys !== null ? ["&KEY arguments"] : []),
    ...(entry.rest !== null || passesAllOn(entry) ? ["&REST argument"] : []),
  ];
  const found = lacking.map((what) => `The definition has no ${what}, but the proclamation did.`);
  const count = entry.required.length;
  if (required === count) return found;
  return [...found, `The definition has ${args(required)}, but the proclamation has ${inWords(count)}.`];
}

/** Of a definition with others: their keywords are compared when everything else is the same. */
function ofOthers(signature: Signature, entry: FunctionEntry): string[] {
  const found: string[] = [];
  const count = (own: number, theirs: number, kind: string): void => {
    if (own !== theirs)
      found.push(`The definition has ${args(own, ` ${kind}`)}, but proclamation has ${inWords(theirs)}.`);
  };
  const same = (own: boolean, theirs: boolean, what: string): void => {
    if (own !== theirs)
      found.push(
        `The definition ${own ? "has" : "doesn't have"} ${what}, but proclamation ${theirs ? "does" : "doesn't"}.`,
      );
  };
  count(signature.required, entry.required.length, "REQUIRED");
  count(signature.optional, entry.optional.length, "&OPTIONAL");
  same(signature.keys !== null, entry.keys !== null, "&KEY arguments");
  if (signature.keys === null)
    same(signature.rest, entry.rest !== null || passesAllOn(entry), "&REST argument");
  return found.length > 0 ? found : ofKeys(signature.keys ?? new Set(), entry);
}

function ofKeys(own: ReadonlySet<string>, { keys }: FunctionEntry): string[] {
  const names = [...own].map((key) => key.replace(/^KEYWORD/, ""));
  const theirs = (keys ?? []).map(({ name }) => `:${name}`);
  const more = names.filter((key) => !theirs.includes(key));
  const lacking = theirs.filter((key) => !names.includes(key));
  return [
    ...more.map((key) => `Defining a ${key} keyword not present in proclamation.`),
    ...lacking.map((key) => `The definition lacks the ${key} key present in proclamation.`),
  ];
}
