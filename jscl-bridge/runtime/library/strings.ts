/** Strings (CLHS 16). */

import { isInteger } from "../numbers.js";
import { carOf } from "../objects/conses.js";
import { ELEMENT_BYTES, LONGEST_VECTOR } from "../objects/heap.js";
import type { LispFunction, LispValue, LispVector } from "../objects/marshal.js";
import { activeLength, fillPointerOf, isLispString, makeString } from "../objects/vectors.js";
import { isCons, nil, simpleError, sym } from "../signals.js";
import { heapExhausted } from "../stack/exhaustion.js";
import { next, safepoint, spend } from "../stack/safepoints.js";
import { bounds, indexType, isIndex, keywordArguments, wrongType } from "../streams/stream-arguments.js";
import { checkIndex } from "./array-checks.js";
import { newArray } from "./array-making.js";
import { character, downcase, isAlphanumeric, upcase } from "./characters.js";
import {
  CHARACTER,
  checkElement,
  type ElementType,
  elementTypeOf,
  upgradedIfKnown,
} from "./element-types.js";
import { fixedArguments, oneValue, predicate } from "./fixed.js";
import { stringDesignator, typedDesignator } from "./string-designators.js";

function stringLength(string: LispVector): number {
  return activeLength(string);
}

/** Characters between two bounds of a designator. */
function part(
  designator: LispValue,
  start: LispValue,
  end: LispValue,
  textOf = typedDesignator,
): { characters: string[]; from: number } {
  const string = isLispString(designator) ? designator : makeString(textOf(designator));
  const [from, to] = bounds(string, stringLength(string), start, end);
  spend((to - from) / 8);
  return { characters: string.slice(from, to) as string[], from };
}

/** Two parts compared: the first place where they differ, counted in the first string, and how. */
function compare(args: LispValue[], fold: (c: string) => string): { at: number; order: number } {
  const given = args.length > 2 ? keywordArguments(args, 2) : {};
  const a = part(args[0], given["START1"], given["END1"]);
  const b = part(args[1], given["START2"], given["END2"]);
  const shorter = Math.min(a.characters.length, b.characters.length);
  for (let i = 0; i < shorter; i++) {
    safepoint();
    const order =
      (fold(a.characters[i] as string).codePointAt(0) ?? 0) -
      (fold(b.characters[i] as string).codePointAt(0) ?? 0);
    if (order !== 0) return { at: a.from + i, order };
  }
  return { at: a.from + shorter, order: a.characters.length - b.characters.length };
}

const same = (c: string) => c;

function comparison(fold: (c: string) => string, holds: (order: number) => boolean): LispFunction {
  return (values, ...args) => {
    const { at, order } = compare(args, fold);
    return values(holds(order) ? at : nil());
  };
}

function equality(fold: (c: string) => string, wanted: boolean): LispFunction {
  return (values, ...args) => {
    const { at, order } = compare(args, fold);
    if (wanted) return values(order === 0 ? sym("T") : nil());
    return values(order === 0 ? nil() : at);
  };
}

type Conversion = (characters: string[]) => string[];

const capitalize: Conversion = (characters) => {
  let inWord = false;
  return characters.map((c) => {
    safepoint();
    const converted = inWord ? downcase(c) : upcase(c);
    inWord = isAlphanumeric(c);
    return converted;
  });
};
function eachOf(characters: string[], convert: (c: string) => string): string[] {
  return characters.map((c) => {
    safepoint();
    return convert(c);
  });
}

const allUp: Conversion = (characters) => eachOf(characters, upcase);
const allDown: Conversion = (characters) => eachOf(characters, downcase);

/** STRING-UPCASE and its like; in place when `destructive`. */
function caseFunction(convert: Conversion, destructive: boolean, textOf = stringDesignator): LispFunction {
  return (values, ...args) => {
    const { START, END } = keywordArguments(args, 1);
    const source = args[0];
    if (destructive && !isLispString(source)) return wrongType(source, sym("STRING"));
    const { characters, from } = part(source, START, END, textOf);
    const result = destructive ? (source as LispVector) : makeString(textOf(source));
    for (const [i, c] of convert(characters).entries()) {
      safepoint();
      result[from + i] = c;
    }
    return values(result);
  };
}

