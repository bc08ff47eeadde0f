/** SLEEP. It waits inside the evaluation, so that the deadline holds meanwhile. */

import type { BaseImage } from "../base-image.js";
import type { FunctionTable } from "../function-table.js";
import { isReal, toDoubleValue } from "../numbers.js";
import { makeString } from "../objects/vectors.js";
import { atomics, now } from "../platform.js";
import { lispError, list, nil, sym } from "../signals.js";

/** Milliseconds between two looks at the clock. */
const SLICE = 5;

/** Waits a while without running, where the thread may block. */
function block(cell: Int32Array<SharedArrayBuffer> | null, milliseconds: number): void {
  if (cell === null || atomics === null) return;
  try {
    atomics.wait(cell, 0, 0, milliseconds);
  } catch {
    // The page's own thread may not block: it looks at the clock without pause.
  }
}

/** Memory to wait at; null where there is none. */
function sharedCell(): Int32Array<SharedArrayBuffer> | null {
  try {
    // Pages that are not isolated have no name for memory that is shared, and share it with nobody. What
    // WebAssembly makes is some all the same, and a thread may wait at its own.
    const memory =
      typeof SharedArrayBuffer === "undefined"
        ? new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer
        : new SharedArrayBuffer(4);
    return new Int32Array(memory as SharedArrayBuffer);
  } catch {
    return null;
  }
}

export function timeFunctions(image: BaseImage): FunctionTable {
  const { stack } = image;
  const cell = sharedCell();
  return {
    SLEEP: (_values, seconds) => {
      const given = isReal(seconds) ? toDoubleValue(seconds) : Number.NaN;
      if (!(given >= 0)) {
        return lispError(
          "SIMPLE-TYPE-ERROR",
          "FORMAT-CONTROL",
          makeString("Invalid argument to SLEEP: ~S, should be a non-negative real."),
          "FORMAT-ARGUMENTS",
          list(seconds),
          "DATUM",
          seconds,
          "EXPECTED-TYPE",
          list(sym("REAL"), 0),
        );
      }
      const end = now() + given * 1000;
      for (let rest = given * 1000; rest > 0; rest = end - now()) {
        block(cell, Math.min(rest, SLICE));
        stack.tick();
      }
      return nil();
    },
  };
}
