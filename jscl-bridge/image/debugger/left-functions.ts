/** Functions of the extensions in which a program may be left (`lisp/extensions/leaving.lisp`). */

import type { LispFunction, LispSymbol } from "../../runtime/objects/marshal.js";
import { setSymbolValue, symbolValue } from "../../runtime/objects/symbols.js";
import { callLisp, INTERNAL_PACKAGE, sym } from "../../runtime/signals.js";
import { heapCalls } from "../../runtime/stack/heap-calls.js";
import type { Image } from "../image.js";

/** Those that were compiled, for the stack and for the heap. */
const known = new WeakMap<Image, Record<"stack" | "heap", Map<LispSymbol, LispFunction>>>();

/** The function to call: one that can be left where that is done on the heap. */
export function leftFunction(image: Image, name: LispSymbol): LispFunction {
  const all = known.get(image) ?? { stack: new Map(), heap: new Map() };
  known.set(image, all);
  const those = all[heapCalls.isOn ? "heap" : "stack"];
  const made = those.get(name) ?? compiled(image, name);
  those.set(name, made);
  return made;
}

function compiled(image: Image, name: LispSymbol): LispFunction {
  const { definitions, compiler } = image;
  const { debug } = definitions;
  const hook = sym("*MACROEXPAND-HOOK*");
  const outer = symbolValue(hook);
  definitions.debug = 1;
  // A program sees no form of the Lisp's own, and changes none.
  setSymbolValue(hook, sym("FUNCALL"));
  try {
    const source = callLisp("GET", "COMMON-LISP", name, sym("SOURCE", INTERNAL_PACKAGE));
    return hideCalls(image, compiler.warnings.silently(() => compiler.evaluate(source)) as LispFunction);
  } finally {
    definitions.debug = debug;
    setSymbolValue(hook, outer);
  }
}

/** Has nobody see the calls of a function, as of all of the Lisp's own. */
export function hideCalls({ stack }: Image, fn: LispFunction): LispFunction {
  const info = stack.infoOf(fn as { name: string });
  if (info !== undefined) info.internal = true;
  return fn;
}
