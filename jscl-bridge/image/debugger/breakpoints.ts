/** Breakpoints on lines of what DEFUN and DEFMETHOD defined at toplevel, compiled anew so that it stops. */

import type { LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameOf, functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { setSymbolFunction, symbolFunction } from "../../runtime/objects/symbols.js";
import { listOf, nil, simpleError, sym } from "../../runtime/signals.js";
import { isIndex, wrongType } from "../../runtime/streams/stream-arguments.js";
import { needExtensions } from "../extensions.js";
import type { Image } from "../image.js";
import type { LineSites } from "./line-sites.js";
import { isMethodName, MethodBreakpoints } from "./method-breakpoints.js";
import { compiledToStop, notCompiled, notStopping, type Stopping } from "./stopping-code.js";
import { subjectOf } from "./subjects.js";

/** The calls that a line means: of a breakpoint that was asked for there, or those that stand on it. */
function sitesAt(sites: LineSites, line: number) {
  const asked = sites.askedOn(line);
  return asked.length === 0 ? sites.on(line) : asked;
}

export class Breakpoints {
  readonly #functions = new Map<LispSymbol, Stopping>();
  readonly methods: MethodBreakpoints;

  constructor(private readonly image: Image) {
    needExtensions(image);
    this.methods = new MethodBreakpoints(image);
  }

  /** Signals where what the name is of, or a call on that line of it, is not known. */
  set(name: LispValue, line: LispValue, condition: LispValue): void {
    const symbol = symbolOfName(name);
    if (!isIndex(line)) return wrongType(line, sym("UNSIGNED-BYTE"));
    const methods = this.methods.named(name);
    const all = symbol === null || methods.length > 0 ? methods : [this.#stoppingOf(symbol, name)];
    const found = all.filter(({ sites }) => sitesAt(sites, Number(line)).length > 0);
    if (found.length === 0) return noCall(name, line, all);
    if (methods.length > 0) this.methods.put(found);
    const subject = functionNameOf(subjectOf(name) ?? nil());
    for (const { sites } of found) {
      const [first, ...others] = sitesAt(sites, Number(line));
      if (first === undefined) continue;
      // Each has its own: a method may be called where another one has just ended.
      const breakpoint = { name: subject, line: first.position.line, asked: Number(line), condition };
      for (const site of [first, ...others]) site.breakpoint = breakpoint;
    }
  }

  /** Takes over a function that was compiled with calls it can stop at. */
  note(symbol: LispSymbol, made: LispFunction, sites: LineSites): void {
    this.#functions.set(symbol, { own: null, made, sites });
  }

  /** Takes the breakpoints of a function or method away, or without a name all; with a line, those on it. */
  clear(name: LispValue | null, line: number | null): void {
    const symbol = name === null ? null : functionNameSymbol(name);
    for (const [each, { own, made, sites }] of this.#functions) {
      if (name !== null && each !== symbol) continue;
      // Calls that are not over yet stop no more, either.
      sites.clear(line);
      if (line !== null || own === null) continue;
      if (symbolFunction(each) === made) setSymbolFunction(each, own);
      this.#functions.delete(each);
    }
    this.methods.clear(name, line);
  }

  #stoppingOf(symbol: LispSymbol, name: LispValue): Stopping {
    const { definitions, internals, stepper } = this.image;
    const now = stepper?.ownOf(symbol) ?? (internals.fboundp(symbol) ? symbolFunction(symbol) : undefined);
    const known = this.#functions.get(symbol);
    if (known !== undefined && known.made === now) return known;
    if (now === undefined || !definitions.written.has(now)) return notStopping(name, "DEFUN");
    const stopping = compiledToStop(this.image, now);
    if (stopping === null) return notCompiled(name);
    setSymbolFunction(symbol, stopping.made);
    this.#functions.set(symbol, stopping);
    return stopping;
  }
}

/** The symbol that a function's name is about; null for the name of a method. Signals for another object. */
export function symbolOfName(name: LispValue): LispSymbol | null {
  const symbol = functionNameSymbol(name);
  return symbol !== null || isMethodName(name) ? symbol : wrongType(name, sym("SYMBOL"));
}

function noCall(name: LispValue, line: LispValue, all: readonly Stopping[]): never {
  const lines = [...new Set(all.flatMap(({ sites }) => sites.lines))].sort((a, b) => a - b);
  if (lines.length === 0) return simpleError("~S makes no call at which it could stop.", name);
  const control = "No call of ~S stands on line ~D; its calls stand on ~{~D~^, ~}.";
  return simpleError(control, name, line, listOf(lines));
}

/** The breakpoints of an image, which has none at first. */
export function breakpointsOf(image: Image): Breakpoints {
  image.breakpoints ??= new Breakpoints(image);
  return image.breakpoints;
}
