import type { Clock } from "../time/clock.js";

/** How long a Worker that has begun to load may be silent, in milliseconds, before its script is looked at. */
const LOOK_MS = 1000;

/** How long one whose script has come may be silent after that. */
const SILENCE_MS = 10_000;

/** What the engine's script exports, whatever else became of it on its way here. */
const EXPORT = "bootEngine";

/**
 * Looks after a Worker that was just made, until what is returned is called: a script that is empty, or another's, ends without a word,
 * and browsers tell nobody. `onFailure` is told once.
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

/** What is wrong with the script; null for nothing, undefined where that cannot be seen. */
async function problemOf(script: URL): Promise<string | null | undefined> {
  try {
    const response = await fetch(script);
    // The Worker is told of that itself.
    if (!response.ok) return undefined;
    const text = await response.text();
    if (text.includes(EXPORT)) return null;
    return `${script.pathname} ${text.trim() === "" ? "is empty" : "is not the file of the Lisp"}.`;
  } catch {
    return undefined;
  }
}
