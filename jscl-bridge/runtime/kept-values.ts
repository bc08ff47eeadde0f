import type { LispValue } from "./objects/marshal.js";
import { makeString } from "./objects/vectors.js";
import { lispError, list } from "./signals.js";

/** Which values are kept: handles are beyond a number, and there are so many values at most. */
interface Keep {
  readonly after: number;
  readonly most: number;
}

/**
 * The values that clients may come back to, by their handles, the one that was used longest ago first. They
 * are held as they are, not weakly: nothing else may refer to what a form returned.
 */
export class KeptValues {
  private readonly values = new Map<number, LispValue>();
  private mostKept = 0;
  private last = 0;

  /** Handles only ever grow. */
  limit({ after, most }: Keep): void {
    this.last = Math.max(this.last, after);
    this.mostKept = most;
  }

  /** The value of a handle. Signals an error where it is not kept. */
  get(handle: number | bigint): LispValue {
    if (typeof handle === "number" && this.values.has(handle))
      return this.keep(handle, this.values.get(handle));
    return lispError(
      "SIMPLE-ERROR",
      "FORMAT-CONTROL",
      makeString(
        "There is no value with the handle ~D: of the values of results, and of those that were inspected, the last ~D are kept, and a fresh Lisp has none.",
      ),
      "FORMAT-ARGUMENTS",
      list(handle, this.mostKept),
    );
  }

  /** A handle of the value: that which was given out last for it, if there is one. */
  add(value: LispValue): number {
    for (const [handle, kept] of this.values) {
      if (Object.is(kept, value)) {
        this.keep(handle, value);
        return handle;
      }
    }
    this.last += 1;
    this.keep(this.last, value);
    return this.last;
  }

  private keep(handle: number, value: LispValue): LispValue {
    this.values.delete(handle);
    this.values.set(handle, value);
    for (const oldest of this.values.keys()) {
      if (this.values.size <= this.mostKept) break;
      this.values.delete(oldest);
    }
    return value;
  }
}
