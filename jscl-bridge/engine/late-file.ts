/** The texts of files that are fetched in the middle of a form. */

/** Says why there is no text. */
export class MissingFile extends Error {}

export const OK = 200;

/**
 * Milliseconds after which a file that has not come is asked for by its head alone, and that the head may
 * take. A thread that waits sees nothing of what comes: a server that answers is waited for.
 */
const LATE_MS = 12_000;
const HEAD_MS = 6000;

/**
 * What answers the text of the file at an address, or throws a MissingFile. The request is made before the
 * realm is locked, which has no more of them then.
 */
export function lateFiles(): (file: string) => string {
  const request = new XMLHttpRequest();
  // A page's own thread may give no time to such a request.
  const mayEnd = typeof document === "undefined";
  /** Whether there was an answer in time, or, without `ms`, at all. */
  const ask = (method: string, file: string, ms: number | null): boolean => {
    request.open(method, file, false);
    if (mayEnd) request.timeout = ms ?? 0;
    try {
      request.send();
      return true;
    } catch (error) {
      if ((error as Error).name === "TimeoutError") return false;
      throw new MissingFile(`${file} cannot be reached`);
    }
  };
  return (file) => {
    if (!ask("GET", file, LATE_MS)) {
      if (!ask("HEAD", file, HEAD_MS))
        throw new MissingFile(`nothing came of ${file} for ${(LATE_MS + HEAD_MS) / 1000} seconds`);
      ask("GET", file, null);
    }
    if (request.status !== OK) throw new MissingFile(`the server answered ${request.status} for ${file}`);
    return request.responseText;
  };
}
