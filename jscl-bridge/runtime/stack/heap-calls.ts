/**
 * Calls that continue on the heap (`deep-calls.ts`) where an evaluation is to be left and taken up again.
 * One image lives in one JavaScript realm.
 */

import { applied } from "../applied.js";
import type { LispFunction, LispSymbol, LispValue } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import type { CallStack } from "./callstack.js";

/** A call that a twin wants made: the function, then its arguments as JavaScript sees them. */
export type Request = [fn: LispFunction | ((...args: never[]) => unknown), ...args: unknown[]];

/** Asks for the whole evaluation to be left; the answer with which it is resumed is what the twin gets. */
export class Leave {
  constructor(readonly request: unknown) {}
}

/** What an evaluation is left for that only lets the thread do something else. */
export const PAUSE = new Leave(Symbol("pause"));

/** Milliseconds after which an evaluation pauses that may: a page stays quick, a cancellation is heard. */
export const SLICE_MS = 40;

/** A twin that runs. */
export type Activation = Generator<Request | Leave, LispValue, LispValue>;

/** A function with a twin that checks its arguments itself, so that calls of it begin there. */
export type HeapFunction = ((...args: never[]) => unknown) & {
  heap?: (...args: never[]) => Activation;
  /** The function that it stands for where the twin of that calls it. */
  of?: LispFunction;
};

/** A call that takes the place of the one that is just performed: TypeScript code throws it to end by it. */
export class HeapCall {
  constructor(
    readonly request: Request,
    /** The height of the stack that it is made at. */
    readonly sp: number,
  ) {}
}

/** What leaves code that signalled an error, where TypeScript wants to know of it. */
export interface ErrorExit {
  caught: LispValue;
  /** The step that wanted to know is made anew, and another exit was made for it. */
  isReplayed: boolean;
}

export function isErrorExit(x: unknown): x is ErrorExit {
  return typeof x === "object" && x !== null && "caught" in x;
}

/** What the loop on the heap says of the call that it performs outside of the heap. */
interface Performing {
  /**
   * The function; null while code of Lisp's runs inside of the call, or nothing is performed: the others say
   * something of it alone.
   */
  fn: unknown;
  /** The call of it; null where it is a twin that goes on. */
  request?: Request | null;
  /** What was asked about before, when it was performed for the first time. */
  passed?: readonly unknown[] | undefined;
  catches?: unknown;
  handlers?: LispValue;
  restarts?: LispValue;
}

/** Functions of the runtime that neither signal nor call, for which no call is yielded. */
export const QUIET: ReadonlySet<string> = new Set(
  `blockExit bound chooseClause chosenClause clauseTypes clauseValues handlerClauses isExit keyword knownKeywords
  leaving listFromArray openCatch openClause establishRestarts primary restartClauses unbound valuesArray appendValues`.split(
    /\s+/,
  ),
);

export const heapCalls = {
  /** Whether this image leaves evaluations by the heap, and compiles programs for it. */
  isOn: false,
  /** Whether the image has all its functions. */
  isComplete: false,
  /** Whether an object is an exit by which code leaves. */
  isExit: (_x: unknown): boolean => false,
  performing: { fn: null } as Performing,
  /** Whether an evaluation is to pause that can. */
  isPauseDue: false,
  /** The variables that list handlers and restarts; null before the image is complete. */
  clusters: null as readonly [handlers: LispSymbol, restarts: LispSymbol] | null,
};

/**
 * Whether a call that never returns can be made in the place of the performed one: nothing in between has
 * established a handler, a restart or a CATCH.
 */
export function canReplace(stack: CallStack): boolean {
  const { performing, clusters } = heapCalls;
  if (performing.fn === null || clusters === null) return false;
  const [handlers, restarts] = clusters;
  return (
    stack.catches === performing.catches &&
    symbolValue(handlers) === performing.handlers &&
    symbolValue(restarts) === performing.restarts
  );
}

