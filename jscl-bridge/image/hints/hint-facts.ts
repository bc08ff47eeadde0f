/** What hints are made of: the condition's facts and the call that it was signalled in. */

import type { Hint } from "../../contract/engine.js";
import type { LispFunction, LispPackage, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { isLispString, stringText } from "../../runtime/objects/vectors.js";
import { printToString } from "../../runtime/printer.js";
import type { Signalled } from "../../runtime/reports/library-calls.js";
import { elementsOf, isSymbol } from "../../runtime/signals.js";
import type { FrameInfo } from "../../runtime/stack/callstack.js";
import type { Meant } from "../../systems/near-names.js";
import type { Image } from "../image.js";

/** The innermost call that a report shows. */
export interface InnermostCall {
  readonly info: FrameInfo;
  /** The name that it is shown by. */
  readonly name: LispValue;
  readonly args: readonly LispValue[];
}

/** A condition that a report is made of, where it was signalled. */
export interface Occasion {
  readonly image: Image;
  readonly signalled: Signalled;
  /** Null where no call is shown. */
  readonly call: InnermostCall | null;
  /** The innermost function of the program's; null where there is none. */
  readonly user: FrameInfo | null;
}

/** What a hint's name is a name of, in words. */
export type HintThing =
  | ("function" | "macro" | "special operator" | "inline function" | "structure function")
  | ("variable" | "keyword" | "slot" | "initarg" | "class" | "type" | "package" | "symbol")
  | ("restart" | "LOOP keyword");

/** Characters of a name, of a form that has a place, and of a lambda list. */
const NAME_CHARS = 100;
const FORM_CHARS = 60;
const LIST_CHARS = 240;

/** A slot that holds a string, as text. */
export function slotText({ signalled }: Occasion, name: string): string | null {
  return textOf(signalled.slots.get(name));
}

export function textOf(value: LispValue | undefined): string | null {
  return value !== undefined && isLispString(value) ? stringText(value) : null;
}

export function slotSymbol({ signalled }: Occasion, name: string): LispSymbol | null {
  const value = signalled.slots.get(name);
  return isSymbol(value) ? value : null;
}

/** The format arguments of a simple condition with that control string; null for another one. */
export function argumentsOf(occasion: Occasion, control: string): readonly LispValue[] | null {
  if (slotText(occasion, "FORMAT-CONTROL") !== control) return null;
  return elementsOf(occasion.signalled.slots.get("FORMAT-ARGUMENTS") ?? null);
}

export function printed(image: Image, object: LispValue): string {
  return image.print(object, { chars: NAME_CHARS, depth: 4 });
}

/** A form as a programmer writes it, cut where it is long. */
export function printedForm(image: Image, form: LispValue): string {
  const budget = { chars: FORM_CHARS, depth: 4 };
  return printToString(form, image.printer, { escape: true, pretty: true, layout: false, budget });
}

/** A lambda list as it is printed, `()` for the empty one. */
export function lambdaListText(image: Image, lambdaList: LispValue): string {
  const text = image.print(lambdaList, { chars: LIST_CHARS, depth: 6 });
  return text === "NIL" ? "()" : text;
}

/** That one name was written and another one is meant. */
export function meantHint(
  image: Image,
  written: LispValue | string,
  meant: Meant<LispValue | string> | null,
  thing: HintThing,
): Hint[] {
  if (meant === null) return [];
  const text = (x: LispValue | string): string => (typeof x === "string" ? x : printed(image, x));
  const { value, distance } = meant;
  return [{ kind: "meant", about: text(written), text: text(value), thing, distance }];
}

/** The symbols that a name may stand for in the current package. */
export function* accessible(image: Image): Generator<LispSymbol> {
  yield* safely(image, image.tables.symbolsOf(image.currentPackage(), "accessible"));
}

/** The packages, but for the image's own. */
export function* packages(image: Image): Generator<LispPackage> {
  yield* image.tables.allPackages();
}

/** The items of a long walk, with safepoints between them. */
export function* safely<T>(image: Image, items: Iterable<T>): Generator<T> {
  for (const item of items) {
    image.printer.safepoint();
    yield item;
  }
}

export const nameOf = (symbol: LispValue): string => symbolName(symbol as LispSymbol);

export function isFunctionObject(x: LispValue): x is LispFunction {
  return typeof x === "function";
}
