/** What the functions of the standard do, in words: DOCUMENTATION's. */
import { type NamesFile, namesFile } from "./names-file.js";

const kept: { words: ReadonlyMap<string, string> | null } = { words: null };

/** By the names of functions, macros and special operators; nothing where the file cannot be had. */
function allWords(): ReadonlyMap<string, string> {
  if (kept.words !== null) return kept.words;
  try {
    const { functions } = JSON.parse(namesFile.text()) as NamesFile;
    kept.words = new Map(
      functions.split("\n").map((line): [string, string] => {
        const end = line.indexOf(": ");
        return [line.slice(0, end).toUpperCase(), line.slice(end + 2)];
      }),
    );
    return kept.words;
  } catch {
    return new Map();
  }
}

/** What a function, macro or special operator of COMMON-LISP does; undefined for what is none. */
export function wordsOfFunction(name: string): string | undefined {
  return allWords().get(name);
}
