/** The calls of some code at which it can stop, by the lines of its text. */

import { carOf } from "../../runtime/objects/conses.js";
import type { LispFunction, LispValue } from "../../runtime/objects/marshal.js";
import { isCons } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { StepSite } from "../../runtime/stack/step-sites.js";

export class LineSites {
  #sites: StepSite[] = [];

  /** Called for each call that is compiled. */
  note(site: StepSite): void {
    this.#sites.push(site);
  }

  /** Called for each function that such code makes, for its definition. */
  noteFunction(_fn: LispFunction): void {}

  /** Those in the definition of one function among others. */
  within(definition: LispValue): LineSites {
    const parts = new Set<LispValue>();
    const collect = (form: LispValue): void => {
      for (let rest = form; isCons(rest) && !parts.has(rest); rest = next(rest)) {
        parts.add(rest);
        collect(carOf(rest));
      }
    };
    collect(definition);
    const found = new LineSites();
    found.#sites = this.#sites.filter(({ form }) => parts.has(form));
    return found;
  }

  /** The lines that have some, in their order. */
  get lines(): readonly number[] {
    return [...new Set(this.#sites.map(({ position }) => position.line))].sort((a, b) => a - b);
  }

  /** Those on a line that come first: what has another one among its arguments comes later. */
  on(line: number): readonly StepSite[] {
    const onLine = this.#sites.filter(({ position }) => position.line === line);
    return onLine.filter((site) => !onLine.some((other) => other !== site && holds(site, other)));
  }

  /** Those whose breakpoint was asked for on a line without a call. */
  askedOn(line: number): readonly StepSite[] {
    return this.#sites.filter(({ breakpoint }) => breakpoint?.asked === line);
  }

  /** Takes the breakpoints away that were asked for on a line, or are there, or all. */
  clear(line: number | null): void {
    for (const site of this.#sites) {
      const { breakpoint } = site;
      if (line === null || breakpoint?.asked === line || breakpoint?.line === line) site.breakpoint = null;
    }
  }
}

/** Whether the call of a site is made with what that of another one gives. */
function holds(outer: StepSite, inner: StepSite): boolean {
  const inForm = (form: LispValue): boolean => {
    for (let rest = form; isCons(rest); rest = next(rest)) {
      const part = carOf(rest);
      if (part === inner.form || inForm(part)) return true;
    }
    return false;
  };
  return inForm(outer.form);
}
