/** Functions compiled anew from their definitions, so that their frames keep variables, or no more. */

import { STEPS } from "../../compiler/syntax/policy.js";
import { describeAs, setFunctionName } from "../../runtime/objects/functions.js";
import type { LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameOf, functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { setSymbolFunction, symbolFunction } from "../../runtime/objects/symbols.js";
import { isCons, simpleError, sym } from "../../runtime/signals.js";
import { wrongType } from "../../runtime/streams/stream-arguments.js";
import type { Image } from "../image.js";
import { debuggedFunctions } from "./debugged-functions.js";
import { compiledAgain } from "./replaced-functions.js";
import { beginStepping } from "./stepper.js";
import { notKept } from "./stopping-code.js";

/** Compiles under another proclaimed debug quality. */
function withDebug<T>({ definitions }: Image, debug: number, compile: () => T): T {
  const proclaimed = definitions.debug;
  definitions.debug = debug;
  try {
    return compile();
  } finally {
    definitions.debug = proclaimed;
  }
}

/** The function of a symbol with the form that defined it; null where that was not kept. */
function writtenFunction(image: Image, symbol: LispSymbol): { fn: LispFunction; form: LispValue } | null {
  const fn = image.internals.fboundp(symbol) ? symbolFunction(symbol) : undefined;
  const form = fn && image.definitions.written.get(fn);
  return fn === undefined || form === undefined ? null : { fn, form };
}

function compiledAnew(image: Image, fn: LispFunction, form: LispValue, debug: number): LispFunction {
  const made = withDebug(image, debug, () => compiledAgain(image, fn));
  describeAs(made, fn);
  image.definitions.written.set(made, form);
  return made;
}

/** Compiles the definition of a function once more, as it was written, under another debug quality. */
export function recompile(image: Image, name: LispValue, debug: number): LispValue {
  const symbol = functionNameSymbol(name);
  if (symbol === null)
    return isCons(name) ? simpleError("~S is no name of a function.", name) : wrongType(name, sym("SYMBOL"));
  const written = writtenFunction(image, symbol);
  if (written === null) return notKept(name, "DEFUN");
  image.definitions.checkLock(symbol, "setting fdefinition of ~S");
  image.definitions.setFunction(symbol, name, compiledAnew(image, written.fn, written.form, debug));
  return name;
}

/** What was done to functions, so that it can be undone. */
interface Recompiled {
  readonly names: readonly LispValue[];
  /** Puts back the functions that nobody has defined since. */
  readonly restore: () => void;
}

/**
 * Compiles all functions anew whose definitions were kept. That is no definition by the program: warnings
 * have been given, and what is kept of a session does not change. One that does not compile any more stays as
 * it is.
 */
export function recompileAll(image: Image, debug: number): Recompiled {
  const done: { symbol: LispSymbol; old: LispFunction; made: LispFunction }[] = [];
  const restore = () => {
    for (const { symbol, old, made } of done)
      if (symbolFunction(symbol) === made) setSymbolFunction(symbol, old);
  };
  try {
    for (const symbol of [...image.definitions.compiled]) {
      const replaced = replaceByAnew(image, symbol, debug);
      if (replaced !== null) done.push({ symbol, ...replaced });
    }
  } catch (error) {
    // The deadline may come in the middle.
    restore();
    throw error;
  }
  return { names: done.map(({ symbol }) => functionNameOf(symbol)), restore };
}

function replaceByAnew(
  image: Image,
  symbol: LispSymbol,
  debug: number,
): { old: LispFunction; made: LispFunction } | null {
  const written = writtenFunction(image, symbol);
  if (written === null) return null;
  const { fn: old, form } = written;
  const { warnings } = image.compiler;
  const failures = warnings.errors;
  const made = warnings.silently(() => compiledAnew(image, old, form, debug));
  if (warnings.errors > failures) return null;
  setFunctionName(made, functionNameOf(symbol));
  setSymbolFunction(symbol, made);
  return { old, made };
}

/**
 * Has code compiled under a debug quality from now on and, with `all`, the functions as well that were
 * defined before. What is returned ends that, but for what the program has proclaimed and defined since.
 */
export function beginDebugging(image: Image, debug: number, all: boolean): () => void {
  const { definitions } = image;
  const proclaimed = definitions.debug;
  const functions = all && debug !== STEPS ? debuggedFunctions(image, debug, proclaimed, false) : null;
  functions?.begin();
  const endStepping = debug === STEPS ? beginStepping(image) : null;
  definitions.debug = debug;
  return () => {
    if (definitions.debug === debug) definitions.debug = proclaimed;
    functions?.end();
    endStepping?.();
  };
}
