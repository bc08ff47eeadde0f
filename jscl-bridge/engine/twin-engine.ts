/** Where the engine has what only evaluations on the heap need: beside the twins of the Lisp's functions. */

/** What makes functions of the build of an id, of the variables that they name. */
export type LoadTwins = (id: string) => (...variables: unknown[]) => readonly unknown[];

// This thread may have several images, of one build.
let load: LoadTwins | null = null;

/**
 * Has them come from there. With an id, as `derive/engine-split.ts` puts it in their place, it answers with
 * what makes them; nothing else calls it so.
 */
export function twinEngine(given: LoadTwins | string): ReturnType<LoadTwins> {
  if (typeof given !== "string") load = given;
  else if (load !== null) return load(given);
  else throw new Error("A part of the engine was called before its image runs anything on the heap.");
  return () => [];
}
