/** The calls that TRACE tells of, kept as data for the evaluation that they are of. */

import type { LispValue } from "../objects/marshal.js";
import { elementsOf, nil } from "../signals.js";
import { type CallStack, frameInfo } from "../stack/callstack.js";
import type { LateRecorder } from "./late-recorder.js";

/** Events that are kept, at most: a call and its end are two. */
const MOST_TRACED = 20_000;

export class Traces {
  #isStale = true;

  constructor(
    private readonly stack: CallStack,
    readonly recorder: LateRecorder,
  ) {}

  /** The next traced call is of another evaluation. */
  end(): void {
    this.#isStale = true;
  }

  /** Whether a call of one of the functions is running. */
  #isCalling(names: readonly LispValue[]): boolean {
    const { stack } = this;
    for (let frame = stack.innermost(); frame !== null; frame = stack.callerOf(frame)) {
      const { name } = frame.info;
      if (name !== null && names.includes(name)) return true;
    }
    return false;
  }

  /** What the overlay calls (`lisp/environment/trace.lisp`). */
  functions() {
    return {
      traceCall: (name: LispValue, args: LispValue): number => {
        const recorder = this.recorder.get();
        if (this.#isStale) recorder.begin(MOST_TRACED);
        this.#isStale = false;
        return recorder.enter(this.stack.sp, frameInfo("function", name, 0), elementsOf(args));
      },
      traceEnd: (call: number, returned: LispValue, values: LispValue): void => {
        if (call >= 0) this.recorder.get().leave(call, returned === nil() ? null : elementsOf(values));
      },
      isCalling: (names: LispValue): boolean => this.#isCalling(elementsOf(names)),
    };
  }
}
