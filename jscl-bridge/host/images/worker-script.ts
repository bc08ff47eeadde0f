import type { Clock } from "../time/clock.js";

/** Milliseconds that a loading Worker may be silent before its script is looked at. */
const LOOK_MS = 1000;

/** Milliseconds that a Worker whose script has come may be silent after that. */
const SILENCE_MS = 10_000;

/** An export of the engine's script, by which it is recognised even where it was changed on the way. */
const EXPORT = "bootEngine";

/**
 * Looks after a Worker that was just made, until what is returned is called: a script that is empty, or
 * another's, ends without a word, and browsers tell nobody. `onFailure` is told once.
 */
export function watchScript(script: URL, clock: Clock, onFailure: (reason: string) => void): () => void {
  let entry: object | null = null;
  let isWatched = true;
  const after = (ms: number, then: () => void) => {
    entry = clock.add(clock.now() + ms, then);
  };
  after(LOOK_MS, async () => {
    const problem = await problemOf(script);
    if (!isWatched || problem === undefined) return;
    if (problem !== null) return onFailure(problem);
    after(SILENCE_MS, () => onFailure(`${script.pathname} was loaded, but does not speak.`));
  });
  return () => {
    isWatched = false;
    if (entry !== null) clock.remove(entry);
    entry = null;
  };
}

/** The problem of the script; null for none, undefined where that cannot be seen. */
async function problemOf(script: URL): Promise<string | null | undefined> {
  try {
    const response = await fetch(script);
    // The Worker gets that error itself.
    if (!response.ok) return undefined;
    const text = await response.text();
    if (text.includes(EXPORT)) return null;
    return `${script.pathname} ${text.trim() === "" ? "is empty" : "is not the file of the Lisp"}.`;
  } catch {
    return undefined;
  }
}
