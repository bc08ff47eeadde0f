/** A variable whose value code notes, and the form that binds or assigns it, where that stands in a text. */

import type { LispValue } from "../objects/marshal.js";
import type { Place } from "../stack/sources.js";

export interface NotedVariable {
  readonly symbol: LispValue;
  readonly place: Place | null;
}
