import type { Phase, Timing } from "./contract.js";

/** Measures an evaluation, and how much of it was compiling. */
export class Stopwatch {
  readonly #began = performance.now();
  #ended = this.#began;
  #compiling = 0;
  #phase: Phase = "read";
  #since = this.#began;

  /** The evaluation goes on to another phase. */
  enter(phase: Phase): void {
    const now = performance.now();
    if (this.#phase === "compile") this.#compiling += now - this.#since;
    this.#phase = phase;
    this.#since = now;
  }

  /** The evaluation ended, in whichever phase. */
  stop(): void {
    this.enter("read");
    this.#ended = this.#since;
  }

  /** In milliseconds. */
  timing(): Timing {
    return { realMs: this.#ended - this.#began, compileMs: this.#compiling };
  }
}
