/** Places in the text of a toplevel form that is over. */

import type { LispValue } from "../../runtime/objects/marshal.js";
import type { SourcePosition } from "../../runtime/stack/callstack.js";
import { SourceReading, type ToplevelForm } from "../../runtime/stack/sources.js";

/** The text of a toplevel form that is over, for what is compiled anew from it. */
export class PastReading extends SourceReading {
  constructor(private readonly past: ToplevelForm) {
    super(past.text.file, () => false);
  }

  override get toplevel(): ToplevelForm {
    return this.past;
  }

  override has(form: LispValue): boolean {
    return this.positionOf(form) !== null;
  }

  override positionOf(form: LispValue): SourcePosition | null {
    return this.past.text.positionOf?.(form) ?? null;
  }
}
