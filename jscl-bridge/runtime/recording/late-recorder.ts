/** The recorder of an image, which is made when something is recorded first: few images record. */

import type { LispValue, ValuesFunction } from "../objects/marshal.js";
import { elementsOf } from "../signals.js";
import type { NotedVariable } from "./noted-variable.js";
import type { Recorder } from "./recorder.js";
import { EVENT } from "./ring.js";

export class LateRecorder {
  #made: Recorder | null = null;

  constructor(private readonly make: () => Recorder) {}

  get(): Recorder {
    this.#made ??= this.make();
    return this.#made;
  }

  /** What code calls that was compiled to be recorded, and what the overlay calls at any time. */
  functions() {
    return {
      noteCall: (height: number, info: number, args: readonly LispValue[]) =>
        this.get().noteCall(height, info, args),
      noteCallOfOne: (height: number, info: number, arg: LispValue) =>
        this.get().noteCallOfOne(height, info, arg),
      noteReturn: (call: number, values: ValuesFunction, x: LispValue) =>
        this.get().noteReturn(call, values, x),
      noteLastCall: (call: number) => this.get().noteLastCall(call),
      noteBinding: (call: number, variable: NotedVariable, x: LispValue) =>
        this.get().noteValue(EVENT.binding, call, variable, x),
      noteAssignment: (call: number, variable: NotedVariable, x: LispValue) =>
        this.get().noteValue(EVENT.assignment, call, variable, x),
      noteSignal: (condition: LispValue) => this.#made?.note(EVENT.signal, null, [condition]),
      noteRestart: (name: LispValue, given: LispValue) => {
        if (this.#made?.isOn) this.#made.note(EVENT.restart, name, elementsOf(given));
      },
      noteHandled: (condition: LispValue) => this.#made?.note(EVENT.handled, null, [condition]),
    };
  }
}
