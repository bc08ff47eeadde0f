/**
 * Recursion deeper than JavaScript's stack allows, and evaluations that are left and taken up again. A
 * browser gives a thread about 1 MB, which is some 5,000 calls of the smallest Lisp function. So a compiled
 * function that calls others has a twin, the same code as a generator that yields each call it wants made.
 * Once the Lisp stack is high, functions go on as their twins: their frames are generators on the heap, run
 * by one loop here that uses no more of JavaScript's stack however deep the calls nest.
 */
import { applied } from "../applied.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import { INTERNAL_PACKAGE, type LeavingFunction, lispRequest, sym } from "../signals.js";
import { applyList, spreadAfter } from "./applying.js";
import type { CallPlaces } from "./call-places.js";
import type { CallStack } from "./callstack.js";
import {
  type Activation,
  HeapCall,
  type HeapFunction,
  heapCalls,
  isReplaceable,
  Leave,
  PAUSE,
  type Request,
} from "./heap-calls.js";
import { bound, unbound } from "./held-bindings.js";
import type { Place } from "./sources.js";

/** Returns the result of `run`, where a function that it called continues as its twin. */
const BEGUN = {};

/**
 * Slots of the Lisp stack above which recursion is exhausted; SBCL's default stack holds about as many
 * frames.
 */
export const LIMIT_SLOTS = 120_000;

/** Slots that handlers and the debugger may use once the stack is exhausted. */
const RESERVE = 10_000;

/** Calls that are looked at to tell whose recursion it is. */
const LOOKED_AT = 1000;

/** Where the loops of one image stand. */
export interface Loops {
  readonly stack: CallStack;
  /**
   * The function that a loop is just calling, and the stack's height: if that call arrives at `deepen`, it
   * joins that loop.
   */
  asked: unknown;
  askedAt: number;
  begun: Activation | null;
  limit: number;
  /** What the limit becomes when it is met by calls of the program's functions; 0 for no other. */
  farLimit: number;
  /** The loop of the evaluation that can be left; null where none is. */
  held: CallLoop | null;
  /** The loops that run, innermost last: calls outside of the heap are between them. */
  readonly running: CallLoop[];
  /** How a step in TypeScript calls the program where it can be left; null for as any function. */
  calls: { call(about: unknown, fn: LispFunction, ...args: Parameters<LispFunction>): LispValue } | null;
}

/** A loop that runs twins, and what it has come to. */
export class CallLoop {
  readonly #loops: Loops;
  readonly #waiting: Activation[] = [];
  #current: Activation;
  #value: LispValue = undefined;
  #failed = false;
  /** Where the calls stand that the waiting ones have yielded, and the one that is just yielded. */
  readonly #froms: (CallPlaces | null)[] = [];
  readonly #sites: number[] = [];
  readonly #heights: number[] = [];
  #from: CallPlaces | null = null;
  #site = 0;
  #height = 0;
  readonly #replaceable = new WeakSet<Activation>();
  /** The function that is performed outside of the heap. */
  performed: unknown = null;
  /** The call that is made when it goes on after a pause; null where there was none. */
  #next: Request | null = null;

  /** One that may pause does so before a call, where `heapCalls` says that it is due. */
  constructor(
    loops: Loops,
    first: Activation,
    private readonly mayPause: () => boolean = () => false,
  ) {
    this.#loops = loops;
    this.#current = first;
  }

  /**
   * Runs until the first activation has returned, one asks to be left, or it pauses. Throws what that throws.
   */
  run(): Leave | null {
    const { running } = this.#loops;
    const outer = { ...heapCalls.performing };
    heapCalls.performing.fn = null;
    running.push(this);
    try {
      const next = this.#next;
      this.#next = null;
      if (next !== null) this.#call(next);
      for (;;) {
        const left = this.#step();
        if (left !== undefined) return left;
      }
    } finally {
      running.pop();
      Object.assign(heapCalls.performing, outer);
    }
  }

  /** What the first activation returned. */
  get value(): LispValue {
    return this.#value;
  }

  /** How many calls wait for another one. */
  get depth(): number {
    return this.#waiting.length;
  }

  /** Whether it goes on with a call that it was about to make. */
  get isPaused(): boolean {
    return this.#next !== null;
  }

  /** Gives what the evaluation was left for; with `fails`, the activation throws it. */
  answer(value: LispValue, fails = false): void {
    this.#value = value;
    this.#failed = fails;
  }

