import type { BootProgress } from "jscl-mcp";

/** Passes on the progress of the Lisp image's boot. A late listener begins with the latest step. */
export class BootProgressRelay {
  #latest: BootProgress | null = null;
  #listener: ((progress: BootProgress) => void) | null = null;

  note(progress: BootProgress): void {
    this.#latest = progress;
    this.#listener?.(progress);
  }

  /** Sets the one listener, and notifies it of the latest step at once. */
  listen(listener: (progress: BootProgress) => void): void {
    this.#listener = listener;
    if (this.#latest) listener(this.#latest);
  }
}
