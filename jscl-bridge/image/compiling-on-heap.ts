/** COMPILE and macro expansion on the heap: what they call of the program can be left. */

import { environmentOf } from "../compiler/macros/asked-expansion.js";
import { macroexpand1, setfExpansion } from "../compiler/syntax/queries.js";
import { giveTwin } from "../runtime/library/argument-checks.js";
import type { LispValue, ValuesFunction } from "../runtime/objects/marshal.js";
import { nil, t } from "../runtime/signals.js";
import type { Activation, Steps } from "../runtime/stack/heap-calls.js";
import { compile } from "./evaluation-functions.js";
import { compiledOnHeap, ownMacro } from "./heap-evaluation.js";
import type { Image } from "./image.js";

/** Gives these functions their twins. */
export function giveCompilingTwins(image: Image): void {
  const { compiler, internals, stack } = image;
  /** Expands a form that `ownMacro` leaves to the compiler; the expansion, and whether there was any. */
  const expandedByCompiler = (form: LispValue, environment: LispValue) =>
    compiledOnHeap(image, () => macroexpand1(compiler, form, environment));

  /** The expansion of a form by one macro; null where it is no macro call. */
  function* once(form: LispValue, environment: LispValue): Steps<{ form: LispValue } | null> {
    const { sp } = stack;
    if (--stack.fuel < 0) yield [stack.tick];
    const own = ownMacro(image, form, environmentOf(environment));
    let expansion: LispValue;
    let isMore: LispValue = t();
    if (own === null) [expansion, isMore] = yield* expandedByCompiler(form, environment);
    else expansion = yield [own, internals.pv, form, environment ?? nil()];
    stack.sp = sp;
    return isMore === nil() ? null : { form: expansion };
  }

  const twin = (most: number) =>
    function* (values: ValuesFunction, form: LispValue, environment: LispValue): Activation {
      let current = form;
      let count = 0;
      for (; count < most; count++) {
        const expansion = yield* once(current, environment);
        if (expansion === null) break;
        current = expansion.form;
      }
      return values(current, count > 0 ? t() : nil());
    };
  giveTwin(image, "MACROEXPAND-1", twin(1));
  giveTwin(image, "MACROEXPAND", twin(Number.POSITIVE_INFINITY));
  giveTwin(
    image,
    "COMPILE",
    function* (values: ValuesFunction, name: LispValue, given: LispValue): Activation {
      return yield* compiledOnHeap(image, () => compile(image, values, name, given));
    },
  );
  giveTwin(
    image,
    "GET-SETF-EXPANSION",
    function* (values: ValuesFunction, place: LispValue, environment: LispValue): Activation {
      return values(...(yield* compiledOnHeap(image, () => setfExpansion(compiler, place, environment))));
    },
  );
}
