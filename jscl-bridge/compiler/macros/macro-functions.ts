/** Macro functions as Lisp objects, and the hook by which they are called (CLHS 3.8, *MACROEXPAND-HOOK*). */

import { setFunctionName } from "../../runtime/objects/functions.js";
import type { LispCons, LispFunction, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolFunction, symbolValue } from "../../runtime/objects/symbols.js";
import { cons, isCons, isSymbol, lispError, list, nil, sym } from "../../runtime/signals.js";
import { countArguments, wrongType } from "../../runtime/streams/stream-arguments.js";
import type { CompilerHost } from "../host.js";
import { environmentOf, signalling } from "./asked-expansion.js";
import { expandNative, nativeMacro } from "./macros.js";
import { portableLoop } from "./portable-loops.js";

export class MacroFunctions {
  /** Made once each, by the symbols of macros in TypeScript, and by the expanders of stock JSCL. */
  private readonly objects = new Map<LispSymbol | LispFunction, LispFunction>();
  private readonly variable = sym("*MACROEXPAND-HOOK*");
  private readonly funcall = sym("FUNCALL");

  constructor(
    private readonly host: CompilerHost,
    private readonly isStock: (macro: LispFunction) => boolean,
  ) {}

  /** What *MACROEXPAND-HOOK* holds; null where that is FUNCALL. */
  get hook(): LispFunction | null {
    const value = symbolValue(this.variable);
    if (value === this.funcall || value === undefined || value === symbolFunction(this.funcall)) return null;
    const fn = isSymbol(value) && this.host.internals.fboundp(value) ? symbolFunction(value) : value;
    if (typeof fn === "function") return fn as LispFunction;
    return lispError(
      "MACROEXPAND-HOOK-TYPE-ERROR",
      "DATUM",
      value,
      "EXPECTED-TYPE",
      sym("COMPILED-FUNCTION"),
    );
  }

  /** The global macro function of a symbol as a program gets it, or null. */
  of(name: LispSymbol): LispFunction | null {
    const native = nativeMacro(name);
    if (native === null) {
      const macro = this.host.macroFunction(name);
      return macro === null ? null : this.object(macro, name);
    }
    return this.made(name, name, (form, environment) => {
      const env = environmentOf(environment);
      const expansion = signalling(this.host, () => expandNative(native, this.host, form, env));
      return portableLoop(expansion, this.host.internals);
    });
  }

  /** A macro function as a program gets it. Those of stock JSCL take no environment but JSCL's own. */
  object(macro: LispFunction, name: LispValue): LispFunction {
    if (!this.isStock(macro)) return macro;
    return this.made(macro, name, (form) => macro(this.host.internals.pv, form, nil()));
  }

  private made(
    key: LispSymbol | LispFunction,
    name: LispValue,
    expand: (form: LispCons, environment: LispValue) => LispValue,
  ): LispFunction {
    let fn = this.objects.get(key);
    if (fn === undefined) {
      fn = (values, ...args) => {
        countArguments(args, 2, 2);
        const [form, environment] = args;
        if (!isCons(form) && form !== nil()) return wrongType(form, sym("LIST"));
        // As the macro functions of SBCL do, this one looks at what follows the name alone.
        return values(expand(isCons(form) ? form : cons(name, form), environment));
      };
      setFunctionName(fn, cons(sym("MACRO-FUNCTION"), list(name)));
      this.objects.set(key, fn);
    }
    return fn;
  }
}
