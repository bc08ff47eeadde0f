/** Values that are assigned to a JavaScript variable each, as MULTIPLE-VALUE-BIND takes them. */

import { symbolName } from "../../runtime/objects/symbols.js";
import type { CallNode, ValuesNode } from "../syntax/tree.js";
import { EFFECT } from "./destination.js";
import type { Generator } from "./generator.js";
import { divisionTo } from "./primitives/division.js";
import { primitiveOf } from "./primitives/table.js";
import {
  assign,
  binary,
  choose,
  constant,
  type Expression,
  element,
  instanceOf,
  member,
  NIL,
  name,
  number,
  run,
  type Statement,
} from "./script.js";

/** As many values are properties of `Received` (`runtime/received-values.ts`). */
const PROPERTIES = 4;

function store(target: string, x: Expression): Statement {
  return run(assign(name(target, true), x));
}

/** Takes the values of a call that `rv` was passed to. */
export function taken(g: Generator, x: Expression, names: readonly string[]): Statement[] {
  const [first, ...others] = names;
  if (first === undefined) return [run(x)];
  if (x.kind === "literal" || x.kind === "new")
    return [store(first, x), ...others.map((each) => store(each, NIL))];
  const result = g.fresh("m");
  const all = name(result);
  const value = (i: number): Expression =>
    i < PROPERTIES
      ? member(all, `v${i}`)
      : binary("??", element(member(all, "more"), number(i - PROPERTIES)), NIL);
  return [
    constant(result, x),
    choose(
      instanceOf(all, "Received"),
      names.map((each, i) => store(each, value(i))),
      [store(first, all), ...others.map((each) => store(each, NIL))],
    ),
  ];
}

/** VALUES. */
export function valuesTo(g: Generator, node: ValuesNode, names: readonly string[]): void {
  const made = g.expressions(node.forms);
  for (const [i, x] of made.entries()) {
    const target = names[i];
    if (target === undefined) g.deliver(EFFECT, x);
    else g.emit(store(target, x));
  }
  for (const each of names.slice(made.length)) g.emit(store(each, NIL));
}

/** Makes a call whose values need not be passed on; whether the node is one. */
export function callTo(g: Generator, node: CallNode, names: readonly string[]): boolean {
  const [first, second, ...others] = names;
  if (first === undefined || second === undefined || primitiveOf(node) === null) return false;
  const operator = symbolName(node.name);
  if (operator !== "FLOOR" && operator !== "TRUNCATE") return false;
  divisionTo(g, node, [first, second]);
  for (const each of others) g.emit(store(each, NIL));
  return true;
}
