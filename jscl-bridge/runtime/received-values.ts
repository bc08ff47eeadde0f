/**
 * The values of a call whose caller binds variables to them. Such a caller passes `rv` on: a function that
 * returns a single value returns just that, and one that returns others makes an object of one shape, which
 * V8 often need not make at all.
 */

import type { LispValue } from "./objects/marshal.js";
import { cons, nil } from "./signals.js";

/** As many values have a property of their own, `v0` and so on. */
const PROPERTIES = 4;

const NO_MORE: readonly LispValue[] = [];

/** No values, or several; those that are missing are NIL. */
export class Received {
  constructor(
    readonly count: number,
    readonly v0: LispValue,
    readonly v1: LispValue,
    readonly v2: LispValue,
    readonly v3: LispValue,
    readonly more: readonly LispValue[],
  ) {}
}

/** What a function calls with its values. */
export function rv(v0?: LispValue, v1?: LispValue, v2?: LispValue, v3?: LispValue): LispValue {
  // biome-ignore lint/complexity/noArguments: their number, at no cost
  const count = arguments.length;
  if (count === 1) return v0;
  const none = nil();
  if (count === 2) return new Received(2, v0, v1, none, none, NO_MORE) as unknown as LispValue;
  if (count === 3) return new Received(3, v0, v1, v2, none, NO_MORE) as unknown as LispValue;
  const more: LispValue[] = [];
  // biome-ignore lint/complexity/noArguments: their number, at no cost
  for (let i = PROPERTIES; i < count; i++) more.push(arguments[i] as LispValue);
  return new Received(count, v0 ?? none, v1 ?? none, v2 ?? none, v3 ?? none, more) as unknown as LispValue;
}

/** The same where nobody looks at a value: what a function wrote last need not become an object. */
export function nv(v0: LispValue = nil()): LispValue {
  return v0;
}

/** The values of a result as a list. */
export function receivedList(x: LispValue): LispValue {
  if (!((x as unknown) instanceof Received)) return cons(x, nil());
  const values = receivedValues(x as unknown as Received);
  let list: LispValue = nil();
  for (let i = values.length - 1; i >= 0; i--) list = cons(values[i], list);
  return list;
}

export function receivedValues({ count, v0, v1, v2, v3, more }: Received): LispValue[] {
  return [...[v0, v1, v2, v3].slice(0, count), ...more];
}
