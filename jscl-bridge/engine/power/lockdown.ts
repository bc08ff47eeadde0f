/**
 * Takes from a Worker's realm everything but the language. What is not on the list goes, from the global
 * object and from the prototypes above it, so that what a browser adds one day is not there either. What
 * stays cannot be changed: the engine runs on the very objects that a program can reach.
 */

import { inherit } from "../../runtime/objects/quick-properties.js";
import { withoutImports } from "./code-makers.js";

const LANGUAGE = `globalThis Infinity NaN undefined eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent
  encodeURI encodeURIComponent escape unescape AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean
  DataView Date Error EvalError Float16Array Float32Array Float64Array Function Int8Array Int16Array Int32Array Intl Iterator
  JSON Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String SuppressedError Symbol
  SyntaxError TypeError URIError Uint8Array Uint8ClampedArray Uint16Array Uint32Array WeakMap WeakSet`;

/**
 * The globals that stay. Not among them although of the language: Atomics (`waitAsync` is a timer),
 * FinalizationRegistry and WeakRef (which call back, or change, when no evaluation runs), SharedArrayBuffer
 * and WebAssembly.
 */
const LANGUAGE_GLOBALS: readonly string[] = LANGUAGE.split(/\s+/);

/**
 * Prototypes whose properties programs set on their own objects, which a frozen property there would forbid.
 */
const OFTEN_SHADOWED: readonly object[] = [Object.prototype, Error.prototype, ...errorPrototypes()];

/**
 * Locks the realm whose global object `scope` is. `alsoFrozen` are objects of the platform that the engine
 * goes on using, and what programs are granted.
 * @throws Error naming what could not be removed; nothing must run in the realm then.
 */
export function lockDown(scope: object, alsoFrozen: readonly unknown[] = []): void {
  withoutImports(scope);
  // The way to Temporal's objects, which are not frozen: the name itself is not on the list.
  Reflect.deleteProperty(Date.prototype, "toTemporalInstant");
  // Its objects' prototypes have no name, and making one to freeze them takes a tenth of a start.
  Reflect.deleteProperty(Intl, "Segmenter");
  const kept = LANGUAGE_GLOBALS.filter((name) => Object.hasOwn(scope, name));
  const hardened = new Set<object>([scope]);
  const shadowed = OFTEN_SHADOWED.flatMap(allowShadowing);
  for (const name of kept) harden((scope as Record<string, unknown>)[name], hardened);
  for (const object of [...shadowed, ...unnamedIntrinsics(), ...alsoFrozen]) harden(object, hardened);

  const left: string[] = [];
  for (let object: object | null = scope; ; object = Object.getPrototypeOf(object)) {
    if (object === null || object === Object.prototype) break;
    for (const key of Reflect.ownKeys(object)) {
      if (object === scope && typeof key === "string" && kept.includes(key)) continue;
      if (!Reflect.deleteProperty(object, key) && !isHarmless(object, key)) left.push(String(key));
    }
    if (object !== scope) Object.freeze(object);
  }
  if (left.length > 0) throw new Error(`The Worker cannot be locked: ${left.join(", ")} cannot be removed.`);

  for (const name of kept) fix(scope, name, (scope as Record<string, unknown>)[name]);
}

/** Constants of the platform cannot be removed, and lead nowhere: numbers, for one. */
function isHarmless(object: object, key: PropertyKey): boolean {
  const property = Object.getOwnPropertyDescriptor(object, key);
  return property?.writable === false && Object(property.value) !== property.value;
}

function fix(scope: object, name: string, value: unknown): void {
  Object.defineProperty(scope, name, { value, writable: false, enumerable: false, configurable: false });
}

/**
 * The prototypes that every array and object inherits from stay open to additions: V8 compiles array
 * accesses, growth and copies for a realm where these are as they were made, and twice slower otherwise. What
 * the engine holds of value, the way to the host, is in closures that no array, property look-up or promise
 * leads to.
 */
const EXTENSIBLE: ReadonlySet<object> = new Set([Array.prototype, Object.prototype]);

