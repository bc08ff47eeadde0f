/** VALUES, MULTIPLE-VALUE-CALL and its family, THE. */

import { carOf } from "../../runtime/objects/conses.js";
import type { LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { keyword, sym } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import { car, cdr, isCons, isSymbol } from "../syntax/forms.js";
import { hasOneValue } from "../syntax/one-value.js";
import type { FirstNode, TheNode, ValuesCallNode, ValuesListNode, ValuesNode } from "../syntax/tree.js";
import { type Destination, EFFECT, VALUES, type ValuesMode } from "./destination.js";
import type { Generator } from "./generator.js";
import { listOf } from "./primitives/lists.js";
import {
  array,
  binary,
  call,
  constant,
  type Expression,
  element,
  NIL,
  name,
  number,
  run,
  runtime,
} from "./script.js";
import { typeCheck, typeConflict } from "./type-checks.js";

/** All values of a result, passed on as the destination wants them. */
export function valuesAs(x: Expression, mode: ValuesMode): Expression {
  if (mode === "mv") return x;
  if (mode === "pv") return runtime("primary", x);
  return runtime("applied", VALUES[mode], runtime("valuesArray", x));
}

export function valuesForm(g: Generator, node: ValuesNode, mode: ValuesMode): Expression {
  const [only] = node.forms;
  if (only !== undefined && node.forms.length === 1) return g.expression(only);
  const made = g.expressions(node.forms);
  if (mode !== "pv") return call(VALUES[mode], ...made);
  const [first, ...others] = made;
  if (first === undefined) return NIL;
  const kept = others.length === 0 ? first : g.stable(first);
  for (const other of others) g.deliver(EFFECT, other);
  return kept;
}

export function valuesCall(g: Generator, node: ValuesCallNode, mode: ValuesMode): Expression {
  const target = g.stable(g.expression(node.callee));
  const all = g.fresh("m");
  g.emit(constant(all, array([VALUES[mode]])));
  for (const form of node.forms) g.emit(run(runtime("appendValues", name(all), g.expression(form, "mv"))));
  g.pushHere();
  g.callsOther();
  g.calls = true;
  const made = { ...runtime("applied", runtime("callable", target), name(all)), at: g.at(node) };
  return { kind: "at-height", x: made as Expression };
}

export function valuesList(g: Generator, node: ValuesListNode): Expression {
  const { producer } = node;
  if (producer.kind === "values") return listOf(g.expressions(producer.forms), NIL);
  return runtime("receivedList", g.expression(producer, "rv"));
}

export function first(g: Generator, node: FirstNode, destination: Destination): void {
  const mode: ValuesMode = destination.values === "pv" ? "pv" : "mv";
  const kept = g.stable(g.expression(node.first, mode));
  g.statement(node.body, EFFECT);
  g.deliver(destination, mode === "pv" ? kept : valuesAs(kept, destination.values));
}

/** Whether a part of (VALUES type …) is a keyword of it, behind which values may be missing. */
function isKeyword(part: LispValue): boolean {
  return isSymbol(part) && symbolName(part).startsWith("&");
}

/** Checks each value by the types in (VALUES type …); its keywords end them. */
function checkValues(g: Generator, node: TheNode, all: Expression, types: LispValue): void {
  let i = 0;
  for (let rest = types; isCons(rest); rest = next(rest), i++) {
    const item = carOf(rest);
    if (isKeyword(item)) break;
    const value = g.stable(binary("??", element(all, number(i)), NIL));
    g.emit(...typeCheck(g, node, value, item, null));
  }
}

/** THE, and the check of what a function returns, which says so. */
export function the(g: Generator, node: TheNode, mode: ValuesMode): Expression {
  const { declared, value, conflict } = node;
  if (!isCons(declared) && !isSymbol(declared)) {
    return g.slowCall(node, "checkType", g.expression(value), g.reference(declared), NIL);
  }
  const several = isSymbol(car(declared)) && car(declared) === sym("VALUES");
  const context = node.isResult === true ? keyword("PROCLAIMED-RESULT") : null;
  if (mode === "pv" || (node.isResult === true && hasOneValue(value))) {
    const checked = g.stable(g.expression(value));
    if (conflict !== null) g.emit(typeConflict(g, node, conflict, checked));
    if (!several) g.emit(...typeCheck(g, node, checked, declared, context, value.type));
    else if (isCons(cdr(declared)) && !isKeyword(car(cdr(declared))))
      g.emit(...typeCheck(g, node, checked, car(cdr(declared)), null));
    return checked;
  }
  const result = g.stable(g.expression(value, "mv"));
  const all = g.stable(runtime("valuesArray", result));
  if (conflict !== null)
    g.emit(typeConflict(g, node, conflict, g.stable(binary("??", element(all, number(0)), NIL))));
  if (several) checkValues(g, node, all, cdr(declared));
  else {
    const primary = g.stable(binary("??", element(all, number(0)), NIL));
    g.emit(...typeCheck(g, node, primary, declared, context));
  }
  return valuesAs(result, mode);
}
