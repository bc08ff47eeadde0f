/** Lists, and the elements of sequences: what compiled accesses call where their fast path does not apply. */

import { checkElement, elementTypeOf, holds } from "../library/element-types.js";
import { elementOf } from "../library/elements.js";
import { isList, requireSequence } from "../library/sequence-kinds.js";
import { isInteger, isNumber, minusp, numberEql } from "../numbers.js";
import { carOf, cdrOf, setCarOf, setCdrOf } from "../objects/conses.js";
import { storeElement, elementAt as vectorElement } from "../objects/elements.js";
import type { LispCons, LispValue, LispVector } from "../objects/marshal.js";
import { activeLength } from "../objects/vectors.js";
import { isCons, isSymbol, nil, sym, t } from "../signals.js";
import type { CallStack } from "../stack/callstack.js";
import { next, spend } from "../stack/safepoints.js";
import { wrongType } from "../streams/stream-arguments.js";
import { isVector } from "./arrays.js";
import { signalOn } from "./frames.js";

/** How often to go on to an index along a list; a long integer is further than any list is long. */
function stepsTo(index: LispValue): number {
  return typeof index === "number" ? index : Number.POSITIVE_INFINITY;
}

/** The tail of a list that an element is the first of, or its end. */
function tailAt(source: LispCons, index: LispValue): LispValue {
  const count = stepsTo(index);
  let rest: LispValue = source;
  for (let i = 0; i < count && isCons(rest); i++) rest = next(rest);
  return rest;
}

/** Whether EQL holds between an item and others: that is identity unless it is a number that is an object. */
function isSame(item: LispValue): (x: LispValue) => boolean {
  return typeof item === "bigint" || isNumber(item) ? (x) => numberEql(item, x) : (x) => x === item;
}

/** Whether identity decides what EQL says of an object. */
function isIdentity(x: LispValue): boolean {
  return typeof x === "object" ? isSymbol(x) : typeof x !== "bigint";
}

/** So many turns of a short loop share a safepoint. */
const TURNS = 64;

/** The next tail of a list, after so many turns. */
function after(cell: LispCons): LispValue {
  spend(TURNS);
  return cdrOf(cell);
}

/** (MEMBER item list); undefined where that is no proper list, for the function to say so. */
export function memberOf(item: LispValue, source: LispValue): LispValue | undefined {
  const matches = isIdentity(item) ? null : isSame(item);
  let rest = source;
  for (let turn = 1; isCons(rest); turn++) {
    const x = carOf(rest);
    if (x === item || matches?.(x) === true) return rest;
    rest = turn % TURNS === 0 ? after(rest) : cdrOf(rest);
  }
  return rest === nil() ? rest : undefined;
}

/** (ASSOC item list); undefined where that is no association list. */
export function assocOf(item: LispValue, source: LispValue): LispValue | undefined {
  const matches = isIdentity(item) ? null : isSame(item);
  let rest = source;
  for (let turn = 1; isCons(rest); turn++) {
    const entry = carOf(rest);
    if (isCons(entry)) {
      const key = carOf(entry);
      if (key === item || matches?.(key) === true) return entry;
    } else if (entry !== nil()) return undefined;
    rest = turn % TURNS === 0 ? after(rest) : cdrOf(rest);
  }
  return rest === nil() ? rest : undefined;
}

/** Puts a list behind a cons, and answers its last cons, or the first one where it has none. */
function joinTail(end: LispValue, value: LispValue): LispValue {
  if (!isCons(end)) return wrongType(end, sym("CONS"));
  setCdrOf(end, value);
  let last = end;
  for (let rest = value; isCons(rest); rest = next(rest)) last = rest;
  return last;
}

/** Whether a sequence is a list, and no vector. */
function isListSequence(x: LispValue): LispValue {
  requireSequence(x);
  return isList(x) ? t() : nil();
}

function hasElement(sequence: LispValue, index: LispValue): LispValue {
  return isVector(sequence) && (index as number) < activeLength(sequence) ? t() : nil();
}

/** An element of a vector, which may have become shorter. */
function elementAt(sequence: LispValue, index: LispValue): LispValue {
  return hasElement(sequence, index) === nil()
    ? nil()
    : vectorElement(sequence as LispVector, index as number);
}

/** Stores an element of a sequence; answers whether it has such an element, which may be the value. */
function storesElement(sequence: LispValue, index: LispValue, value: LispValue): boolean {
  if (!(typeof index === "number" && index >= 0 && Number.isInteger(index))) return false;
  if (isCons(sequence)) {
    const tail = tailAt(sequence, index);
    if (isCons(tail)) setCarOf(tail, value);
    return isCons(tail);
  }
  const isHeld = isVector(sequence) && index < activeLength(sequence) && holds(sequence, value);
  if (isHeld) storeElement(sequence, index, value);
  return isHeld;
}

/** Signals what is wrong with a call of (SETF ELT), in a frame of its own. */
function wrongElement(stack: CallStack, sequence: LispValue, index: LispValue, value: LispValue): never {
  stack.push(stack.library(sym("(SETF_ELT)"), 3), [value, sequence, index]);
  if (sequence === nil() && index === 0) return wrongType(sequence, sym("CONS"));
  elementOf(sequence, index);
  // There is such an element: the vector does not hold the value.
  return checkElement(elementTypeOf(sequence as LispVector), value) as never;
}

export function listOperators(stack: CallStack) {
  const at = signalOn(stack);
  const setHalf =
    (name: string, set: typeof setCarOf) =>
    (x: LispValue, value: LispValue): LispValue => {
      if (!isCons(x)) return at(name, [x, value], () => wrongType(x, sym("CONS")));
      set(x, value);
      return value;
    };
  return {
    carError: (x: LispValue): never => at("CAR", [x], () => wrongType(x, sym("LIST"))),
    cdrError: (x: LispValue): never => at("CDR", [x], () => wrongType(x, sym("LIST"))),
    listEnd: (x: LispValue): LispValue =>
      isList(x) ? nil() : at("ENDP", [x], () => wrongType(x, sym("LIST"))),
    endpError: (x: LispValue): never => at("ENDP", [x], () => wrongType(x, sym("LIST"))),
    elementAt,
    hasElement,
    isListSequence,
    joinTail,
    setCar: setHalf("RPLACA", setCarOf),
    setCdr: setHalf("RPLACD", setCdrOf),
    /** What NTHCDR answers, for a place: what is wrong is an error of the function around. */
    nthTail: (index: LispValue, source: LispValue): LispValue => {
      if (!isInteger(index) || minusp(index)) return wrongType(index, sym("UNSIGNED-BYTE"));
      const count = stepsTo(index);
      let rest = source;
      for (let i = 0; i < count && rest !== nil(); i++)
        rest = isCons(rest) ? next(rest) : wrongType(rest, sym("LIST"));
      return rest;
    },
    setTailCar: (tail: LispValue, value: LispValue): LispValue => {
      if (!isCons(tail)) return wrongType(tail, sym("CONS"));
      setCarOf(tail, value);
      return value;
    },
    setElt: (sequence: LispValue, index: LispValue, value: LispValue): LispValue =>
      storesElement(sequence, index, value) ? value : wrongElement(stack, sequence, index, value),
  };
}
