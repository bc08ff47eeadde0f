/** A variable whose value code notes, and the form that binds or assigns it, where that stands in a text. */

import type { LispValue } from "../objects/marshal.js";
import type { Place } from "../stack/sources.js";
import type { EventHead } from "./ring.js";

export interface NotedVariable {
  readonly symbol: LispValue;
  readonly place: Place | null;
  /** What a recording has of each event that gives it a value; null before there is one. */
  head: EventHead | null;
}
