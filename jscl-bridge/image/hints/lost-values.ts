/** Which variable of MULTIPLE-VALUE-BIND is NIL because a form gives too few values. */

import type { Hint } from "../../contract/engine.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispFunction, LispValue } from "../../runtime/objects/marshal.js";
import { symbolFunction } from "../../runtime/objects/symbols.js";
import { elementsOf, isCons, nil } from "../../runtime/signals.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import type { Image } from "../image.js";
import { type Occasion, printed, printedForm } from "./hint-facts.js";
import { endsOf, isNil, type Source, ValueSources } from "./value-sources.js";
import { WrittenForms } from "./written-forms.js";
import type { Written } from "./written-scopes.js";

/** Hints about one condition. */
const MOST = 2;

/** A form that gives too few values, and the variable that gets none of it. */
interface Loss {
  readonly variable: LispValue;
  readonly written: Written;
}

/**
 * The hints about an error whose datum is NIL, from the definitions of the text at work: the function that
 * binds the variable may have returned long before.
 */
export function lostValues({ image, signalled, user }: Occasion): Hint[] {
  if (signalled.slots.get("DATUM") !== nil()) return [];
  const sources = new ValueSources(new WrittenForms(image));
  const infos = new Set(definitionsAtWork(image));
  if (user !== null) infos.add(user);
  const hints = new Map<string, Hint>();
  for (const info of infos) {
    for (const { variable, written } of lossesIn(sources, info)) {
      const text = written.scope.definition.info.place?.form.text;
      const position = text?.positionOf?.(written.around) ?? null;
      if (position === null || !sources.forms.isComplete) continue;
      const about = printed(image, variable);
      hints.set(`${about} ${position.line}:${position.column}`, {
        kind: "lost-value",
        about,
        text: printedForm(image, written.form),
        thing: "variable",
        distance: null,
        position,
      });
    }
  }
  return [...hints.values()].slice(0, MOST);
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

function* lossesIn(sources: ValueSources, info: FrameInfo): Generator<Loss> {
  for (const { form, scope } of sources.bodyForms(info)) {
    if (sources.forms.standardName(carOf(form)) !== "MULTIPLE-VALUE-BIND") continue;
    const [variables, init] = elementsOf(cdrOf(form));
    if (init === undefined || !isCons(variables ?? nil())) continue;
    const written = sources.forms.at(init, scope, form);
    for (const [index, variable] of elementsOf(variables ?? nil()).entries()) {
      const isHere = (each: Source): boolean => each.written.scope.calls === 0;
      const ends = [...endsOf(sources, { written, index })];
      const lost = ends.filter(({ end }) => end === "lost");
      if (lost.length === ends.length && ends.every(isHere)) yield { variable, written };
      // What gives NIL gives as much as it means to; what the form itself gives is plain to see.
      else
        for (const each of lost)
          if (!isHere(each) && !isNil(each.written)) yield { variable, written: each.written };
    }
  }
}
