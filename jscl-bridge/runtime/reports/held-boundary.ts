/**
 * The boundary of an evaluation that runs on the heap from its first call, so that it can be left at a
 * condition that nothing handles, and be taken up again.
 */

import type { BaseImage } from "../base-image.js";
import { functionName } from "../objects/functions.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { now } from "../platform.js";
import { inTheWay } from "../stack/deep-calls.js";
import { type Activation, heapCalls, Leave, PAUSE, SLICE_MS } from "../stack/heap-calls.js";
import { HeldRun } from "../stack/held-run.js";
import {
  type BoundaryOptions,
  boundary,
  callAtToplevel,
  establishHandlers,
  type HeldAt,
  type Outcome,
  type Toplevel,
} from "./boundary.js";

/** What a body on the heap may ask of its boundary. */
export interface HeldToplevel extends Toplevel {
  /**
   * Where the evaluation is to be left at a condition, and the report of that; null when it cannot be, as the
   * body is being left or a report is being made.
   */
  heldAt(condition: LispValue): HeldAt | null;
  /** Leaves the evaluation until there is an answer to the request, which it returns. */
  leave(request: unknown): Activation;
}

interface HeldOptions extends BoundaryOptions {
  /** Whether what runs meanwhile runs on top of it, with its bindings and restarts. */
  readonly staysInPlace?: boolean;
  /** Whether it pauses when it has run for long. */
  readonly mayPause?: boolean;
  /** Called with an error that nothing handles, before it is reported; it may leave the evaluation. */
  onHeldError?(condition: LispValue, toplevel: HeldToplevel): Activation;
}

/** How an evaluation went on: to its outcome, until it asks, or for as long as the thread could wait. */
export type HeldProgress =
  | Outcome
  | { readonly kind: "asks"; readonly request: unknown }
  | { readonly kind: "paused" };

export class HeldBoundary {
  readonly #image: BaseImage;
  readonly #parts: ReturnType<typeof boundary>;
  readonly #options: HeldOptions;
  readonly #run: HeldRun;
  readonly #toplevel: HeldToplevel;
  /** Lets the clock of its deadline go on; null while it does. */
  #goOn: (() => void) | null = null;
  /** When it went on. */
  #since = 0;

  constructor(image: BaseImage, thunk: (toplevel: HeldToplevel) => Activation, given: HeldOptions) {
    const { staysInPlace = false, mayPause = false } = given;
    const onTick = () => {
      given.onTick?.();
      if (mayPause && now() - this.#since > SLICE_MS) heapCalls.isPauseDue = true;
    };
    const options = { ...given, onTick };
    this.#image = image;
    this.#options = options;
    const parts = boundary(image, () => [], options);
    this.#parts = parts;
    const { toplevel, watch } = parts;
    this.#toplevel = {
      ...toplevel,
      heldAt: parts.heldAt,
      *leave(request) {
        const answer = yield new Leave(request);
        watch.look();
        return answer;
      },
    };
    this.#run = new HeldRun(image.stack, image.loops, this.#first(thunk), { staysInPlace, mayPause });
  }

  /** How many calls wait in it. */
  get depth(): number {
    return this.#run.depth;
  }

  /** Runs until it asks, pauses, or to its outcome. */
  proceed(): HeldProgress {
    const { begin, returned, failed, end, watch } = this.#parts;
    begin();
    this.#image.enterDebuggerOnHeap = (condition) => this.#debugger(condition);
    this.#goOn?.();
    this.#goOn = null;
    this.#since = now();
    heapCalls.isPauseDue = false;
    let isLeft = false;
    try {
      const progress = this.#run.proceed();
      if (progress.kind === "returned") return returned(progress.value);
      isLeft = true;
      this.#goOn = watch.stop();
      return progress.request === PAUSE.request
        ? { kind: "paused" }
        : { kind: "asks", request: progress.request };
    } catch (e) {
      return failed(e);
    } finally {
      this.#image.enterDebuggerOnHeap = null;
      heapCalls.isPauseDue = false;
      if (!isLeft) end();
    }
  }

  /** Gives it the answer to what it asks; with `fails`, the evaluation is left by that exit. */
  answer(value: unknown, fails = false): void {
    this.#run.answer(value as LispValue, fails);
  }

  /** Runs `use` while its frames can be looked at. */
  withStack<T>(use: () => T): T {
    return this.#run.withStack(use);
  }

  *#first(thunk: (toplevel: HeldToplevel) => Activation): Activation {
    const { aborted } = this.#parts;
    const body: LispFunction & { heap?: () => Activation } = () => null;
    body.heap = () => this.#body(thunk);
    return yield [callAtToplevel(), this.#image.internals.mv, body, () => aborted, this.#image.levels.length];
  }

  *#body(thunk: (toplevel: HeldToplevel) => Activation): Activation {
    const { watch, convert } = this.#parts;
    const putBack = establishHandlers(this.#image, this.#options);
    try {
      watch.look();
      return yield* thunk(this.#toplevel);
    } catch (e) {
      return yield [convert, e];
    } finally {
      putBack();
    }
  }

  *#debugger(condition: LispValue): Activation {
    const { onHeldError } = this.#options;
    if (onHeldError !== undefined) yield* onHeldError(condition, this.#toplevel);
    const { leave } = this.#parts;
    return yield [leave, "error", condition];
  }
}

/** What keeps the running evaluation from being left: the name of a function, or a word; null for nothing. */
export function nameInTheWay(image: BaseImage): string | null {
  const fn = inTheWay(image.loops);
  if (typeof fn !== "function") return null;
  const name = functionName(fn as LispFunction) ?? image.stack.infoOf(fn)?.name ?? null;
  return name === null ? fn.name : image.print(name, { chars: 100, depth: 3 });
}
