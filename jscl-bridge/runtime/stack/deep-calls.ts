/**
 * Recursion deeper than JavaScript's stack allows. A browser gives a thread about 1 MB, which is some 5,000
 * calls of the smallest Lisp function. So a compiled function that calls others has a twin, the same code as
 * a generator that yields each call it wants made. Once the Lisp stack is high, functions go on as their
 * twins: their frames are generators on the heap, run by one loop here that uses no more of JavaScript's
 * stack however deep the calls nest.
 */
import { applied } from "../applied.js";
import type { LispFunction, LispValue, ValuesFunction } from "../objects/marshal.js";
import { symbolFunction } from "../objects/symbols.js";
import { INTERNAL_PACKAGE, type LeavingFunction, sym } from "../signals.js";
import { applyList, spreadAfter } from "./applying.js";
import type { CallStack } from "./callstack.js";

/** A call that a twin wants made: the function, then its arguments as JavaScript sees them. */
type Request = [fn: LispFunction | typeof applied | typeof applyList, ...args: unknown[]];
/** A twin that runs. */
type Activation = Generator<Request, LispValue, LispValue>;

/** Returns the result of `run`, where a function that it called continues as its twin. */
const BEGUN = {};

/**
 * Slots of the Lisp stack above which recursion is exhausted; SBCL's default stack holds about as many
 * frames.
 */
export const LIMIT_SLOTS = 120_000;

/** Slots that handlers and the debugger may use once the stack is exhausted. */
const RESERVE = 10_000;

const primary: ValuesFunction = (x) => x;

/** Where recursion is exhausted: more while that is handled, or where something runs on what is held. */
export interface RecursionLimit {
  slots: number;
}

export function deepCalls(stack: CallStack, limit: RecursionLimit) {
  /**
   * The function that `run` is just calling, and the stack's height: if that call arrives here, it joins that
   * loop.
   */
  let asked: unknown = null;
  let askedAt = 0;
  let begun: Activation | null = null;

  function run(first: Activation): LispValue {
    const waiting: Activation[] = [];
    let current = first;
    let value: LispValue;
    let failed = false;
    for (;;) {
      try {
        const step = failed ? current.throw(value) : current.next(value);
        failed = false;
        if (step.done) value = step.value;
        else {
          try {
            const request = plain(step.value);
            asked = request[0];
            askedAt = stack.sp;
            value = perform(request);
          } catch (error) {
            value = error as LispValue;
            failed = true;
          }
          asked = null;
          if (value === BEGUN) {
            waiting.push(current);
            current = begun as Activation;
            value = undefined;
          }
          continue;
        }
      } catch (error) {
        value = error as LispValue;
        failed = true;
      }
      const caller = waiting.pop();
      if (caller !== undefined) current = caller;
      else if (failed) throw value;
      else return value;
    }
  }

  /** Signals that the stack is exhausted, with some more of it for whoever handles that. */
  function* exhausted(): Activation {
    const { slots } = limit;
    limit.slots = stack.sp + RESERVE;
    try {
      const type = sym("CONTROL-STACK-EXHAUSTED", INTERNAL_PACKAGE);
      return yield [symbolFunction(sym("ERROR")), primary, type];
    } finally {
      limit.slots = slots;
    }
  }

  return {
    /**
     * Continues a call of `fn` as its twin, which has begun. Signals CONTROL-STACK-EXHAUSTED where this stack
     * ends, too. It may have been called by way of the function that returns its exits.
     */
    deepen(fn: LeavingFunction, twin: Activation): LispValue {
      const joins = (asked === fn || asked === fn.leaving) && askedAt === stack.sp;
      asked = null;
      const next = stack.sp > limit.slots ? exhausted() : twin;
      if (!joins) return run(next);
      begun = next;
      return BEGUN as LispValue;
    },
  };
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
