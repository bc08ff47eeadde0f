/**
 * Where the text of ASDF comes from: a file beside the engine's, which is fetched when a program requires it,
 * in the middle of a form.
 */

import { lateFile } from "./late-file.js";

/** A module of Node's, by a name that bundlers for browsers do not look for. */
const FILES = "node:fs";

/** What answers the text of the file at that address. It throws an Error that says why there is none. */
export async function textSource(file: string): Promise<() => string> {
  return typeof XMLHttpRequest === "function" ? lateFile(file) : readText(file);
}

async function readText(file: string): Promise<() => string> {
  const address = new URL(file);
  const { readFileSync } = (await import(/* @vite-ignore */ FILES)) as {
    readFileSync: (address: URL, encoding: "utf8") => string;
  };
  return () => readFileSync(address, "utf8");
}
