/** Calls of the constructors that DEFSTRUCT defines: which slot gets which argument. */

import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import type { CompilerHost } from "../host.js";
import type { Making, Node } from "./tree.js";

/**
 * What a call of the global function `name` makes, if it is a constructor whose arguments are what it takes,
 * each keyword a constant that is given once, and what no argument says is constant; else null.
 */
export function makingOf(host: CompilerHost, name: LispSymbol, args: readonly Node[]): Making | null {
  const maker = host.isNotInline(name) ? null : host.structureMaker(name);
  if (maker === null || args.length < maker.ordered || (args.length - maker.ordered) % 2 === 1) return null;
  const given = new Map<number | LispValue, number>();
  for (let i = 0; i < maker.ordered; i++) given.set(i, i);
  for (let i = maker.ordered; i < args.length; i += 2) {
    const keyword = args[i] as Node;
    if (keyword.kind !== "constant" || given.has(keyword.value)) return null;
    given.set(keyword.value, i + 1);
  }
  const values: (number | { value: LispValue })[] = [];
  for (const { argument, initial } of maker.slots) {
    const value = argument === null ? initial : (given.get(argument) ?? initial);
    if (value === null) return null;
    if (argument !== null) given.delete(argument);
    values.push(value);
  }
  return given.size === 0 ? { maker, values } : null;
}