  /** Goes on until the next call; undefined where there is more to do. */
  #step(): Leave | null | undefined {
    try {
      if (heapCalls.isOn && this.#replaceable.has(this.#current)) this.#note(this.#current);
      const step = this.#failed ? this.#current.throw(this.#value) : this.#current.next(this.#value);
      this.#failed = false;
      heapCalls.performing.fn = null;
      if (!step.done) {
        if (step.value instanceof Leave) return step.value;
        if (heapCalls.isOn) this.#noteSite();
        const request = this.#plain(step.value);
        if (request === null) return undefined;
        if (heapCalls.isPauseDue && canBeLeft(this.#loops) && this.mayPause()) {
          this.#next = request;
          return PAUSE;
        }
        this.#call(request);
        return undefined;
      }
      this.#value = step.value;
    } catch (error) {
      heapCalls.performing.fn = null;
      // The twin has ended by it.
      if (error instanceof HeapCall) return this.#callInstead(error);
      this.#value = error as LispValue;
      this.#failed = true;
    }
    const caller = this.#waiting.pop();
    if (caller === undefined) {
      if (this.#failed) throw this.#value;
      return null;
    }
    this.#current = caller;
    this.#from = null;
    return undefined;
  }

  /** The call that is asked for; null where its arguments are refused, which whoever asks for it gets. */
  #plain(request: Request): Request | null {
    try {
      return plain(request);
    } catch (error) {
      this.#value = error as LispValue;
      this.#failed = true;
      return null;
    }
  }

  /** Notes where the call stands that was yielded. */
  #noteSite(): void {
    const { stack } = this.#loops;
    this.#from = stack.yieldedFrom;
    this.#site = stack.site;
    this.#height = stack.sp;
    stack.yieldedFrom = null;
  }

  /** The calls that run, with their places, innermost first. */
  *calls(): Generator<{ height: number; place: Place }> {
    for (let i = this.#waiting.length; i >= 0; i--) {
      const isNow = i === this.#waiting.length;
      const from = isNow ? this.#from : this.#froms[i];
      const place = from?.sites?.[(isNow ? this.#site : this.#sites[i]) as number];
      const height = (isNow ? this.#height : this.#heights[i]) as number;
      if (place !== undefined) yield { height, place };
    }
  }

  #begin(activation: Activation): void {
    this.#waiting.push(this.#current);
    if (heapCalls.isOn) {
      const { length } = this.#waiting;
      this.#froms[length - 1] = this.#from;
      this.#sites[length - 1] = this.#site;
      this.#heights[length - 1] = this.#height;
      this.#from = null;
    }
    this.#current = activation;
    this.#value = undefined;
    this.#failed = false;
  }

  #call(request: Request): void {
    const loops = this.#loops;
    const fn = request[0];
    if (heapCalls.isOn) {
      const heap = heapFormOf(fn);
      if (heap !== undefined) {
        const [, ...args] = request;
        const activation = unlessExhausted(loops, applied<Activation>(heap, args));
        if (isReplaceable(heap)) this.#replaceable.add(activation);
        this.#begin(activation);
        return;
      }
    }
    loops.asked = fn;
    loops.askedAt = loops.stack.sp;
    try {
      this.#value = heapCalls.isOn ? this.#performNoted(request) : perform(request);
    } catch (error) {
      loops.asked = null;
      if (error instanceof HeapCall) return this.#callInstead(error);
      this.#value = error as LispValue;
      this.#failed = true;
    }
    loops.asked = null;
    if (this.#value === BEGUN) this.#begin(loops.begun as Activation);
  }

  #callInstead({ request, sp }: HeapCall): undefined {
    this.#loops.stack.sp = sp;
    const called = this.#plain(request);
    if (called !== null) this.#call(called);
  }

  #performNoted(request: Request): LispValue {
    const [called] = request;
    const fn = (called as HeapFunction).of ?? called;
    this.#note(fn, request);
    this.performed = fn;
    try {
      return perform(request);
    } finally {
      heapCalls.performing.fn = null;
      this.performed = null;
    }
  }

  /** Notes what runs, and what is established around it. */
  #note(fn: unknown, request: Request | null = null): void {
    const { performing, clusters } = heapCalls;
    performing.fn = fn;
    performing.request = request;
    performing.passed = undefined;
    performing.catches = this.#loops.stack.catches;
    if (clusters === null) return;
    performing.handlers = symbolValue(clusters[0]);
    performing.restarts = symbolValue(clusters[1]);
  }
}

