/** A variable of a LET that another one of the same LET needs: LET binds them all at once. */

import type { Hint } from "../../contract/engine.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolValue } from "../../runtime/objects/symbols.js";
import { isCons, sym } from "../../runtime/signals.js";
import { type Occasion, printed } from "./hint-facts.js";

/** Conses of the code that are looked at. */
const MOST_CONSES = 20_000;

/** The hint about an unbound variable, in the function that was running, or in the form at work. */
export function parallelBindings({ image, user }: Occasion, name: LispSymbol): Hint[] {
  const code = user?.source ?? symbolValue(sym("-"));
  if (code === undefined || !new Search(name).isIn(code)) return [];
  return [{ kind: "parallel", about: printed(image, name), text: "LET*", thing: "variable", distance: null }];
}

class Search {
  readonly #let = sym("LET");
  readonly #quote = sym("QUOTE");
  #left = MOST_CONSES;

  constructor(private readonly name: LispSymbol) {}

  /** Whether a LET in the code binds the variable, and a form after that in its bindings names it. */
  isIn(code: LispValue): boolean {
    if (!isCons(code) || carOf(code) === this.#quote) return false;
    if (carOf(code) === this.#let && isCons(cdrOf(code)) && this.#needsItself(carOf(cdrOf(code) as never)))
      return true;
    return this.#any(code, (each) => this.isIn(each));
  }

  #needsItself(bindings: LispValue): boolean {
    let isBound = false;
    return this.#any(bindings, (binding) => {
      if (!isCons(binding)) {
        isBound ||= binding === this.name;
        return false;
      }
      if (isBound && this.#names(cdrOf(binding))) return true;
      isBound ||= carOf(binding) === this.name;
      return false;
    });
  }

  /** Whether forms have the variable's name in them. */
  #names(code: LispValue): boolean {
    if (code === this.name) return true;
    if (!isCons(code) || carOf(code) === this.#quote) return false;
    return this.#any(code, (each) => this.#names(each));
  }

  #any(list: LispValue, is: (each: LispValue) => boolean): boolean {
    for (let rest = list; isCons(rest) && --this.#left > 0; rest = cdrOf(rest))
      if (is(carOf(rest))) return true;
    return false;
  }
}
