/**
 * The qualities of OPTIMIZE declarations (CLHS 3.3) that the compiler heeds: debug alone. Code of safety 0
 * keeps its checks, which the standard allows: without them a wrong type that it declares would put
 * JavaScript's `undefined` and NaN where the image expects objects, and the session would be lost.
 */

import type { LispValue } from "../../runtime/objects/marshal.js";
import { sym } from "../../runtime/signals.js";
import { car, cdr, elements, isCons } from "./forms.js";

/** From this debug quality on, frames keep their variables, as SBCL's do. */
export const KEEPS_VARIABLES = 2;

/** The highest value of a quality, which an OPTIMIZE declaration without a value asks for. */
export const MOST = 3;

/** The debug quality of code that is stepped through, which no declaration asks for. */
export const STEPS = 4;

/** The debug quality that declaration specifiers ask for; null where they say nothing of it. */
export function declaredDebug(specifiers: readonly LispValue[]): number | null {
  let debug: number | null = null;
  for (const specifier of specifiers) {
    if (car(specifier) !== sym("OPTIMIZE")) continue;
    for (const quality of elements(cdr(specifier))) {
      const [name, value] = isCons(quality) ? [car(quality), car(cdr(quality))] : [quality, MOST];
      if (name === sym("DEBUG") && isQuality(value)) debug = value;
    }
  }
  return debug;
}

/** Whether a value is one that a quality may have. */
export function isQuality(x: LispValue): x is number {
  return typeof x === "number" && Number.isInteger(x) && x >= 0 && x <= MOST;
}
