/**
 * How much of the heap a program holds. JavaScript does not say, and a page whose heap is full is ended with
 * all its Workers. So allocation is counted, and of each so many bytes one object is watched: when the
 * garbage collector has run, those that are left tell how much is.
 *
 * A weak reference made in this turn of JavaScript's loop holds its object until the turn is over, which an
 * evaluation is not. So references are made before, to sentinels; an object's sentinel is in a weak map under
 * that object, and is collected with it.
 */

import { LONGEST_FILE } from "../../contract/granted-directory.js";
import { WeakReference } from "../platform.js";
import type { CallStack } from "../stack/callstack.js";

/** Bytes, as they are counted, that a program may hold. */
export const HEAP_LIMIT = 2 ** 30;

/**
 * What is counted for an element of a vector; the constructors of conses and symbols count for themselves.
 */
export const ELEMENT_BYTES = 8;

/** Elements that a vector may have, and characters a string: one of them takes a quarter of all there is. */
export const LONGEST_VECTOR = LONGEST_FILE;

/** Sentinels that are kept ready. */
const READY = 8192;
/** Bytes between two objects that are watched, as long as there are plenty of sentinels. */
const INTERVAL = 2 ** 19;
/** After a look at what is left, so many bytes more are allocated before the next. */
const STEP = HEAP_LIMIT / 8;

interface Sentinel {
  /** The object that it stands for; only while nobody holds the sentinel itself. */
  object: object | null;
}

interface Ready {
  readonly reference: WeakReference<Sentinel>;
  readonly sentinel: Sentinel;
}

interface Sample {
  readonly reference: WeakReference<Sentinel>;
  readonly bytes: number;
}

export class Heap {
  readonly #stack: CallStack;
  #ready: Ready[] = [];
  #samples: Sample[] = [];
  /**
   * The sentinels of an object that is watched: a long vector may stand for many bytes, and be watched more
   * than once.
   */
  readonly #watched = new WeakMap<object, Set<Sentinel>>();
  #interval = INTERVAL;
  /** Bytes of all objects that are watched and not known to be gone. */
  #suspected = 0;
  #lookAt = STEP;
  /** Bytes that were counted since the image began. */
  #counted = 0;
  /** Nothing holds its sentinel: it is gone when the garbage collector has run. */
  #canary: WeakReference<Sentinel> | null = null;
  #isFull = false;

  constructor(stack: CallStack) {
    this.#stack = stack;
    stack.onSample = (object) => this.#sample(object);
    stack.room = INTERVAL;
  }

  /** Bytes that a program still may allocate. */
  get available(): number {
    return Math.max(0, HEAP_LIMIT - this.#suspected);
  }

  /** Bytes that the program holds, as far as they are known. */
  get held(): number {
    return this.#suspected;
  }

  /** Bytes that the program has allocated since the image began, as far as they are counted. */
  get allocated(): number {
    return this.#counted + this.#interval - this.#stack.room;
  }

  /** Whether the limit was found to be passed since this was last asked. */
  takeFull(): boolean {
    const isFull = this.#isFull;
    this.#isFull = false;
    return isFull;
  }

  /** Makes sentinels; to be called at the end of a turn of JavaScript's loop, for the turns that come. */
  prepare(): void {
    if (WeakReference === null) return;
    while (this.#ready.length < READY) {
      const sentinel: Sentinel = { object: null };
      this.#ready.push({ reference: new WeakReference(sentinel), sentinel });
    }
    this.#interval = INTERVAL;
  }

  #sample(object: object): void {
    const bytes = this.#interval - this.#stack.room;
    // With fewer sentinels left each has to stand for more.
    const wanted = INTERVAL * (READY / Math.max(1, this.#ready.length));
    if (wanted > this.#interval * 2) this.#interval *= 2;
    this.#counted += bytes;
    this.#stack.room = this.#interval;
    if (!this.#watch(object, bytes)) return;
    this.#suspected += bytes;
    if (this.#suspected > this.#lookAt) this.#look();
  }

  #watch(object: object, bytes: number): boolean {
    const ready = this.#ready.pop();
    if (ready === undefined) return false;
    const { reference, sentinel } = ready;
    sentinel.object = object;
    const known = this.#watched.get(object);
    if (known === undefined) this.#watched.set(object, new Set([sentinel]));
    else known.add(sentinel);
    this.#samples.push({ reference, bytes });
    return true;
  }

  /** Counts what is left, if the garbage collector has run. */
  #look(): void {
    const hasRun = this.#canary !== null && this.#canary.deref() === undefined;
    if (hasRun) this.#count();
    this.#canary = this.#ready.pop()?.reference ?? null;
    this.#lookAt = this.#suspected + STEP;
  }

  #count(): void {
    const samples = this.#samples;
    this.#samples = [];
    this.#suspected = 0;
    for (const { reference, bytes } of samples) {
      const sentinel = reference.deref();
      const object = sentinel?.object;
      if (sentinel === undefined || object === null || object === undefined) continue;
      // Asking has tied the sentinel to this turn: another has to take its place, and it must not hold the
      // object.
      sentinel.object = null;
      this.#watched.get(object)?.delete(sentinel);
      this.#suspected += bytes;
      this.#watch(object, bytes);
    }
    if (this.#suspected <= HEAP_LIMIT) return;
    this.#isFull = true;
    this.#stack.fuel = 0;
  }
}
