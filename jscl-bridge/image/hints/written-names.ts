/** A walk over a definition's text: what it calls and what it binds. */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { isCons, isSymbol } from "../../runtime/signals.js";
import type { Image } from "../image.js";

/** Conses of a definition that are looked at. */
const MOST_CONSES = 20_000;

/** Where the forms of a standard operator's operands are: other operands are names, keys and lambda lists. */
type Operands = "none" | "bindings" | "functions" | "after-first" | "clauses" | "keyed-clauses";

const OPERATORS: Readonly<Record<Operands, string>> = {
  none: "QUOTE FUNCTION DECLARE GO",
  bindings: "LET LET* DO DO* PROG PROG* DOLIST DOTIMES",
  functions: "FLET LABELS MACROLET SYMBOL-MACROLET",
  "after-first":
    "LAMBDA MULTIPLE-VALUE-BIND DESTRUCTURING-BIND MULTIPLE-VALUE-SETQ WITH-SLOTS WITH-ACCESSORS",
  clauses: "COND",
  "keyed-clauses": "CASE ECASE CCASE TYPECASE ETYPECASE CTYPECASE HANDLER-CASE RESTART-CASE",
};

function operandsOf(operator: string): Operands | undefined {
  return (Object.keys(OPERATORS) as Operands[]).find((each) => OPERATORS[each].split(" ").includes(operator));
}

/**
 * The operators of the forms in a definition without its name, `(lambda-list . body)`, but for those that it
 * binds itself.
 */
export function operatorsIn(image: Image, source: LispValue): ReadonlySet<LispSymbol> {
  const walk = new Walk(image, source);
  for (const name of walk.bound) walk.operators.delete(name);
  return walk.operators;
}

/** The variables that a definition without its name binds, by its lambda list or by standard operators. */
export function variablesIn(image: Image, source: LispValue): ReadonlySet<LispSymbol> {
  return new Walk(image, source).variables;
}

class Walk {
  readonly operators = new Set<LispSymbol>();
  /** The names of local functions and macros. */
  readonly bound = new Set<LispSymbol>();
  readonly variables = new Set<LispSymbol>();
  #left = MOST_CONSES;

  constructor(
    private readonly image: Image,
    source: LispValue,
  ) {
    if (!isCons(source)) return;
    this.#parameters(carOf(source));
    this.#forms(cdrOf(source));
  }

  #forms(list: LispValue): void {
    for (const form of this.#elements(list)) this.#form(form);
  }

  *#elements(list: LispValue): Generator<LispValue> {
    for (let rest = list; isCons(rest) && --this.#left > 0; rest = cdrOf(rest)) {
      this.image.printer.safepoint();
      yield carOf(rest);
    }
  }

  #form(form: LispValue): void {
    if (!isCons(form)) return;
    const operator = carOf(form);
    const rest = cdrOf(form);
    if (!isSymbol(operator)) return this.#forms(form);
    const standard = homeName(operator) === "COMMON-LISP";
    if (!standard) this.operators.add(operator);
    const first = isCons(rest) ? carOf(rest) : null;
    const more = isCons(rest) ? cdrOf(rest) : null;
    switch (standard ? operandsOf(symbolName(operator)) : undefined) {
      case "none":
        return;
      case "bindings":
        this.#bindings(first);
        return this.#forms(more);
      case "functions":
        for (const each of this.#elements(first)) this.#local(each);
        return this.#forms(more);
      case "after-first":
        this.#parameters(first);
        return this.#forms(more);
      case "clauses":
        for (const clause of this.#elements(rest)) this.#forms(clause);
        return;
      case "keyed-clauses":
        this.#form(first);
        for (const clause of this.#elements(more)) this.#forms(isCons(clause) ? cdrOf(clause) : null);
        return;
      default:
        this.#forms(rest);
    }
  }

  /** Of `((a 1) b)`, or of `(a list)`, the variables and the forms. */
  #bindings(bindings: LispValue): void {
    if (isCons(bindings) && isSymbol(carOf(bindings)) && isCons(cdrOf(bindings))) {
      this.variables.add(carOf(bindings) as LispSymbol);
      return this.#forms(cdrOf(bindings));
    }
    for (const each of this.#elements(bindings)) {
      this.#variable(isCons(each) ? carOf(each) : each);
      if (isCons(each)) this.#forms(cdrOf(each));
    }
  }

  /** The variables of a lambda list, and the forms of its defaults. */
  #parameters(list: LispValue): void {
    for (const each of this.#elements(list)) {
      const first = isCons(each) ? carOf(each) : each;
      if (isCons(first)) this.#parameters(first);
      else this.#variable(first);
      if (isCons(each)) this.#forms(cdrOf(each));
    }
  }

  #variable(name: LispValue): void {
    if (isSymbol(name) && !symbolName(name).startsWith("&")) this.variables.add(name);
  }

  #local(definition: LispValue): void {
    if (!isCons(definition)) return;
    const name = carOf(definition);
    if (isSymbol(name)) this.bound.add(name);
    const rest = cdrOf(definition);
    if (!isCons(rest)) return;
    this.#parameters(carOf(rest));
    this.#forms(cdrOf(rest));
  }
}
