/** Calls that the twins of modules make (`derive/heap-modules.ts`). */

import { callManyOnHeap, stackHeight } from "./library/callees.js";
import type { LispFunction, LispValue } from "./objects/marshal.js";
import { symbolFunction } from "./objects/symbols.js";
import { sym } from "./signals.js";
import { type Activation, called, type HeapFunction, type Steps, withHeap } from "./stack/heap-calls.js";

/** The object that has the twins of another one's methods, by their names. */
type FindTwins = (self: object) => object | undefined;

// One image lives in one JavaScript realm.
let twinsOf: FindTwins = () => undefined;

/** Has the twins of methods that no class has come from there. */
export function findTwinsBy(find: FindTwins): void {
  twinsOf = find;
}

/**
 * Calls a method, by its twin where the object has one, which has the other name and gets it first. Of an
 * object without the method there is no value.
 */
export function* calledMethod<T>(self: object, name: string, twin: string, ...args: unknown[]): Steps<T> {
  const own = Reflect.get(self, twin) as ((...given: unknown[]) => Steps<T>) | undefined;
  if (own !== undefined) return yield* own(self, ...args);
  const twins = twinsOf(self);
  const method = Reflect.get(twins ?? self, name) as ((...given: unknown[]) => T) | undefined;
  if (method === undefined) return undefined as T;
  if (twins !== undefined) return yield* called(method, ...args);
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