/** The twin that calls of a function begin at, where it has one that checks its arguments. */
function heapFormOf(fn: unknown): ((...args: never[]) => Activation) | undefined {
  const { heap } = fn as HeapFunction;
  if (heap !== undefined) return heap;
  const leaving = (fn as LeavingFunction).leaving as HeapFunction | undefined;
  if (leaving?.heap === undefined) return undefined;
  return throwingForm(leaving as LispFunction);
}

/** The twin of a function that throws the exit that another one returns. */
function throwingForm(leaving: LispFunction): (...args: never[]) => Activation {
  return function* (...args: unknown[]): Activation {
    const result = yield [leaving, ...args];
    if (heapCalls.isExit(result)) throw result;
    return result;
  };
}

export function loopsOf(stack: CallStack): Loops {
  const loops: Loops = {
    stack,
    asked: null,
    askedAt: 0,
    begun: null,
    limit: LIMIT_SLOTS,
    farLimit: 0,
    held: null,
    running: [],
    calls: null,
  };
  stack.yieldedCalls = function* () {
    for (const loop of [...loops.running].reverse()) yield* loop.calls();
  };
  return loops;
}

/** Whether the evaluation can be left by what the innermost loop runs. */
export function canBeLeft({ held, running }: Loops): boolean {
  return held !== null && running.at(-1) === held;
}

/** The function that stands in the way of leaving, as it was called outside of the heap; null for none. */
export function inTheWay(loops: Loops): unknown {
  return loops.held?.performed ?? null;
}

export function deepCalls(loops: Loops) {
  const { stack } = loops;
  return {
    /**
     * Continues a call of `fn` as its twin, which has begun. Signals CONTROL-STACK-EXHAUSTED where this stack
     * ends, too. It may have been called by way of the function that returns its exits.
     */
    deepen(fn: LeavingFunction, twin: Activation): LispValue {
      const joins = (loops.asked === fn || loops.asked === fn.leaving) && loops.askedAt === stack.sp;
      loops.asked = null;
      const begun = unlessExhausted(loops, twin);
      if (joins) {
        loops.begun = begun;
        return BEGUN as LispValue;
      }
      const loop = new CallLoop(loops, begun);
      const left = loop.run();
      if (left !== null) throw new Error("an evaluation was left where it cannot be");
      return loop.value;
    },
    bound,
    unbound,
  };
}

/** What begins, or where the stack is exhausted what signals that. */
function unlessExhausted(loops: Loops, activation: Activation): Activation {
  const { stack, farLimit } = loops;
  if (stack.sp > loops.limit && stack.sp < farLimit && isOwnRecursion(stack)) loops.limit = farLimit;
  return stack.sp > loops.limit ? exhausted(loops) : activation;
}

/**
 * Whether nearly all of the innermost calls are of a program's functions: those are quick. Where the library
 * calls itself by them, as the reader or handlers do, the deadline would come before the far limit.
 */
function isOwnRecursion(stack: CallStack): boolean {
  let own = 0;
  let frame = stack.innermost();
  for (let i = 0; i < LOOKED_AT && frame !== null; i++, frame = stack.callerOf(frame))
    if (frame.info.kind !== "library") own++;
  return own > 0.9 * LOOKED_AT;
}

/** Signals that the stack is exhausted, with some more of it for whoever handles that. */
function exhausted(loops: Loops): Activation {
  const { stack, limit, farLimit } = loops;
  return (function* (): Activation {
    loops.limit = stack.sp + RESERVE;
    loops.farLimit = 0;
    try {
      return yield lispRequest("ERROR", sym("CONTROL-STACK-EXHAUSTED", INTERNAL_PACKAGE));
    } finally {
      Object.assign(loops, { limit, farLimit });
    }
  })();
}

/** A call by way of `applied` or `applyList` as one of the function that it calls. */
function plain(request: Request): Request {
  const by = request[0];
  if (by === applied) return [request[1] as LispFunction, ...(request[2] as unknown[])];
  if (by !== applyList) return request;
  const given = spreadAfter(request[2], request[3] as LispValue, request[4] as LispValue);
  return [request[1] as LispFunction, ...given];
}

function perform(request: Request): LispValue {
  const fn = request[0] as (...args: unknown[]) => LispValue;
  switch (request.length) {
    case 2:
      return fn(request[1]);
    case 3:
      return fn(request[1], request[2]);
    case 4:
      return fn(request[1], request[2], request[3]);
    default:
      return applied(fn, request.slice(1));
  }
}
