/** Strings (CLHS 16). */

import { isInteger } from "../numbers.js";
import { carOf } from "../objects/conses.js";
import { ELEMENT_BYTES, LONGEST_VECTOR } from "../objects/heap.js";
import type { LispFunction, LispValue, LispVector } from "../objects/marshal.js";
import {
  activeLength,
  adjustableMark,
  fillPointerOf,
  isLispString,
  makeString,
  stringOf,
} from "../objects/vectors.js";
import { isCons, nil, simpleError, sym } from "../signals.js";
import { heapExhausted } from "../stack/exhaustion.js";
import { next, safepoint } from "../stack/safepoints.js";
import { bounds, indexType, isIndex, wrongType } from "../streams/stream-arguments.js";
import { checkIndex } from "./array-checks.js";
import { newVector } from "./array-making.js";
import { character, downcase, isAlphanumeric, upcase } from "./characters.js";
import {
  BASE_CHAR,
  CHARACTER,
  checkElement,
  type ElementType,
  elementTypeOf,
  upgradedIfKnown,
} from "./element-types.js";
import { fixedArguments, oneValue, predicate, truth } from "./fixed.js";
import { type Keys, keyed } from "./keys.js";
import { stringDesignator, typedDesignator } from "./string-designators.js";
import { characterOrder, type Fold, firstDifference } from "./string-order.js";

/** The string that a designator stands for; itself, where it is one. */
function designated(designator: LispValue, textOf = typedDesignator): LispVector {
  return isLispString(designator) ? designator : makeString(textOf(designator));
}

/** Two parts compared: the first place where they differ, counted in the first string, and how. */
function compare<T>(
  args: readonly [LispValue, LispValue, LispValue],
  fold: Fold,
  answer: (order: number, at: number) => T,
): T {
  const { start, end, start2, end2 } = args[2] as Keys;
  const a = designated(args[0]);
  let from = 0;
  let to = activeLength(a);
  if (start !== undefined || end !== undefined) {
    const part = bounds(a, to, start, end);
    from = part[0];
    to = part[1];
  }
  const b = designated(args[1]);
  let from2 = 0;
  let to2 = activeLength(b);
  if (start2 !== undefined || end2 !== undefined) {
    const part = bounds(b, to2, start2, end2);
    from2 = part[0];
    to2 = part[1];
  }
  const at = firstDifference(a, from, to, b, from2, to2, fold);
  const other = at + from2 - from;
  const isEnd = at >= to || other >= to2;
  return answer(isEnd ? to - at - (to2 - other) : characterOrder(a[at], b[other], fold), at);
}

function comparison(fold: Fold, holds: (order: number) => boolean): LispFunction {
  const answer = (order: number, at: number): LispValue => (holds(order) ? at : nil());
  return keyed(2, (a, b, keys) => compare([a, b, keys], fold, answer));
}

function equality(fold: Fold, wanted: boolean): LispFunction {
  const answer = (order: number, at: number): LispValue =>
    wanted ? truth(order === 0) : order === 0 ? nil() : at;
  return keyed(2, (a, b, keys) => compare([a, b, keys], fold, answer));
}

/** What takes the place of a character that comes after another; after "" in the beginning. */
type Conversion = (character: string, before: string) => string;

const capitalize: Conversion = (c, before) => (isAlphanumeric(before) ? downcase(c) : upcase(c));

/** STRING-UPCASE and its like; in place when `destructive`. */
function caseFunction(convert: Conversion, destructive: boolean, textOf = stringDesignator): LispFunction {
  return keyed(1, (source, given) => {
    const { start, end } = given as Keys;
    if (destructive && !isLispString(source)) return wrongType(source, sym("STRING"));
    const string = designated(source, textOf);
    const length = activeLength(string);
    const part = start === undefined && end === undefined ? null : bounds(string, length, start, end);
    const from = part === null ? 0 : part[0];
    const to = part === null ? length : part[1];
    const result: LispVector = destructive ? string : string.slice(0, length);
    if (!destructive) stringOf(result);
    let before = "";
    for (let i = from; i < to; i++) {
      safepoint();
      const character = string[i] as string;
      result[i] = convert(character, before);
      before = character;
    }
    return result;
  });
}

