import type { Event } from "../../contract/engine.js";

/** The progress of a starting image: the present step, and how many of how many are done. */
export type BootProgress = { readonly step: string; readonly done: number; readonly total: number };

/** What a started image says of itself; `bootMs` is how long its start took, in milliseconds. */
export type LispInfo = { readonly lisp: string; readonly version: string; readonly bootMs: number };

type ReadyEvent = Extract<Event, { kind: "ready" }>;

/** The start of one image, as a promise. */
export class ImageStart {
  readonly ready: Promise<LispInfo>;
  readyEvent: ReadyEvent | null = null;
  /** Until it is ready, or will never be. */
  isPending = true;
  #resolve!: (info: LispInfo) => void;
  #reject!: (error: Error) => void;

  constructor() {
    this.ready = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A page that does not ask must not get an unhandled rejection; clients learn of the failure in any case.
    this.ready.catch(() => {});
  }

  note(event: Event): void {
    if (event.kind === "ready") {
      this.readyEvent = event;
      this.isPending = false;
      this.#resolve({ lisp: event.lisp, version: event.version, bootMs: event.bootMs });
    } else if (event.kind === "died") {
      this.readyEvent = null;
      this.fail(event.reason);
    }
  }

  /** Settles what still waits for an image that will not come. */
  fail(reason: string): void {
    this.isPending = false;
    this.#reject(new Error(reason));
  }
}