/** The characters of a bag given to STRING-TRIM. */
function bag(x: LispValue): Set<LispValue> {
  if (Array.isArray(x)) return new Set(isLispString(x) ? x.slice(0, stringLength(x)) : x);
  const items = new Set<LispValue>();
  let rest = x;
  for (; isCons(rest); rest = next(rest)) items.add(carOf(rest));
  return rest === nil() ? items : wrongType(x, sym("SEQUENCE"));
}

function trim(left: boolean, right: boolean): LispFunction {
  return oneValue((characters, designator) => {
    const unwanted = bag(characters);
    const text = Array.from(typedDesignator(designator));
    let from = 0;
    let to = text.length;
    while (left && from < to && unwanted.has(text[from])) from++;
    while (right && to > from && unwanted.has(text[to - 1])) to--;
    return makeString(text.slice(from, to).join(""));
  });
}

/** A size that SBCL would take; more than the heap can hold is a STORAGE-CONDITION. */
export function sizeArgument(x: LispValue): number {
  if (!isIndex(x)) return wrongType(x, indexType());
  return x > LONGEST_VECTOR ? heapExhausted(Number(x) * ELEMENT_BYTES) : Number(x);
}

const charAt = oneValue((string, index) => {
  if (!isLispString(string)) return wrongType(string, sym("STRING"));
  // SBCL checks the type of the index of CHAR before its bounds, unlike AREF's.
  if (!isInteger(index)) return wrongType(index, indexType());
  return string[checkIndex(string, index, string.length)];
});

const setCharAt = fixedArguments(3, 3, (value, string, index) => {
  if (!isLispString(string)) return wrongType(string, sym("STRING"));
  const at = checkIndex(string, index, string.length);
  checkElement(elementTypeOf(string), character(value));
  string[at] = value;
  return value;
});

/** What a string made for elements of the type is specialized to. */
function stringType(specifier: LispValue): ElementType {
  const type = specifier === undefined ? CHARACTER : upgradedIfKnown(specifier);
  if (type !== null && typeof type.initial === "string") return type;
  return simpleError("~S is not a valid :ELEMENT-TYPE for MAKE-STRING", specifier);
}

export const stringFunctions: Record<string, LispFunction> = {
  STRINGP: predicate(isLispString),
  "SIMPLE-STRING-P": predicate((x) => isLispString(x) && typeof fillPointerOf(x) !== "number"),
  STRING: oneValue((x) => (isLispString(x) ? x : makeString(stringDesignator(x)))),
  CHAR: charAt,
  SCHAR: charAt,
  "(SETF_CHAR)": setCharAt,
  "(SETF_SCHAR)": setCharAt,
  "MAKE-STRING": (values, ...args) => {
    const given = keywordArguments(args, 1);
    const size = sizeArgument(args[0]);
    return values(newArray(stringType(given["ELEMENT-TYPE"]), [size], given["INITIAL-ELEMENT"]));
  },
  "STRING-UPCASE": caseFunction(allUp, false),
  "STRING-DOWNCASE": caseFunction(allDown, false),
  "STRING-CAPITALIZE": caseFunction(capitalize, false, typedDesignator),
  "NSTRING-UPCASE": caseFunction(allUp, true),
  "NSTRING-DOWNCASE": caseFunction(allDown, true),
  "NSTRING-CAPITALIZE": caseFunction(capitalize, true),
  "STRING-TRIM": trim(true, true),
  "STRING-LEFT-TRIM": trim(true, false),
  "STRING-RIGHT-TRIM": trim(false, true),
  "STRING=": equality(same, true),
  "STRING/=": equality(same, false),
  "STRING<": comparison(same, (order) => order < 0),
  "STRING>": comparison(same, (order) => order > 0),
  "STRING<=": comparison(same, (order) => order <= 0),
  "STRING>=": comparison(same, (order) => order >= 0),
  "STRING-EQUAL": equality(upcase, true),
  "STRING-NOT-EQUAL": equality(upcase, false),
  "STRING-LESSP": comparison(upcase, (order) => order < 0),
  "STRING-GREATERP": comparison(upcase, (order) => order > 0),
  "STRING-NOT-GREATERP": comparison(upcase, (order) => order <= 0),
  "STRING-NOT-LESSP": comparison(upcase, (order) => order >= 0),
};
