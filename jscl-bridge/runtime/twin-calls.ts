/** Calls that the twins of modules make (`derive/heap-modules.ts`). */

import { callManyOnHeap, stackHeight } from "./library/callees.js";
import type { LispFunction, LispValue } from "./objects/marshal.js";
import { symbolFunction } from "./objects/symbols.js";
import { sym } from "./signals.js";
import { type Activation, type HeapFunction, type Steps, withHeap } from "./stack/heap-calls.js";

/** Calls a method, by its twin where the object has one, which has the other name and gets it first. */
export function* calledMethod<T>(self: object, name: string, twin: string, ...args: unknown[]): Steps<T> {
  const own = Reflect.get(self, twin) as ((...given: unknown[]) => Steps<T>) | undefined;
  if (own !== undefined) return yield* own(self, ...args);
  const method = Reflect.get(self, name) as (...given: unknown[]) => T;
  const { heap } = method as HeapFunction;
  return heap === undefined ? method.apply(self, args) : ((yield* heap(...(args as never[]))) as T);
}

/** As `callLisp`, by a request. */
export function* lispCall(name: string, packageName: string, ...args: LispValue[]): Steps<LispValue> {
  return yield* callManyOnHeap(symbolFunction(sym(name, packageName)), stackHeight(), args);
}

/** Makes steps as those of a function that the loop calls: an error of theirs takes its place. */
export function* asCall<T>(body: () => Steps<T>): Steps<T> {
  const fn: LispFunction = () => null;
  return (yield [withHeap(fn, body as () => Activation)]) as T;
}

/** Whether a function is one whose calls are twins. */
export function isGenerator(fn: (...args: never[]) => unknown): fn is (...args: never[]) => Activation {
  return Object.getPrototypeOf(fn) === Object.getPrototypeOf(function* () {});
}
