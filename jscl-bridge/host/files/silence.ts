/**
 * The one rule for how long a start waits: as long as something comes. A file that is slow is waited for; one
 * of which nothing comes is given up, in words.
 */
import type { Clock } from "../time/clock.js";
import { silent } from "./file-problems.js";

/** Milliseconds that a file may take before it is looked at. */
const LOOK_MS = 4000;

/**
 * Milliseconds in which nothing comes, of a file or from who has it, before it is given up. With LOOK_MS a
 * start that is silent from the beginning ends within 20 s.
 */
const SILENCE_MS = 12_000;

/** What a wait may want to know. */
interface Waiting {
  /** Milliseconds before the file is looked at. */
  readonly lookMs?: number;
  /** Told that more of the file has come. */
  readonly onBytes?: () => void;
  /** What is wrong with the whole text of the file; null for nothing. */
  readonly problemOf?: (text: string) => string | null;
  /** What is wrong where the file is there, and nothing follows from it. */
  readonly idle?: string;
  /** Told, in place of that, when the file is there: what follows needs others, too. */
  readonly onWhole?: () => void;
}

/**
 * Watches over who loads a file and cannot say how far that is, until what is returned is called. When it
 * takes long, the file is fetched beside it, which a browser's cache makes one download of: it is silent when
 * that is. `onSilence` is called once.
 */
export function watchFile(
  file: URL,
  clock: Clock,
  onSilence: (reason: string) => void,
  { lookMs = LOOK_MS, onBytes, problemOf, idle, onWhole }: Waiting = {},
): () => void {
  const looking = new AbortController();
  let isOver = false;
  let entry: object | null = null;
  const after = (ms: number, then: () => void) => {
    if (entry !== null) clock.remove(entry);
    entry = isOver ? null : clock.add(clock.now() + ms, then);
  };
  const end = () => {
    isOver = true;
    looking.abort();
    if (entry !== null) clock.remove(entry);
    entry = null;
  };
  const giveUp = (reason: string) => {
    if (isOver) return;
    end();
    onSilence(reason);
  };
  const waitFor = (reason: string) => after(SILENCE_MS, () => giveUp(reason));
  const missing = silent(file, SILENCE_MS / 1000);
  const look = async () => {
    waitFor(missing);
    try {
      const response = await fetch(file, { signal: looking.signal });
      // Who loads it gets that answer itself.
      if (!response.ok) return;
      const text = await heard(response, () => {
        waitFor(missing);
        onBytes?.();
      });
      const problem = problemOf?.(text) ?? null;
      if (problem !== null) giveUp(problem);
      else if (onWhole !== undefined) {
        if (isOver) return;
        end();
        onWhole();
      } else waitFor(idle ?? `${file.href} was loaded, but nothing follows from it.`);
    } catch {
      // What cannot be looked at may still be loaded, and has as long.
    }
  };
  after(lookMs, () => void look());
  return end;
}

/** The value of what loads a file; rejects with an Error that says so when nothing comes of the file. */
export async function untilSilent<T>(file: URL, clock: Clock, loading: Promise<T>): Promise<T> {
  let end = () => {};
  const given = new Promise<never>((_, reject) => {
    end = watchFile(file, clock, (reason) => reject(new Error(reason)));
  });
  try {
    return await Promise.race([loading, given]);
  } finally {
    end();
  }
}

/** The text of an answer; `onBytes` is called for each part of it as it comes. */
async function heard(response: Response, onBytes: () => void): Promise<string> {
  onBytes();
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    onBytes();
    text += decoder.decode(value, { stream: true });
  }
}
