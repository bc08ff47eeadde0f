/** Expansions of the standard's loops as programs get them that walk code: they know no operator of ours. */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { Internals, LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { stockSymbol } from "../../runtime/objects/stock-symbols.js";
import { sym } from "../../runtime/signals.js";
import { car, cdr, cons, elements, form, isCons, list, listStar } from "../syntax/forms.js";

/** The expansion of DO, DO*, DOLIST or DOTIMES, with TAGBODY and GO for the loop; other forms as they are. */
export function portableLoop(expansion: LispValue, internals: Internals): LispValue {
  if (!isCons(expansion) || carOf(expansion) !== sym("BLOCK")) return expansion;
  const binding = car(cdr(cdrOf(expansion)));
  if (!isCons(binding) || (carOf(binding) !== sym("LET") && carOf(binding) !== sym("LET*"))) return expansion;
  const [operator, variables, ...body] = elements(binding);
  const portable = body.map((each) => (isCons(each) ? portableForm(each, internals) : each));
  return form("BLOCK", car(cdrOf(expansion)), listStar([operator, variables], list(...portable)));
}

function portableForm(loop: LispCons, internals: Internals): LispValue {
  if (carOf(loop) === stockSymbol("%WHILE")) {
    const [test, ...body] = elements(cdrOf(loop));
    return goingAgain(test, body, internals);
  }
  if (carOf(loop) === stockSymbol("%COUNT-UP")) {
    const [variable, limit, ...body] = elements(cdrOf(loop));
    const step = form("SETQ", variable, form("1+", variable));
    return goingAgain(form("<", variable, limit), [...body, step], internals);
  }
  return loop;
}

function goingAgain(test: LispValue, body: readonly LispValue[], { Symbol }: Internals): LispValue {
  const again: LispSymbol = new Symbol("AGAIN");
  const turn = cons(sym("PROGN"), list(...body, form("GO", again)));
  return form("TAGBODY", again, form("IF", test, turn));
}
