/** Which variable of MULTIPLE-VALUE-BIND is always NIL because the form gives too few values. */

import type { Hint } from "../../contract/engine.js";
import { functionEntry } from "../../functions/table.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispFunction, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolFunction, symbolName } from "../../runtime/objects/symbols.js";
import { elementsOf, isCons, isSymbol, nil } from "../../runtime/signals.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import type { Image } from "../image.js";
import { type Occasion, printed } from "./hint-facts.js";
import { visitForms } from "./written-names.js";

/** Hints about one condition. */
const MOST = 2;

/**
 * The hints about an error whose datum is NIL, from the definitions of the text at work: the function that
 * binds the variable may have returned long before.
 */
export function lostValues({ image, signalled, user }: Occasion): Hint[] {
  if (signalled.slots.get("DATUM") !== nil()) return [];
  const hints: Hint[] = [];
  const infos = new Set(definitionsAtWork(image));
  if (user !== null) infos.add(user);
  for (const info of infos) {
    visitForms(image, info.source ?? nil(), "MULTIPLE-VALUE-BIND", (form) => {
      const [, variables, init] = elementsOf(form);
      const names = isCons(variables) ? elementsOf(variables) : [];
      const lost = init === undefined ? undefined : names[mostValues(init)];
      const position = lost === undefined ? null : (info.place?.form.text.positionOf?.(init) ?? null);
      if (lost === undefined || position === null || hints.length === MOST) return;
      hints.push({
        kind: "lost-value",
        about: printed(image, lost),
        text: printed(image, init),
        thing: "variable",
        distance: null,
        position,
      });
    });
  }
  return hints;
}

/** The functions that the text at work has defined. */
function* definitionsAtWork(image: Image): Generator<FrameInfo> {
  const text = image.sources.innermost?.text;
  for (const symbol of image.definitions.compiled) {
    if (!image.internals.fboundp(symbol)) continue;
    const info = image.stack.infoOf(symbolFunction(symbol) as LispFunction & { name: string });
    if (info?.place?.form.text === text && info?.source !== undefined) yield info;
  }
}

/** As many values as a form may give, for all that is certain. */
const ANY = Number.POSITIVE_INFINITY;

/** Operators whose last form gives the values, and those where another form may give one instead. */
const LAST = new Set(["PROGN", "LET", "LET*", "LOCALLY"]);
const LAST_OR_ONE = new Set(["WHEN", "UNLESS", "AND", "OR"]);

/** How many values a form gives at the most. */
function mostValues(form: LispValue): number {
  // A symbol may be the name of a symbol macro.
  if (!isCons(form)) return isSymbol(form) ? ANY : 1;
  const operator = carOf(form);
  if (!isSymbol(operator) || homeName(operator) !== "COMMON-LISP") return ANY;
  const name = symbolName(operator);
  const operands = elementsOf(cdrOf(form));
  const last = operands.at(-1) ?? nil();
  if (name === "VALUES") return operands.length;
  if (name === "QUOTE") return 1;
  if (name === "IF") return Math.max(mostValues(operands[1] ?? nil()), mostValues(operands[2] ?? nil()));
  if (LAST.has(name)) return mostValues(last);
  if (LAST_OR_ONE.has(name)) return Math.max(1, mostValues(last));
  const values = functionEntry(name)?.values ?? null;
  return values === null || functionEntry(name)?.attributes.has("generic") ? ANY : values.length;
}
