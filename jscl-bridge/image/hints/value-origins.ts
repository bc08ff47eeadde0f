/** Where the wrong value of an error comes from, if the text leaves but one form that may have given it. */

import type { Hint } from "../../contract/engine.js";
import { functionEntry } from "../../functions/table.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { elementsOf, isCons, isSymbol, nil } from "../../runtime/signals.js";
import type { FrameInfo, SourcePosition } from "../../runtime/stack/callstack.js";
import type { Place } from "../../runtime/stack/sources.js";
import { freshKeys } from "./fresh-keys.js";
import { argumentsOf, type Occasion, printed, printedForm, textOf } from "./hint-facts.js";
import { type ListForm, mayGive, type Source, ValueSources } from "./value-sources.js";
import { WrittenForms } from "./written-forms.js";
import type { Given } from "./written-scopes.js";

/** Calls that are followed outwards, and steps back from the value. */
const MOST_CALLS = 10;
const MOST_STEPS = 40;

/** Operators that SBCL has as several calls of two arguments, whose results are of the right type. */
const FOLDED = new Set(["*", "+", "-", "/", "<", "<=", "=", ">", ">=", "MAX", "MIN"]);

/** What the error of a type that cannot be is said with. */
const CONFLICT = "Value ~A in ~A is ~S, not a ~A.";

/** Slots with what the error is about, besides its datum: what an index is not one of. */
const SLOTS = ["DATUM", "ARRAY", "SEQUENCE", "OBJECT"];

export function valueOrigins(occasion: Occasion): Hint[] {
  const { image, signalled } = occasion;
  if (image.reported?.signalled !== signalled) return [];
  const sources = new ValueSources(new WrittenForms(image));
  const failing = new RunningForms(occasion, sources).failing();
  if (failing === null) return [];
  for (const slot of SLOTS) {
    const object = signalled.slots.get(slot);
    const place = object === undefined ? null : originOf(occasion, sources, failing, object);
    if (object === undefined || place === null || !sources.forms.isComplete) continue;
    const about = printed(image, object);
    const text = printedForm(image, place.form);
    const origin: Hint = {
      kind: "origin",
      about,
      text,
      thing: "value",
      distance: null,
      position: place.position,
    };
    return [origin, ...freshKeys(image, place.form)];
  }
  return [];
}

/** Where an object comes from that is an operand of the form; null where the report tells it already. */
function originOf(
  occasion: Occasion,
  sources: ValueSources,
  failing: ListForm,
  object: LispValue,
): { form: LispCons; position: SourcePosition } | null {
  const operands = wrongOperands(occasion, failing, object).map(
    (operand): Source => ({
      written: sources.forms.at(operand, failing.scope, failing.form),
      index: 0,
      end: null,
    }),
  );
  const origin = onlySource(sources, operands, object);
  const { image } = occasion;
  const form = origin === null ? null : toldForm(origin);
  const text = origin?.written.scope.definition.info.place?.form.text;
  if (form === null || text === undefined || text !== image.sources.sent?.text) return null;
  const position = text.positionOf?.(form) ?? null;
  const isTold = (image.reported?.calls ?? []).some(({ place }) => isSame(place?.position, position));
  return position === null || isTold || isWithin(sources, failing, form) ? null : { form, position };
}

/** Goes back from the one of these that may give the object, as long as there is but one. */
function onlySource(sources: ValueSources, from: readonly Source[], object: LispValue): Source | null {
  let found: Source | null = null;
  let next = from;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const [only, ...others] = next.filter((each) => mayGive(sources, each, object));
    if (only === undefined || others.length > 0) return found;
    found = only;
    if (found.end !== null) return found;
    next = sources.steps(found);
  }
  return found;
}

/** The list that a source is told by: a constant by what is around it. Null where it tells nothing. */
function toldForm({ written: { form, around }, end }: Source): LispCons | null {
  return end !== "lost" && (isCons(form) || end === "constant") ? around : null;
}

