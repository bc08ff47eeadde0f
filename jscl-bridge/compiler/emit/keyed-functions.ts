/**
 * Functions with keyword parameters, as calls that name the keywords reach them without a search: such a
 * function is written as two. One takes arguments as callers pass them, and finds the keywords among them;
 * the other takes a JavaScript argument for each parameter. The first has the second as a property whose name
 * says what it takes. A caller that knows what a function takes looks for that property, and so finds out at
 * each call whether the function still is of that kind. Of a local function, each is a variable.
 */

import { homeName } from "../../runtime/objects/symbols.js";
import { isSymbol } from "../syntax/forms.js";
import type { CallLocalNode, CallNode, FunctionNode, Node } from "../syntax/tree.js";
import { keyName, type Signature } from "../warnings/signature.js";

/** Functions of more keywords are written once. */
const MOST_KEYS = 10;

const shapes = new Map<string, string>();

/** The name of the property of functions that take so many arguments by position, and then these keywords. */
function propertyOf(positional: string, keys: readonly string[]): string {
  const shape = `${positional} ${keys.join(" ")}`;
  let property = shapes.get(shape);
  if (property === undefined) {
    property = `keyed${shapes.size}`;
    shapes.set(shape, property);
  }
  return property;
}

/** Whether a function is written as two, if its callers can know what it takes. */
export function isKeyed({ keys, rest, allowOtherKeys, callsNext }: FunctionNode): boolean {
  if (keys.length === 0 || keys.length > MOST_KEYS || rest !== null || allowOtherKeys || callsNext)
    return false;
  return keys.every(({ keyword }) => homeName(keyword) === "KEYWORD");
}

/** The property by which callers reach a global function; null for one that is written once. */
export function entryProperty(fn: FunctionNode): string | null {
  const { keys, frame, required, optional } = fn;
  if (frame !== "function" || !isKeyed(fn)) return null;
  return propertyOf(
    `${required.length} ${optional.length}`,
    keys.map(({ keyword }) => keyName(keyword)),
  );
}

/** A call of a function that has an entry for callers that know its keywords. */
export interface KeyedCall {
  readonly property: string;
  /** How many arguments the function takes by position, and those there are. */
  readonly positional: number;
  readonly given: readonly Node[];
  /** The keywords' values, as they are evaluated, and which of them each parameter gets, or -1. */
  readonly values: readonly Node[];
  readonly order: readonly number[];
}

/** How a call reaches a function that takes what the signature says; null where it passes keywords on. */
export function keyedCall({ args }: CallNode | CallLocalNode, signature: Signature): KeyedCall | null {
  const { required, optional, rest, keys, allowOtherKeys } = signature;
  if (keys === null || keys.size === 0 || keys.size > MOST_KEYS || rest || allowOtherKeys) return null;
  if (args.length < required) return null;
  const positional = required + optional;
  const given = args.slice(0, positional);
  const names: string[] = [];
  const values: Node[] = [];
  for (let i = positional; i < args.length; i += 2) {
    const [keyword, value] = [args[i], args[i + 1]];
    if (value === undefined || keyword?.kind !== "constant" || !isSymbol(keyword.value)) return null;
    const name = keyName(keyword.value);
    if (!keys.has(name) || names.includes(name)) return null;
    names.push(name);
    values.push(value);
  }
  const all = [...keys];
  const property = propertyOf(`${required} ${optional}`, all);
  return { property, positional, given, values, order: all.map((name) => names.indexOf(name)) };
}
