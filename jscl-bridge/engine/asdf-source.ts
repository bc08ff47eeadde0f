/**
 * Where the text of ASDF comes from: a file beside the engine's, which is fetched when a program requires it,
 * in the middle of a form.
 */

/** A module of Node's, by a name that bundlers for browsers do not look for. */
const FILES = "node:fs";

const OK = 200;

/** What answers the text of the file at that address. It throws an Error that says why there is none. */
export async function textSource(file: string): Promise<() => string> {
  return typeof XMLHttpRequest === "function" ? fetchedText(file) : readText(file);
}

/** The request is made before the realm is locked, which has no more of them then. */
function fetchedText(file: string): () => string {
  const request = new XMLHttpRequest();
  return () => {
    try {
      request.open("GET", file, false);
      request.send();
    } catch {
      throw new Error(`${file} cannot be reached`);
    }
    if (request.status !== OK) throw new Error(`the server answered ${request.status} for ${file}`);
    return request.responseText;
  };
}

async function readText(file: string): Promise<() => string> {
  const address = new URL(file);
  const { readFileSync } = (await import(/* @vite-ignore */ FILES)) as {
    readFileSync: (address: URL, encoding: "utf8") => string;
  };
  return () => readFileSync(address, "utf8");
}
