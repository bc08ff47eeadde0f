/** The methods of a program that run compiled so that they stop at some of their calls. */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispFunction, LispValue } from "../../runtime/objects/marshal.js";
import { callLisp, elementsOf, INTERNAL_PACKAGE, isCons, simpleError, sym } from "../../runtime/signals.js";
import type { Image } from "../image.js";
import type { LineSites } from "./line-sites.js";
import { compiledToStop, notCompiled, notStopping, type Stopping } from "./stopping-code.js";

export class MethodBreakpoints {
  /** By the functions of the methods: what nobody can call any more is forgotten. */
  readonly #stopping = new WeakMap<LispFunction, Stopping>();

  constructor(private readonly image: Image) {}

  /** Those that a name is of, compiled to stop; empty for a name of no method and no generic function. */
  named(name: LispValue): Stopping[] {
    const functions = this.#functions(name);
    if (functions.length === 0) return isMethodName(name) ? simpleError("~S names no method.", name) : [];
    const { written } = this.image.definitions;
    const kept = functions.filter((fn) => written.has(fn));
    if (kept.length === 0) return notStopping(name, "DEFMETHOD");
    const found = kept.flatMap((fn) => this.#stopping.get(fn) ?? compiledToStop(this.image, fn) ?? []);
    return found.length === 0 ? notCompiled(name) : found;
  }

  /** Has them run from the next calls on. */
  put(all: readonly Stopping[]): void {
    for (const each of all) this.#stopping.set(each.own ?? each.made, each);
    this.#callsChange();
  }

  /** Takes over the function of a method that was compiled with calls it can stop at. */
  note(made: LispFunction, sites: LineSites): void {
    this.#stopping.set(made, { own: null, made, sites });
  }

  /** What runs in the place of a method's function; null for that itself. */
  inPlace(fn: LispFunction): LispFunction | null {
    const stopping = this.#stopping.get(fn);
    return stopping?.own === fn ? stopping.made : null;
  }

  /** Takes breakpoints away, those of all methods without a name; of all lines without one. */
  clear(name: LispValue | null, line: number | null): void {
    for (const fn of this.#functions(...(name === null ? [] : [name]))) {
      const stopping = this.#stopping.get(fn);
      // Calls that are not over yet stop no more, either.
      stopping?.sites.clear(line);
      if (line === null && stopping?.own === fn) this.#stopping.delete(fn);
    }
    this.#callsChange();
  }

  #functions(...name: LispValue[]): LispFunction[] {
    return elementsOf(callLisp("FUNCTIONS-OF-METHODS", INTERNAL_PACKAGE, ...name)) as LispFunction[];
  }

  /** Has generic functions find what their methods run anew. */
  #callsChange(): void {
    callLisp("RESET-METHODS", INTERNAL_PACKAGE);
  }
}

/** Whether a name is one that TRACE has for methods: (METHOD name qualifier… (specializer…)). */
export function isMethodName(name: LispValue): boolean {
  return isCons(name) && carOf(name) === sym("METHOD") && isCons(cdrOf(name));
}
