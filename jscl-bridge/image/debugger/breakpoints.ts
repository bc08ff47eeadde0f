/** Breakpoints on lines of the functions that DEFUN defined at toplevel, compiled anew so that they stop. */

import { STEPS } from "../../compiler/syntax/policy.js";
import { describeAs, functionName, setFunctionName } from "../../runtime/objects/functions.js";
import type { LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { setSymbolFunction, symbolFunction } from "../../runtime/objects/symbols.js";
import { listOf, simpleError, sym } from "../../runtime/signals.js";
import { isIndex, wrongType } from "../../runtime/streams/stream-arguments.js";
import { needExtensions } from "../extensions.js";
import type { Image } from "../image.js";
import { compiledUnder } from "./debugged-functions.js";
import { LineSites } from "./line-sites.js";

/** A function with the calls that it can stop at. */
interface Stopping {
  /** The function that stands for its name otherwise; null where it was compiled once. */
  readonly own: LispFunction | null;
  readonly made: LispFunction;
  readonly sites: LineSites;
}

export class Breakpoints {
  readonly #stopping = new Map<LispSymbol, Stopping>();

  constructor(private readonly image: Image) {}

  /** Signals where the function, or a call on that line of it, is not known. */
  set(name: LispValue, line: LispValue, condition: LispValue): void {
    const symbol = functionNameSymbol(name) ?? wrongType(name, sym("SYMBOL"));
    if (!isIndex(line)) return wrongType(line, sym("UNSIGNED-BYTE"));
    const { sites } = this.#stoppingOf(symbol, name);
    // It is known by the line without a call that it was asked on, if there was one.
    const asked = sites.askedOn(Number(line));
    const found = asked.length === 0 ? sites.on(Number(line)) : asked;
    const [first] = found;
    if (first === undefined) {
      const { lines } = sites;
      const control = "No call of ~S stands on line ~D; its calls stand on ~{~D~^, ~}.";
      if (lines.length > 0) return simpleError(control, name, line, listOf([...lines]));
      return simpleError("~S makes no call at which it could stop.", name);
    }
    const breakpoint = { name: symbol, line: first.position.line, asked: Number(line), condition };
    for (const site of found) site.breakpoint = breakpoint;
  }

  /** Takes over a function that was compiled with calls it can stop at. */
  note(symbol: LispSymbol, made: LispFunction, sites: LineSites): void {
    this.#stopping.set(symbol, { own: null, made, sites });
  }

  /** Takes the breakpoints of a function away, or all; with a line, those on it. */
  clear(symbol: LispSymbol | null, line: LispValue = null): void {
    for (const [each, { own, made, sites }] of this.#stopping) {
      if (symbol !== null && each !== symbol) continue;
      // Calls that are not over yet stop no more, either.
      sites.clear(isIndex(line) ? Number(line) : null);
      if (isIndex(line) || own === null) continue;
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
    const sites = new LineSites();
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
    definitions.stopping.add(made);
    setSymbolFunction(symbol, made);
    const stopping = { own: now, made, sites };
    this.#stopping.set(symbol, stopping);
    return stopping;
  }
}

/** The breakpoints of an image, which has none at first. */
export function breakpointsOf(image: Image): Breakpoints {
  image.breakpoints ??= new Breakpoints(image);
  return image.breakpoints;
}
