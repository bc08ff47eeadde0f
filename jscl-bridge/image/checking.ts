/**
 * Compiles a text for its warnings alone: nothing of it runs but macro functions, and nothing is defined.
 * What its forms define at compile time is known to the forms behind them by an environment.
 */

import { type Environment, Environment as Environments } from "../compiler/scope/environment.js";
import { parseBody } from "../compiler/syntax/declarations.js";
import { macroletEnvironment } from "../compiler/syntax/operators/bindings.js";
import { processToplevelForm } from "../compiler/toplevel-forms.js";
import { unreachedForms } from "../compiler/types/unreached.js";
import { carOf, cdrOf } from "../runtime/objects/conses.js";
import type { LispCons, LispPackage, LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { homeName, setSymbolValue, symbolName, symbolValue } from "../runtime/objects/symbols.js";
import { isLispString, stringText } from "../runtime/objects/vectors.js";
import { callLisp, cons, isCons, isSymbol, list, nil, sym } from "../runtime/signals.js";
import type { Image } from "./image.js";

/** Whether conditions of a type are SBCL's notes, too. */
function isOfNotes(type: LispValue): boolean {
  return callLisp("SUBTYPEP", "COMMON-LISP", sym("CODE-DELETION-NOTE", "SB-EXT"), type) !== nil();
}

/** The forms of one text, in their order. */
export class CheckedText {
  #env: Environment = Environments.empty;
  readonly #specials = new Set<LispSymbol>();
  readonly #image: Image;
  readonly #onUnreached: (form: LispValue) => void;

  /** `onUnreached` is told of each form of the text that control never comes to. */
  constructor(image: Image, onUnreached: (form: LispValue) => void) {
    this.#image = image;
    this.#onUnreached = onUnreached;
  }

  /** Runs what adds the forms; what is undefined is warned of at the end. */
  check(body: () => void): void {
    const current = sym("*PACKAGE*");
    const outer = symbolValue(current);
    const { compiler } = this.#image;
    compiler.assumedSpecials = this.#specials;
    try {
      compiler.warnings.inUnit(body);
    } finally {
      compiler.assumedSpecials = null;
      setSymbolValue(current, outer);
    }
  }

  /** Compiles a toplevel form. Signals what is wrong where that is no warning. */
  add(form: LispValue): void {
    const { compiler, sources, stack } = this.#image;
    const { sp } = stack;
    let source = form;
    const at = (each: LispValue): void => {
      if (isCons(each) && sources.has(each)) source = each;
    };
    processToplevelForm(
      {
        host: compiler,
        expand: (each, env) => {
          at(each);
          this.#note(each);
          return compiler.expandOnce(each, this.#with(env));
        },
        evaluate: () => {},
        compile: (each, env, expanded) => {
          at(each);
          compiler.expanded = [...expanded];
          const tree = compiler.check(each, this.#with(env), source);
          for (const { form, where } of unreachedForms(compiler, tree, source))
            if (!where.muffled.some(isOfNotes)) this.#onUnreached(form);
        },
      },
      form,
      this.#env,
      false,
    );
    stack.sp = sp;
  }

  /**
   * What a form's own macros and declarations are added to; they are around few forms, so rarely both are.
   */
  #with(env: Environment): Environment {
    return env === Environments.empty ? this.#env : env;
  }

  /** What a definition means for the forms after it. */
  #note(form: LispValue): void {
    if (!isCons(form)) return;
    const head = carOf(form);
    if (!isSymbol(head) || homeName(head) !== "COMMON-LISP") return;
    const rest = cdrOf(form);
    if (!isCons(rest)) return;
    const name = carOf(rest);
    switch (symbolName(head)) {
      case "IN-PACKAGE":
        return this.#enter(name);
      case "DEFMACRO":
        this.#env = macroletEnvironment(
          this.#image.compiler,
          list(sym("MACROLET"), list(rest)) as LispCons,
          this.#env,
        );
        return;
      case "DEFVAR":
      case "DEFPARAMETER":
      case "DEFCONSTANT":
        if (isSymbol(name)) this.#specials.add(name);
        return;
      case "DECLAIM":
        for (const symbol of parseBody(list(cons(sym("DECLARE"), rest))).special) this.#specials.add(symbol);
    }
  }

  #enter(designator: LispValue): void {
    const name = isSymbol(designator)
      ? symbolName(designator)
      : isLispString(designator)
        ? stringText(designator)
        : "";
    const pkg: LispPackage | undefined = this.#image.tables.findPackage(name);
    if (pkg !== undefined) setSymbolValue(sym("*PACKAGE*"), pkg);
  }
}
