/** Which definition that the failing function has in it was changed after that function was compiled. */

import type { Hint } from "../../contract/engine.js";
import type { Expanded } from "../../runtime/definitions/meaning-changes.js";
import { setfFunctionSymbol } from "../../runtime/objects/setf-names.js";
import type { HintThing } from "./hint-facts.js";
import { type Occasion, printed, slotSymbol } from "./hint-facts.js";
import { operatorsIn } from "./written-names.js";

/** Hints about one function. */
const MOST = 3;

const THINGS: Readonly<Record<Expanded, HintThing>> = {
  macro: "macro",
  "inline-function": "inline function",
  structure: "structure function",
};

export function olderDefinitions(occasion: Occasion): Hint[] {
  const { image, user } = occasion;
  const { changes } = image.definitions;
  if (user?.source === undefined || changes.now === (user.since ?? 0)) return [];
  const since = user.since ?? 0;
  const called = isUndefined(occasion) ? slotSymbol(occasion, "NAME") : null;
  const hints: Hint[] = [];
  for (const operator of operatorsIn(image, user.source)) {
    const change = changes.since(since, operator) ?? changes.since(since, setfFunctionSymbol(operator));
    if (change === null) continue;
    // What became a macro later is called as a function: that is the error, or it did not come to that.
    if (!change.wasKnown && !(change.what === "macro" && called === operator)) continue;
    const verb = change.wasKnown ? "redefined" : "defined";
    const thing = THINGS[change.what];
    hints.push({
      kind: verb,
      about: printed(image, user.name),
      text: printed(image, operator),
      thing,
      distance: null,
    });
    if (hints.length === MOST) break;
  }
  return hints;
}

function isUndefined({ signalled }: Occasion): boolean {
  return signalled.type === "UNDEFINED-FUNCTION";
}
