/** Breakpoints on lines of the functions that DEFUN defined at toplevel, compiled anew so that they stop. */

import { STEPS } from "../../compiler/syntax/policy.js";
import { carOf } from "../../runtime/objects/conses.js";
import { describeAs, functionName, setFunctionName } from "../../runtime/objects/functions.js";
import type { LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { setSymbolFunction, symbolFunction } from "../../runtime/objects/symbols.js";
import { isCons, listOf, simpleError, sym } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { StepSite } from "../../runtime/stack/step-sites.js";
import { isIndex, wrongType } from "../../runtime/streams/stream-arguments.js";
import { needExtensions } from "../extensions.js";
import type { Image } from "../image.js";
import { compiledUnder } from "./debugged-functions.js";

/** A function that was compiled anew, and the calls that it can stop at. */
interface Stopping {
  readonly own: LispFunction;
  readonly made: LispFunction;
  readonly sites: readonly StepSite[];
}

export class Breakpoints {
  readonly #stopping = new Map<LispSymbol, Stopping>();

  constructor(private readonly image: Image) {}

  /** Signals where the function, or a call on that line of it, is not known. */
  set(name: LispValue, line: LispValue, condition: LispValue): void {
    const symbol = functionNameSymbol(name) ?? wrongType(name, sym("SYMBOL"));
    if (!isIndex(line)) return wrongType(line, sym("UNSIGNED-BYTE"));
    const { sites } = this.#stoppingOf(symbol, name);
    const onLine = sites.filter(({ position }) => position.line === line);
    // What has another one among its arguments comes later.
    const found = onLine.filter((site) => !onLine.some((other) => other !== site && holds(site, other)));
    if (found.length === 0) {
      const lines = [...new Set(sites.map(({ position }) => position.line))].sort((a, b) => a - b);
      const control = "No call of ~S stands on line ~D; its calls stand on ~{~D~^, ~}.";
      if (lines.length > 0) return simpleError(control, name, line, listOf(lines));
      return simpleError("~S makes no call at which it could stop.", name);
    }
    for (const site of found) site.breakpoint = { symbol, line: Number(line), condition };
  }

  /** Takes the breakpoints of a function away, or all. */
  clear(symbol: LispSymbol | null): void {
    for (const [each, { own, made }] of this.#stopping) {
      if (symbol !== null && each !== symbol) continue;
      if (symbolFunction(each) === made) setSymbolFunction(each, own);
      this.#stopping.delete(each);
    }
  }

  #stoppingOf(symbol: LispSymbol, name: LispValue): Stopping {
    const { definitions, internals, stepper } = this.image;
    needExtensions(this.image);
    const now = stepper?.ownOf(symbol) ?? (internals.fboundp(symbol) ? symbolFunction(symbol) : undefined);
    const known = this.#stopping.get(symbol);
    if (known !== undefined && known.made === now) return known;
    const form = now && definitions.written.get(now);
    if (now === undefined || form === undefined)
      return simpleError("The definition of ~S was not kept: DEFUN at toplevel keeps it.", name);
    const sites: StepSite[] = [];
    const outer = definitions.steps;
    definitions.steps = sites;
    let made: LispFunction | null;
    try {
      made = compiledUnder(this.image, STEPS, now);
    } finally {
      definitions.steps = outer;
    }
    if (made === null) return simpleError("~S cannot be compiled anew.", name);
    describeAs(made, now);
    setFunctionName(made, functionName(now));
    definitions.written.set(made, form);
    setSymbolFunction(symbol, made);
    const stopping = { own: now, made, sites };
    this.#stopping.set(symbol, stopping);
    return stopping;
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

/** The breakpoints of an image, which has none at first. */
export function breakpointsOf(image: Image): Breakpoints {
  image.breakpoints ??= new Breakpoints(image);
  return image.breakpoints;
}
