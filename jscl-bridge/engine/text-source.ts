/**
 * Where texts come from that are fetched in the middle of a form, when a program requires them: ASDF's beside
 * the engine's file, and systems in the folder that the host names.
 */

import { lateFiles, MissingFile } from "./late-file.js";

/** A module of Node's, by a name that bundlers for browsers do not look for. */
const FILES = "node:fs";

/** Answers the text of the file at an address; throws an Error that says why there is none. */
export type TextSource = (file: string) => string;

export async function textSource(): Promise<TextSource> {
  return typeof XMLHttpRequest === "function" ? lateFiles() : readText();
}

async function readText(): Promise<TextSource> {
  // The name is gone when the realm is locked.
  const { URL: Address } = globalThis;
  const { readFileSync } = (await import(/* @vite-ignore */ FILES)) as {
    readFileSync: (address: URL, encoding: "utf8") => string;
  };
  return (file) => {
    try {
      return readFileSync(new Address(file), "utf8");
    } catch (problem) {
      throw new MissingFile((problem as Error).message);
    }
  };
}