/** Properties that stay writable: one for the reason above, and one that the runtime sets. */
const WRITABLE: ReadonlyMap<object, PropertyKey> = new Map<object, PropertyKey>([
  [Array.prototype, "constructor"],
  [Error, "stackTraceLimit"],
]);

/** Makes an object's properties unchangeable, and itself too, with the exceptions above. */
function freeze(object: object): void {
  const writable = WRITABLE.get(object);
  const isExtensible = EXTENSIBLE.has(object);
  if (writable === undefined && !isExtensible && !isOfTypedArrays(object)) {
    Object.freeze(object);
    return;
  }
  if (!isExtensible) Object.preventExtensions(object);
  for (const key of Reflect.ownKeys(object)) {
    const property = Object.getOwnPropertyDescriptor(object, key);
    if (property?.configurable !== true || key === writable) continue;
    const fixed = "value" in property ? { writable: false, configurable: false } : { configurable: false };
    Object.defineProperty(object, key, fixed);
  }
  inherit(object);
}

/**
 * Whether typed arrays inherit from it. Object.freeze would do the same to it, but have V8 take the elements
 * of each typed array for ones that may be fixed, which makes it thirty times slower to store one.
 */
function isOfTypedArrays(object: object): boolean {
  const { prototype } = Object.getPrototypeOf(Int8Array) as { prototype: object };
  return object === prototype || Object.getPrototypeOf(object) === prototype;
}

/** Freezes an object and whatever leads on from it. */
function harden(start: unknown, done: Set<object>): void {
  const todo = [start];
  for (let object = todo.pop(); object !== undefined || todo.length > 0; object = todo.pop()) {
    if ((typeof object !== "object" && typeof object !== "function") || object === null) continue;
    if (done.has(object)) continue;
    done.add(object);
    freeze(object);
    todo.push(Object.getPrototypeOf(object));
    for (const property of Object.values(Object.getOwnPropertyDescriptors(object))) {
      todo.push(property.value, property.get, property.set);
    }
    for (const key of Object.getOwnPropertySymbols(object)) {
      const property = Object.getOwnPropertyDescriptor(object, key);
      todo.push(property?.value, property?.get, property?.set);
    }
  }
}

/**
 * Makes the properties of a prototype such that setting one on an object below defines it there. Where a
 * property cannot be written, JavaScript forbids to set one of that name on anything that inherits it.
 * Returns the properties' values, which no other property leads to any more.
 */
function allowShadowing(prototype: object): unknown[] {
  const values: unknown[] = [];
  for (const key of Reflect.ownKeys(prototype)) {
    const property = Object.getOwnPropertyDescriptor(prototype, key);
    if (property === undefined || !("value" in property) || !property.configurable) continue;
    const { value, enumerable } = property;
    values.push(value);
    Object.defineProperty(prototype, key, {
      enumerable: enumerable === true,
      configurable: false,
      get: () => value,
      set(this: unknown, shadow: unknown) {
        if (this === prototype || (typeof this !== "object" && typeof this !== "function") || this === null)
          throw new TypeError(`Cannot assign to read only property '${String(key)}' of object`);
        Object.defineProperty(this, key, {
          value: shadow,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      },
    });
  }
  return values;
}

function errorPrototypes(): object[] {
  return [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError].map(
    (constructor) => constructor.prototype,
  );
}

/** Objects whose prototypes no global name leads to. */
function unnamedIntrinsics(): object[] {
  const iterator = [][Symbol.iterator]();
  const samples: (object | undefined)[] = [
    // SpiderMonkey throws these where the stack is exhausted.
    (globalThis as { InternalError?: object }).InternalError,
    function* () {},
    async () => {},
    async function* () {},
    (function* () {})(),
    (async function* () {})(),
    iterator,
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    ""[Symbol.iterator](),
    "".matchAll(/x/g),
    (function () {
      // biome-ignore lint/complexity/noArguments: the object itself is wanted.
      return arguments;
    })(),
    (iterator as { map?: (f: () => null) => object }).map?.(() => null),
    (globalThis as { Iterator?: { from(x: object): object } }).Iterator?.from({
      next: () => ({ done: true }),
    }),
  ];
  return samples.filter((sample) => sample !== undefined);
}
