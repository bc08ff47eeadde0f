/** Evaluations that are recorded: which functions say what they do, and until when. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { packageNameOf } from "../../runtime/objects/package-objects.js";
import { functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { homeName } from "../../runtime/objects/symbols.js";
import { isLispString, makeString, stringText } from "../../runtime/objects/vectors.js";
import { MOST_EVENTS } from "../../runtime/recording/ring.js";
import { elementsOf, isCons, isSymbol, list, nil, simpleError, sym } from "../../runtime/signals.js";
import { isIndex, wrongType } from "../../runtime/streams/stream-arguments.js";
import type { Image } from "../image.js";
import { recordedFunctions } from "./recorded-functions.js";
import { subjectOf } from "./subjects.js";

/** Which functions are recorded. */
interface RecordingFilter {
  /** Those of these names. */
  readonly functions: ReadonlySet<LispSymbol>;
  /** Those whose names are of these packages. */
  readonly packages: ReadonlySet<string>;
}

/**
 * Records from now on what functions do that are meant, in the last `most` events. There is one recording at
 * a time, and the last one is kept.
 */
export function beginRecording(image: Image, filter: RecordingFilter | null, most: number): void {
  const isMeant = (symbol: LispSymbol): boolean =>
    filter === null || filter.functions.has(symbol) || filter.packages.has(homeName(symbol) ?? "");
  const isRecorded = (name: LispValue): boolean => {
    if (filter === null) return true;
    const subject = name === null ? null : subjectOf(name);
    return subject !== null && isMeant(subject);
  };
  const functions = recordedFunctions(image, isMeant);
  image.recording = functions;
  image.definitions.recorded = isRecorded;
  image.recorder.get().begin(most);
  functions.begin();
}

/** Ends the recording that is running, if any. */
export function endRecording(image: Image): void {
  const functions = image.recording;
  if (functions === null) return;
  image.recording = null;
  image.recorder.get().end();
  image.definitions.recorded = () => false;
  functions.end();
}

/** The name of a function in a text. Signals where it is none. */
export function functionNamed(image: Image, text: string): LispValue {
  const [name, ...more] = [...image.readAll(text)];
  if (name === undefined || more.length > 0 || functionNameSymbol(name) === null)
    return simpleError("~S is no name of a function.", makeString(text));
  return name;
}

/** A filter of texts: names of functions, and of packages with a colon behind them; null for none. */
export function filterOfNames(image: Image, names: readonly string[]): RecordingFilter | null {
  if (names.length === 0) return null;
  const read = (text: string): LispValue =>
    text.endsWith(":") ? makeString(text.replace(/:+$/, "").toUpperCase()) : functionNamed(image, text);
  return filterOf(image, list(...names.map(read)));
}

/** A filter of names of functions, and of strings that name packages; null for NIL, which is no filter. */
export function filterOf(image: Image, names: LispValue): RecordingFilter | null {
  if (names === nil()) return null;
  const functions = new Set<LispSymbol>();
  const packages = new Set<string>();
  const isList = isCons(names) && functionNameSymbol(names) === null;
  for (const name of isList ? elementsOf(names) : [names]) {
    if (isLispString(name)) {
      const found = image.tables.findPackage(stringText(name));
      if (found === undefined) return simpleError("There is no package ~S.", name);
      packages.add(packageNameOf(found));
      continue;
    }
    const symbol = functionNameSymbol(name);
    if (symbol === null || symbol === nil())
      return isSymbol(name) || isCons(name)
        ? simpleError("~S is no name of a function.", name)
        : wrongType(name, list(sym("OR"), sym("SYMBOL"), sym("LIST"), sym("STRING")));
    functions.add(symbol);
  }
  return { functions, packages };
}

/** How many events a recording may keep. */
export function mostEvents(x: LispValue): number {
  if (x === nil()) return MOST_EVENTS;
  const isRight = isIndex(x) && Number(x) > 0 && Number(x) <= MOST_EVENTS;
  return isRight ? Number(x) : wrongType(x, list(sym("INTEGER"), 1, MOST_EVENTS));
}
