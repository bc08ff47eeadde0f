/** JavaScript values as Lisp ones and back, and calls of JavaScript functions by their place in an object. */
import type { Internals, LispValue } from "./marshal.js";
import { DoubleFloat, Ratio, SingleFloat } from "./numbers.js";
import { nil } from "./signals.js";

/** JSCL's conversions know JavaScript's numbers alone; ours are more, and a JavaScript fraction is a double. */
export function installConversions(internals: Internals): void {
  const { lisp_to_js: stockToJs, js_to_lisp: stockToLisp } = internals;
  internals.lisp_to_js = (x) => {
    if (x instanceof DoubleFloat || x instanceof SingleFloat) return x.value;
    if (x instanceof Ratio) return Number(x.num) / Number(x.den);
    return stockToJs(x);
  };
  internals.js_to_lisp = (x) => {
    if (typeof x !== "number" || Number.isSafeInteger(x)) return stockToLisp(x);
    return Number.isInteger(x) ? BigInt(x) : new DoubleFloat(x);
  };
}

/** What compiled code calls for ((oget object "key" …) argument …). */
export function foreignFunctions(internals: Internals, convertForeign: (e: unknown) => never) {
  return {
    /** Calls the method that the last key names; with `convert`, arguments and result change sides. */
    callForeign(
      convert: boolean,
      object: LispValue,
      keys: readonly string[],
      args: readonly LispValue[],
    ): LispValue {
      try {
        let receiver = object as Record<string, unknown>;
        for (const key of keys.slice(0, -1)) receiver = receiver[key] as Record<string, unknown>;
        const method = receiver[keys.at(-1) as string];
        if (typeof method !== "function") throw new TypeError(`${keys.join(".")} is not a function`);
        const given = convert ? args.map((arg) => internals.lisp_to_js(arg)) : args;
        const result = Reflect.apply(method, receiver, given);
        return (convert ? internals.js_to_lisp(result) : result) ?? nil();
      } catch (e) {
        return convertForeign(e);
      }
    },
  };
}
