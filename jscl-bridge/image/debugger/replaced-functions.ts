/**
 * Functions of the program in whose place others stand for a while: those that DEFUN and DEFMETHOD defined at
 * toplevel, compiled anew from their kept source when they are called first. Afterwards all names have their
 * own functions again.
 */

import { applied } from "../../runtime/applied.js";
import { describeAs, functionName, setFunctionName } from "../../runtime/objects/functions.js";
import type { LispFunction, LispSymbol } from "../../runtime/objects/marshal.js";
import { setSymbolFunction, symbolFunction } from "../../runtime/objects/symbols.js";
import { callLisp, INTERNAL_PACKAGE } from "../../runtime/signals.js";
import { needExtensions } from "../extensions.js";
import type { Image } from "../image.js";
import { compiledInPlace } from "./closures.js";
import { PastReading } from "./past-reading.js";
import { subjectOf } from "./subjects.js";

interface Replaced {
  readonly own: LispFunction;
  /** Has the other one compiled when it is called. */
  readonly standIn: LispFunction;
  made: LispFunction | null;
}

/** How functions are compiled that stand in the place of others. */
export interface Replacement {
  /** What functions were compiled into. */
  readonly compiled: WeakMap<LispFunction, LispFunction>;
  /** Whether what is defined meanwhile is compiled so, too, and as usual afterwards. */
  readonly isPassing: boolean;
  /** Compiles a function's definition so, or as usual; null where that fails: a macro may have changed. */
  compile(fn: LispFunction, isReplacement: boolean): LispFunction | null;
}

/** Compiles the definition of a function, which has been kept, once more, with its places in the text. */
export function compiledAgain(image: Image, fn: LispFunction): LispFunction {
  const { compiler, definitions, sources, stack } = image;
  const form = stack.infoOf(fn as { name: string })?.place?.form;
  const definition = definitions.written.get(fn);
  const compile = () =>
    compiledInPlace(image, fn, definition) ?? (compiler.evaluate(definition) as LispFunction);
  return form === undefined ? compile() : sources.within(new PastReading(form), compile);
}

/** The same without a word; null where that fails. */
export function compiledSilently(image: Image, fn: LispFunction): LispFunction | null {
  return image.catchingErrors<LispFunction | null>(
    () => image.compiler.warnings.silently(() => compiledAgain(image, fn)),
    () => null,
  );
}

/** The functions of methods that were defined while others stood in their place, compiled as usual. */
const plain = new WeakMap<LispFunction, LispFunction>();

/** The function that a method runs now in the place of its own; null where it runs that. */
export function methodInPlace(image: Image, fn: LispFunction): LispFunction | null {
  const { definitions, replacing } = image;
  if (!definitions.written.has(fn)) return null;
  const stopping = image.breakpoints?.methods.inPlace(fn) ?? null;
  const current = replacing.at(-1);
  if (current !== undefined) return current.method(stopping ?? fn) ?? stopping;
  if (stopping !== null) return stopping;
  if (!definitions.instrumented.has(fn)) return null;
  const made = plain.get(fn) ?? compiledSilently(image, fn);
  if (made !== null) plain.set(fn, made);
  return made;
}

export class ReplacedFunctions {
  readonly #replaced = new Map<LispSymbol, Replaced>();

  constructor(
    private readonly image: Image,
    private readonly replacement: Replacement,
    private readonly isMeant: (symbol: LispSymbol) => boolean = () => true,
  ) {}

  /** Puts others in the place of the functions that are meant. */
  begin(): void {
    this.image.replacing = [...this.image.replacing, this];
    this.#methodsChange();
    for (const [symbol, own] of this.#written()) {
      if (!this.isMeant(symbol)) continue;
      const standIn = this.#standIn(symbol, own, () => this.#make(symbol));
      this.#replaced.set(symbol, { own, standIn, made: null });
      setSymbolFunction(symbol, standIn);
    }
  }

