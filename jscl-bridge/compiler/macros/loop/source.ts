/** The clauses of a LOOP form as they are read, and what is wrong with them, in SBCL's words. */

import { carOf, cdrOf } from "../../../runtime/objects/conses.js";
import type { LispValue } from "../../../runtime/objects/marshal.js";
import { symbolName } from "../../../runtime/objects/symbols.js";
import { makeString } from "../../../runtime/objects/vectors.js";
import { callLisp } from "../../../runtime/signals.js";
import { car, cdr, cons, isCons, isSymbol, list } from "../../syntax/forms.js";
import { ProgramError } from "../../syntax/program-error.js";

const IN_CONTEXT = "~?~%current LOOP context:~{ ~S~}.";

/** A reader of clauses. */
export class ClauseSource {
  #rest: LispValue;
  /** Where the clause began that is being read. */
  #start: LispValue;

  constructor(clauses: LispValue) {
    this.#rest = clauses;
    this.#start = clauses;
  }

  ended(): boolean {
    return !isCons(this.#rest);
  }

  /** What comes next; NIL at the end. */
  next(): LispValue {
    return car(this.#rest);
  }

  /** What comes after that. */
  second(): LispValue {
    return car(cdr(this.#rest));
  }

  /** A clause begins at what comes next. */
  begin(): void {
    this.#start = this.#rest;
  }

  token(): LispValue {
    return this.ended()
      ? this.fail("LOOP source code ran out when another token was expected.")
      : this.#pop();
  }

  form(): LispValue {
    return this.ended() ? this.fail("LOOP code ran out where a form was expected.") : this.#pop();
  }

  /** Puts a form in the place of what comes next. */
  replaceNext(form: LispValue): void {
    this.#rest = cons(form, cdr(this.#rest));
  }

  /** Whether one of these words comes next: LOOP goes by names, whatever their package. */
  isNext(...words: string[]): boolean {
    return isCons(this.#rest) && isWord(carOf(this.#rest), ...words);
  }

  /** Whether the word stands somewhere in what comes. */
  mentions(word: string): boolean {
    for (let each = this.#rest; isCons(each); each = cdrOf(each)) if (isWord(carOf(each), word)) return true;
    return false;
  }

  /** Takes one of these words, if it comes next. */
  take(...words: string[]): boolean {
    const isNext = this.isNext(...words);
    if (isNext) this.#pop();
    return isNext;
  }

  fail(control: string, ...args: LispValue[]): never {
    throw new ProgramError(IN_CONTEXT, makeString(control), list(...args), this.#context());
  }

  warn(control: string, ...args: LispValue[]): void {
    const texts = [makeString(IN_CONTEXT), makeString(control)];
    callLisp("WARN", "COMMON-LISP", ...texts, list(...args), this.#context());
  }

  #pop(): LispValue {
    const first = car(this.#rest);
    this.#rest = cdr(this.#rest);
    return first;
  }

  /** The clause as far as it was read, and what comes next. */
  #context(): LispValue {
    const end = cdr(this.#rest);
    const items: LispValue[] = [];
    for (let each = this.#start; isCons(each) && each !== end; each = cdrOf(each)) items.push(carOf(each));
    return list(...items);
  }
}

export function isWord(x: LispValue, ...words: string[]): boolean {
  return isSymbol(x) && words.includes(symbolName(x));
}