/** The characters of a bag given to STRING-TRIM. */
function bag(x: LispValue): LispValue[] {
  if (Array.isArray(x))
    return (isLispString(x) ? x.slice(0, activeLength(x)) : x.map(character)) as LispValue[];
  const items: LispValue[] = [];
  let rest = x;
  for (; isCons(rest); rest = next(rest)) items.push(character(carOf(rest)));
  return rest === nil() ? items : wrongType(x, sym("SEQUENCE"));
}

function trim(left: boolean, right: boolean): LispFunction {
  return oneValue((characters, designator) => {
    const unwanted = bag(characters);
    const text = designated(designator);
    let from = 0;
    let to = activeLength(text);
    const isUnwanted = (at: number): boolean => {
      safepoint();
      const character = text[at];
      return character === unwanted[0] || unwanted.includes(character);
    };
    while (left && from < to && isUnwanted(from)) from++;
    while (right && to > from && isUnwanted(to - 1)) to--;
    return stringOf(text.slice(from, to));
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

function isSimpleString(x: LispValue): boolean {
  return isLispString(x) && typeof fillPointerOf(x) !== "number" && adjustableMark(x) !== true;
}

/** What a string made for elements of the type is specialized to. */
function stringType(specifier: LispValue): ElementType {
  const type = specifier === undefined ? CHARACTER : upgradedIfKnown(specifier);
  if (type !== null && typeof type.initial === "string") return type;
  if (specifier === nil()) return BASE_CHAR;
  return simpleError("~S is not a valid :ELEMENT-TYPE for MAKE-STRING", specifier);
}

export const stringFunctions: Record<string, LispFunction> = {
  STRINGP: predicate(isLispString),
  "SIMPLE-STRING-P": predicate(isSimpleString),
  STRING: oneValue((x) => (isLispString(x) ? x : makeString(stringDesignator(x)))),
  CHAR: charAt,
  SCHAR: charAt,
  "(SETF_CHAR)": setCharAt,
  "(SETF_SCHAR)": setCharAt,
  "MAKE-STRING": keyed(1, (size, given) => {
    const { elementType, initial } = given as Keys;
    const length = sizeArgument(size);
    return newVector(stringType(elementType), length, initial);
  }),
  "STRING-UPCASE": caseFunction(upcase, false),
  "STRING-DOWNCASE": caseFunction(downcase, false),
  "STRING-CAPITALIZE": caseFunction(capitalize, false, typedDesignator),
  "NSTRING-UPCASE": caseFunction(upcase, true),
  "NSTRING-DOWNCASE": caseFunction(downcase, true),
  "NSTRING-CAPITALIZE": caseFunction(capitalize, true),
  "STRING-TRIM": trim(true, true),
  "STRING-LEFT-TRIM": trim(true, false),
  "STRING-RIGHT-TRIM": trim(false, true),
  "STRING=": equality(null, true),
  "STRING/=": equality(null, false),
  "STRING<": comparison(null, (order) => order < 0),
  "STRING>": comparison(null, (order) => order > 0),
  "STRING<=": comparison(null, (order) => order <= 0),
  "STRING>=": comparison(null, (order) => order >= 0),
  "STRING-EQUAL": equality(upcase, true),
  "STRING-NOT-EQUAL": equality(upcase, false),
  "STRING-LESSP": comparison(upcase, (order) => order < 0),
  "STRING-GREATERP": comparison(upcase, (order) => order > 0),
  "STRING-NOT-GREATERP": comparison(upcase, (order) => order <= 0),
  "STRING-NOT-LESSP": comparison(upcase, (order) => order >= 0),
};
