/**
 * The functions of the program that say what they do while an evaluation is recorded: those that DEFUN
 * defined at toplevel, compiled anew from their kept source when they are called first. Afterwards all names
 * have their own functions again.
 */

import { applied } from "../../runtime/applied.js";
import { describeAs, functionName, setFunctionName } from "../../runtime/objects/functions.js";
import type { LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { setSymbolFunction, symbolFunction } from "../../runtime/objects/symbols.js";
import type { Image } from "../image.js";

interface Replaced {
  readonly own: LispFunction;
  /** Has the other one compiled when it is called. */
  readonly standIn: LispFunction;
  made: LispFunction | null;
}

/** What functions were compiled into that say what they do. */
const compiled = new WeakMap<LispFunction, LispFunction>();

export class RecordedFunctions {
  readonly #replaced = new Map<LispSymbol, Replaced>();

  constructor(
    private readonly image: Image,
    private readonly isMeant: (symbol: LispSymbol) => boolean,
  ) {}

  /** Puts functions that say what they do in the place of those that are meant. */
  begin(): void {
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
    for (const [symbol, { own, standIn, made }] of this.#replaced) {
      const now = symbolFunction(symbol);
      if (now === standIn || (made !== null && now === made)) setSymbolFunction(symbol, own);
    }
    for (const [symbol, fn] of this.#written()) {
      if (!this.isMeant(symbol) || this.#replaced.get(symbol)?.own === fn) continue;
      const definition = definitions.written.get(fn);
      const make = (): LispFunction => {
        const plain = this.#compile(definition, () => false);
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

  /** A function in the place of one that is compiled, by `make`, when it is called first. */
  #standIn(symbol: LispSymbol, own: LispFunction, make: () => LispFunction): LispFunction {
    const standIn: LispFunction = (...given) => {
      const made = make();
      if (symbolFunction(symbol) === standIn) setSymbolFunction(symbol, made);
      return applied(made, given);
    };
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
    let made = compiled.get(own) ?? null;
    if (made === null) {
      made = this.#compile(this.image.definitions.written.get(own), (name) => name !== null) ?? own;
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

  /** Compiles a definition without a word; null where that fails, as a macro may have changed. */
  #compile(definition: LispValue, recorded: (name: LispValue) => boolean): LispFunction | null {
    const { compiler, definitions } = this.image;
    const before = definitions.recorded;
    const recorder = this.image.recorder.get();
    const { isOn } = recorder;
    definitions.recorded = recorded;
    // What macro functions do is no part of what the program does.
    recorder.isOn = false;
    try {
      return this.image.catchingErrors<LispFunction | null>(
        () => compiler.warnings.silently(() => compiler.evaluate(definition) as LispFunction),
        () => null,
      );
    } finally {
      recorder.isOn = isOn;
      definitions.recorded = before;
    }
  }
}
