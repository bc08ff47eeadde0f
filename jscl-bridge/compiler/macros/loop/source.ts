/** The clauses of a LOOP form as they are read, and what is wrong with them, in SBCL's words. */

import { carOf, cdrOf } from "../../../runtime/objects/conses.js";
import type { LispValue } from "../../../runtime/objects/marshal.js";
import { symbolName } from "../../../runtime/objects/symbols.js";
import { makeString } from "../../../runtime/objects/vectors.js";
import { callLisp } from "../../../runtime/signals.js";
import { car, cdr, cons, isCons, isSymbol, list } from "../../syntax/forms.js";
import { ProgramError } from "../../syntax/program-error.js";

const IN_CONTEXT = "~?~%current LOOP context:~{ ~S~}.";

export interface ClauseSource {
  ended(): boolean;
  /** What comes next; NIL at the end. */
  next(): LispValue;
  /** What comes after that. */
  second(): LispValue;
  /** A clause begins at what comes next. */
  begin(): void;
  token(): LispValue;
  form(): LispValue;
  /** Puts a form in the place of what comes next. */
  replaceNext(form: LispValue): void;
  /** Whether one of these words comes next: LOOP goes by names, whatever their package. */
  isNext(...words: string[]): boolean;
  /** Whether the word stands somewhere in what comes. */
  mentions(word: string): boolean;
  /** Takes one of these words, if it comes next. */
  take(...words: string[]): boolean;
  fail(control: string, ...args: LispValue[]): never;
  warn(control: string, ...args: LispValue[]): void;
}

/** A reader of clauses. It is no class, so that all of it is in the file of rare functions. */
export function clauseSource(clauses: LispValue): ClauseSource {
  let rest = clauses;
  /** Where the clause began that is being read. */
  let start = clauses;
  const pop = (): LispValue => {
    const first = car(rest);
    rest = cdr(rest);
    return first;
  };
  /** The clause as far as it was read, and what comes next. */
  const context = (): LispValue => {
    const end = cdr(rest);
    const items: LispValue[] = [];
    for (let each = start; isCons(each) && each !== end; each = cdrOf(each)) items.push(carOf(each));
    return list(...items);
  };
  const fail = (control: string, ...args: LispValue[]): never => {
    throw new ProgramError(IN_CONTEXT, makeString(control), list(...args), context());
  };
  const isNext = (...words: string[]): boolean => isCons(rest) && isWord(carOf(rest), ...words);
  return {
    ended: () => !isCons(rest),
    next: () => car(rest),
    second: () => car(cdr(rest)),
    begin: () => {
      start = rest;
    },
    token: () => (isCons(rest) ? pop() : fail("LOOP source code ran out when another token was expected.")),
    form: () => (isCons(rest) ? pop() : fail("LOOP code ran out where a form was expected.")),
    replaceNext: (form) => {
      rest = cons(form, cdr(rest));
    },
    isNext,
    mentions: (word) => {
      for (let each = rest; isCons(each); each = cdrOf(each)) if (isWord(carOf(each), word)) return true;
      return false;
    },
    take: (...words) => isNext(...words) && pop() !== null,
    fail,
    warn: (control, ...args) => {
      const texts = [makeString(IN_CONTEXT), makeString(control)];
      callLisp("WARN", "COMMON-LISP", ...texts, list(...args), context());
    },
  };
}

export function isWord(x: LispValue, ...words: string[]): boolean {
  return isSymbol(x) && words.includes(symbolName(x));
}