function isSame(one: SourcePosition | null | undefined, other: SourcePosition | null): boolean {
  return one?.line === other?.line && one?.column === other?.column;
}

/** Whether a list is the form, or in it. */
function isWithin(sources: ValueSources, outer: ListForm, list: LispValue): boolean {
  return outer.form === list || [...sources.forms.within(outer)].some(({ form }) => form === list);
}

/** The operands of a form that have a value, for all that is certain. */
function wrongOperands(occasion: Occasion, { form }: ListForm, object: LispValue): LispValue[] {
  const operator = carOf(form);
  const { call } = occasion;
  const all = elementsOf(cdrOf(form));
  // Keywords come in another order in the call.
  const keys = all.findIndex((operand) => isSymbol(operand) && homeName(operand) === "KEYWORD");
  const operands = keys < 0 ? all : all.slice(0, keys);
  const conflict = argumentsOf(occasion, CONFLICT);
  if (conflict !== null) {
    const what = textOf(conflict[0]);
    return operands.filter((operand) => isSymbol(operand) && `of ${symbolName(operand)}` === what);
  }
  if (call === null || !isSymbol(operator) || !isSymbol(call.name)) return [];
  const { args, name } = call;
  const entry = functionEntry(symbolName(operator));
  if (entry === undefined || !args.includes(object)) return [];
  const isFolded = FOLDED.has(symbolName(operator));
  // A constant may stand behind the other operand in the call.
  const isInOrder = operands.every((operand, i) => typeof operand !== "number" || operand === args[i]);
  const isAligned = isFolded ? args.length === operands.length && isInOrder : args.length >= operands.length;
  if (name !== operator) return operands.length === 1 && entry.attributes.has("closed") ? operands : [];
  if (isAligned) return operands.filter((_, i) => args[i] === object);
  return isFolded ? operands : [];
}

/** The forms that the running calls are at, as far as their text is there. */
class RunningForms {
  constructor(
    private readonly occasion: Occasion,
    private readonly sources: ValueSources,
  ) {}

  /** The form in the innermost function of the program's that the error is of. */
  failing(): ListForm | null {
    const { image, user } = this.occasion;
    const { calls = [], innermost = null } = image.reported ?? {};
    const index = calls.findIndex(({ info }) => info === user);
    return index < 0 ? null : this.formOf(index, innermost);
  }

  /** The form at a place of the function that is called by a call. */
  private formOf(index: number, place: Place | null): ListForm | null {
    const call = this.occasion.image.reported?.calls[index];
    if (call === undefined || place === null || !isWhole(call.info)) return null;
    const { positionOf } = place.form.text;
    if (call.info.place?.form.text !== place.form.text) return null;
    for (const each of this.sources.bodyForms(call.info, (i) => this.givenTo(index, i)))
      if (isSame(positionOf?.(each.form), place.position)) return each;
    return null;
  }

  /** What gives a required parameter of a call, where its caller's text says it. */
  private givenTo(index: number, parameter: number): Given | null {
    const { calls = [] } = this.occasion.image.reported ?? {};
    const [call, caller] = [calls[index], calls[index + 1]];
    if (
      call === undefined ||
      caller === undefined ||
      index > MOST_CALLS ||
      callsItself(this.sources, call.info)
    )
      return null;
    const form = this.formOf(index + 1, call.place);
    if (form === null || carOf(form.form) !== call.info.name) return null;
    const operand = elementsOf(cdrOf(form.form))[parameter];
    return operand === undefined
      ? null
      : { written: this.sources.forms.at(operand, form.scope, form.form), index: 0 };
  }
}

/** Whether the text of a function is all that has to do with its variables. */
function isWhole({ kind }: FrameInfo): boolean {
  return kind === "function" || kind === "method";
}

/** Whether a function may call itself: in tail position, the arguments are no longer its caller's. */
function callsItself({ forms }: ValueSources, { name, source }: FrameInfo): boolean {
  const mentions = (form: LispValue): boolean => form === name || [...forms.elements(form)].some(mentions);
  return mentions(source ?? nil());
}
