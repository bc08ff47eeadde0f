/**
 * Frames of the standard's macro functions that are written in TypeScript, for what they find wrong with
 * their calls.
 */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { list, sym } from "../../runtime/signals.js";
import { type CallStack, NULL_ENVIRONMENT, UNUSED_ARGUMENT } from "../../runtime/stack/callstack.js";
import { car, isSymbol } from "../syntax/forms.js";

/** Those that look at their environment, in SBCL. */
const WITH_ENVIRONMENT: ReadonlySet<string> = new Set(
  `ASSERT CHECK-TYPE DECF DEFCLASS DEFSTRUCT DEFUN DOLIST INCF NTH-VALUE POP PUSH PUSHNEW REMF RESTART-CASE ROTATEF SETF
  SHIFTF UNLESS WHEN WITH-INPUT-FROM-STRING`.split(/\s+/),
);

/** Those whose last act is to call what expands the form: SBCL has no frame for them then. */
const TAIL_CALLERS: ReadonlySet<string> = new Set(["LOOP"]);

export class MacroFrames {
  private readonly ids = new Map<LispSymbol, number>();

  constructor(private readonly stack: CallStack) {}

  /** Pushes the call of the global macro function for `form`, expanded at toplevel. */
  push(form: LispValue): void {
    const name = car(form);
    if (!isSymbol(name) || TAIL_CALLERS.has(symbolName(name))) return;
    let id = this.ids.get(name);
    if (id === undefined) {
      id = this.stack.registerLibrary(list(sym("MACRO-FUNCTION"), name), 2);
      this.ids.set(name, id);
    }
    this.stack.push(id, [form, WITH_ENVIRONMENT.has(symbolName(name)) ? NULL_ENVIRONMENT : UNUSED_ARGUMENT]);
  }
}
