import { element } from "../dom.js";
import { icon } from "./icons.js";

const RUN = "M5 3v10l8-5z";
const STOP = "M4 4h8v8H4z";

/** The button of a cell, and the few words beside it. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly #run = element("button", { type: "button", class: "run" });
  readonly #remark = element("span", { class: "remark", "aria-hidden": true });
  #stopTitle = "";

  constructor(run: () => void) {
    this.#run.addEventListener("click", run);
    this.element = element(
      "div",
      { class: "toolbar", part: "toolbar", role: "group", "aria-label": "Lisp code" },
      this.#remark,
      this.#run,
    );
    this.show(false);
  }

  /** Shows Stop while the cell is at work, and else Run. */
  show(isAtWork: boolean): void {
    this.#run.part.value = isAtWork ? "stop" : "run";
    this.#run.title = isAtWork ? this.#stopTitle : "Run (Ctrl or ⌘ and Enter)";
    this.#run.replaceChildren(icon(isAtWork ? STOP : RUN), isAtWork ? "Stop" : "Run");
  }

  describeStop(text: string): void {
    this.#stopTitle = text;
  }

  remark(text: string): void {
    this.#remark.textContent = text;
  }

  focus(): void {
    this.#run.focus();
  }
}