  /**
   * Gives all names their own functions back; those that were defined meanwhile are compiled as usual at
   * their next call.
   */
  end(): void {
    const { definitions } = this.image;
    this.image.replacing = this.image.replacing.filter((each) => each !== this);
    this.#methodsChange();
    for (const [symbol, { own, standIn, made }] of this.#replaced) {
      const now = symbolFunction(symbol);
      if (now === standIn || (made !== null && now === made)) setSymbolFunction(symbol, own);
    }
    for (const [symbol, fn] of this.replacement.isPassing ? this.#written() : []) {
      const isOwn = this.#replaced.get(symbol)?.own === fn || definitions.stopping.has(fn);
      if (isOwn || !this.isMeant(symbol)) continue;
      const definition = definitions.written.get(fn);
      const make = (): LispFunction => {
        const plain = this.replacement.compile(fn, false);
        if (plain === null) return fn;
        this.#describe(plain, fn);
        definitions.written.set(plain, definition);
        return plain;
      };
      const standIn = this.#standIn(symbol, fn, make);
      definitions.written.set(standIn, definition);
      setSymbolFunction(symbol, standIn);
    }
    this.#replaced.clear();
  }

  /** The function of a name for which another one stands. */
  ownOf(symbol: LispSymbol): LispFunction | null {
    return this.#replaced.get(symbol)?.own ?? null;
  }

  /** What stands for the function of a method; null for itself. */
  method(fn: LispFunction): LispFunction | null {
    const { compiled } = this.replacement;
    const { definitions, stack } = this.image;
    const subject = subjectOf(stack.infoOf(fn as { name: string })?.name ?? null);
    if (definitions.instrumented.has(fn) || subject === null || !this.isMeant(subject)) return null;
    const made = compiled.get(fn) ?? this.replacement.compile(fn, true);
    if (made === null) return null;
    compiled.set(fn, made);
    return made;
  }

  /** Has generic functions find their methods anew. */
  #methodsChange(): void {
    const { definitions, replacing } = this.image;
    definitions.isInstrumenting = replacing.some(({ replacement }) => replacement.isPassing);
    if (!definitions.hasMethods) return;
    needExtensions(this.image);
    callLisp("RESET-METHODS", INTERNAL_PACKAGE);
  }

  /** A function in the place of one that is compiled, by `make`, when it is called first. */
  #standIn(symbol: LispSymbol, own: LispFunction, make: () => LispFunction): LispFunction {
    const stood = (): LispFunction => {
      const made = make();
      if (symbolFunction(symbol) === standIn) setSymbolFunction(symbol, made);
      return made;
    };
    const standIn: LispFunction = (...given) => applied(stood(), given);
    // What is known of a function by its JavaScript name holds of this one, too.
    Object.defineProperty(standIn, "name", { value: own.name });
    this.#describe(standIn, own);
    return standIn;
  }

  /** The functions whose definitions are kept. */
  #written(): [LispSymbol, LispFunction][] {
    const { definitions } = this.image;
    const found: [LispSymbol, LispFunction][] = [];
    for (const symbol of definitions.compiled) {
      const fn = symbolFunction(symbol);
      if (fn !== undefined && definitions.written.has(fn)) found.push([symbol, fn]);
    }
    return found;
  }

  #make(symbol: LispSymbol): LispFunction {
    const replaced = this.#replaced.get(symbol);
    if (replaced === undefined) return symbolFunction(symbol);
    const { own } = replaced;
    const { compiled } = this.replacement;
    let made = compiled.get(own) ?? null;
    if (made === null) {
      made = this.replacement.compile(own, true) ?? own;
      this.#describe(made, own);
      if (made !== own) compiled.set(own, made);
    }
    replaced.made = made;
    return made;
  }

  #describe(fn: LispFunction, own: LispFunction): void {
    if (fn === own) return;
    describeAs(fn, own);
    setFunctionName(fn, functionName(own));
  }
}
