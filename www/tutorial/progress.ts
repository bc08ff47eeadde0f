import type { Store } from "../storage.js";

const KEY = "tutorial";

/** Which step of the tutorial is open, and which are done, from visit to visit. */
export class Progress {
  readonly #store: Store;
  readonly #steps: number;
  readonly #done: Set<number>;
  #step = 0;

  /** `steps` is how many there are. */
  constructor(store: Store, steps: number) {
    this.#store = store;
    this.#steps = steps;
    const [step = 0, ...done] = (store.read(KEY) ?? "")
      .split(" ")
      .map(Number)
      .filter((each) => Number.isInteger(each) && each >= 0 && each < steps);
    this.#step = step;
    this.#done = new Set(done);
  }

  get step(): number {
    return this.#step;
  }

  get doneCount(): number {
    return this.#done.size;
  }

  isDone(step: number): boolean {
    return this.#done.has(step);
  }

  enter(step: number): void {
    this.#step = Math.min(this.#steps - 1, Math.max(0, step));
    this.#keep();
  }

  finish(step: number): void {
    this.#done.add(step);
    this.#keep();
  }

  #keep(): void {
    this.#store.write(KEY, [this.#step, ...this.#done].join(" "));
  }
}