/** What comes first, and then the call that is just performed once more, when that has `passed`. */
export function performedAfter(
  first: Request,
  [fn, ...args]: Request,
  passed: readonly unknown[],
  stack: CallStack,
): HeapCall {
  const { sp } = stack;
  const { of = fn } = fn as HeapFunction;
  const again = (...given: unknown[]) => {
    heapCalls.performing.passed = passed;
    return applied(of as LispFunction, given as LispValue[]);
  };
  const both = function* (): Activation {
    yield first;
    stack.sp = sp;
    return yield [Object.assign(again, { of }), ...args];
  };
  return new HeapCall([withHeap(() => null, both)], sp);
}

/** Runs what has more to do when a call of it signals: nothing takes its place. */
export function apart<T>(body: () => T): T {
  const { performing } = heapCalls;
  const { fn } = performing;
  performing.fn = null;
  const result = body();
  performing.fn = fn;
  return result;
}

/**
 * Ends `self` by a call: on the heap, where the loop performs `self`, or else as any call. Its value is that
 * of `self`.
 */
export function lastCall(self: unknown, stack: CallStack, fn: LispFunction, ...args: unknown[]): LispValue {
  if (heapCalls.performing.fn === self) throw new HeapCall([fn, ...args], stack.sp);
  return (fn as (...given: unknown[]) => LispValue)(...args);
}

/** A function that knows itself, to end by a last call. */
export function ofValue<A extends unknown[]>(
  body: (self: unknown, ...args: A) => LispValue,
): (...args: A) => LispValue {
  const self = (...args: A): LispValue => body(self, ...args);
  return self;
}

/** Gives a function its twin, which checks its arguments itself. */
export function withHeap<F extends LispFunction>(
  fn: F,
  heap: (...args: Parameters<LispFunction>) => Activation,
): F {
  replaceable.add(heap);
  return Object.assign(fn, { heap });
}

/**
 * The same of a function that may be made with the image; what is made later by calls has no twin of its own.
 */
export function initially<F extends LispFunction>(
  fn: F,
  heap: ((...args: Parameters<LispFunction>) => Activation) | false,
): F {
  return heap === false ? fn : withHeap(fn, heap);
}

/** The same for a twin that has something to do when it is left. */
export function withOwnHeap<F extends LispFunction>(
  fn: F,
  heap: (...args: Parameters<LispFunction>) => Activation,
): F {
  return Object.assign(fn, { heap });
}

/** The function for its twin to call: without one, and named as it is. */
export function withoutHeap(fn: LispFunction): LispFunction {
  return Object.assign(((...given) => fn(...given)) as LispFunction, { of: fn });
}

/**
 * Twins of the library's, which have nothing to do when they are left: a call that never returns can take
 * their place.
 */
const replaceable = new WeakSet<object>();

export function isReplaceable(heap: object): boolean {
  return replaceable.has(heap);
}

/** What a twin of the library's comes to, where that is not one value of Lisp. */
export type Steps<T> = Generator<Request | Leave, T, LispValue>;

/** A twin that makes one call, and has its value. */
export function* alone(request: Request): Activation {
  return yield request;
}

/** Makes at once what a twin would have made on the heap, where nothing asks to be left. */
export function atOnce<T>(steps: Steps<T>): T {
  let value: LispValue = null;
  let failed = false;
  for (;;) {
    const step = failed ? steps.throw(value) : steps.next(value);
    if (step.done) return step.value;
    if (step.value instanceof Leave) throw new Error("an evaluation was left where it cannot be");
    const [fn, ...args] = step.value;
    try {
      value = (fn as (...given: unknown[]) => LispValue)(...args);
      failed = false;
    } catch (error) {
      value = error as LispValue;
      failed = true;
    }
  }
}

/** A call in a twin of the library's of a function that may have a twin, or may be one. */
export function* called<T>(fn: (...args: never[]) => T, ...args: unknown[]): Steps<T> {
  const { heap } = fn as HeapFunction;
  if (heap !== undefined) return (yield* heap(...(args as never[]))) as T;
  const result = (fn as (...given: unknown[]) => T)(...args);
  return isActivation(result) ? ((yield* result) as T) : result;
}

const activations = Object.getPrototypeOf(Object.getPrototypeOf(function* () {}.prototype)) as object;

function isActivation(x: unknown): x is Activation {
  return typeof x === "object" && x !== null && Object.prototype.isPrototypeOf.call(activations, x);
}
