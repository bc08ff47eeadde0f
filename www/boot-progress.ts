import type { BootProgress } from "jscl-mcp";

/** Passes on how far the Lisp image has come, beginning with the latest step for whoever listens late. */
export class BootProgressRelay {
  #latest: BootProgress | null = null;
  #listener: ((progress: BootProgress) => void) | null = null;

  note(progress: BootProgress): void {
    this.#latest = progress;
    this.#listener?.(progress);
  }

  /** The one listener from now on; it is told the latest step at once. */
  listen(listener: (progress: BootProgress) => void): void {
    this.#listener = listener;
    if (this.#latest) listener(this.#latest);
  }
}
