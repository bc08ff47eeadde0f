import type { Clock } from "./clock.js";

/**
 * The value of a promise. Rejects with an Error that says `problem` when the promise takes longer than `ms`
 * on the clock.
 */
export async function within<T>(clock: Clock, ms: number, promise: Promise<T>, problem: string): Promise<T> {
  let entry: object | undefined;
  const late = new Promise<never>((_, reject) => {
    entry = clock.add(clock.now() + ms, () => reject(new Error(problem)));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    if (entry) clock.remove(entry);
  }
}
