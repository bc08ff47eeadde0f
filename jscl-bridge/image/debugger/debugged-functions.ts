/** Functions of the program in whose place others of a debug quality stand for a while. */

import type { LispFunction } from "../../runtime/objects/marshal.js";
import type { Image } from "../image.js";
import { compiledSilently, ReplacedFunctions, type Replacement } from "./replaced-functions.js";

/** What functions were compiled into, by the quality. */
const compiled = new Map<number, WeakMap<LispFunction, LispFunction>>();

/** Compiles the definition of a function under a debug quality; null where that fails. */
export function compiledUnder(image: Image, debug: number, fn: LispFunction): LispFunction | null {
  const { definitions } = image;
  const before = definitions.debug;
  definitions.debug = debug;
  try {
    return compiledSilently(image, fn);
  } finally {
    definitions.debug = before;
  }
}

/** `proclaimed` is the quality that holds otherwise; with `isPassing` also for what is defined meanwhile. */
export function debuggedFunctions(
  image: Image,
  debug: number,
  proclaimed: number,
  isPassing: boolean,
): ReplacedFunctions {
  const known = compiled.get(debug) ?? new WeakMap<LispFunction, LispFunction>();
  compiled.set(debug, known);
  const replacement: Replacement = {
    compiled: known,
    isPassing,
    // What has breakpoints is compiled for stepping, and would lose them in another function.
    compile: (fn, isReplacement) =>
      image.definitions.stopping.has(fn) ? fn : compiledUnder(image, isReplacement ? debug : proclaimed, fn),
  };
  return new ReplacedFunctions(image, replacement);
}
