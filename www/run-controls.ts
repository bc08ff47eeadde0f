import { byId } from "./elements/dom.js";
import { isApple } from "./platform.js";

/** What the controls do. */
interface Deeds {
  readonly runAll: () => void;
  readonly runAtCursor: () => void;
  readonly step: () => void;
  readonly stop: () => void;
  readonly reset: () => Promise<void>;
}

/** What becomes of the session's evaluation: there is none, it runs, or it waits at an error. */
type AtWork = "idle" | "running" | "held";

/** The keys of the button, as they are written on it. */
const KEYS = isApple ? { run: "⌘ ↵", stop: "⌘ ." } : { run: "Ctrl ↵", stop: "Ctrl ." };

/** The buttons and the key that run, stop and reset. */
export class RunControls {
  readonly #run = byId("run", HTMLButtonElement);
  readonly #runForm = byId("run-form", HTMLButtonElement);
  readonly #step = byId("step", HTMLButtonElement);
  readonly #ways = byId("run-ways", HTMLElement).querySelector("button");
  readonly #label = byId("run-label", HTMLElement);
  readonly #key = this.#run.querySelector("kbd");
  #state: AtWork = "idle";

  constructor(deeds: Deeds) {
    for (const key of document.querySelectorAll(".run-key")) key.textContent = KEYS.run;
    for (const key of document.querySelectorAll(".stop-key")) key.textContent = KEYS.stop;
    this.#run.addEventListener("click", () => (this.#state === "running" ? deeds.stop() : deeds.runAll()));
    this.#runForm.addEventListener("click", () => deeds.runAtCursor());
    this.#step.addEventListener("click", () => deeds.step());
    // Control and the full stop end the evaluation, wherever the focus is.
    document.addEventListener("keydown", (event) => {
      const isKey = event.key === "." && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isKey || event.defaultPrevented || this.#state === "idle") return;
      event.preventDefault();
      deeds.stop();
    });
    const reset = byId("reset", HTMLButtonElement);
    reset.addEventListener("click", async () => {
      reset.disabled = true;
      await deeds.reset().finally(() => {
        reset.disabled = false;
      });
    });
  }

  /** Shows what can be done now; `stopping` says what Stop would do. */
  show(state: AtWork, stopping: string): void {
    this.#state = state;
    const isRunning = state === "running";
    this.#run.classList.toggle("stop", isRunning);
    this.#label.textContent = isRunning ? "Stop" : "Run";
    if (this.#key) this.#key.textContent = isRunning ? KEYS.stop : KEYS.run;
    this.#run.title = isRunning ? stopping : state === "held" ? HELD : "";
    this.#runForm.disabled = isRunning;
    this.#step.disabled = isRunning;
    if (this.#ways) this.#ways.disabled = isRunning;
  }
}

const HELD = "End the programs that wait, and evaluate everything. Run form evaluates while they wait";
