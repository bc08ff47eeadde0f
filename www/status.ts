import { messageOf } from "./elements/message-of.js";

interface StatusElements {
  readonly status: HTMLElement;
  readonly text: HTMLElement;
  readonly detail: HTMLElement;
  readonly bar: HTMLElement;
  readonly welcomeTitle: HTMLElement;
  readonly welcomeText: HTMLElement;
}

/** The status of the Lisp image in the masthead and the empty transcript. */
export class Status {
  readonly #parts: StatusElements;

  constructor(parts: StatusElements) {
    this.#parts = parts;
  }

  /** The image is loading: `done` of `total` steps, the current one in words. */
  booting(step: string, done: number, total: number): void {
    const share = total > 0 ? Math.min(1, done / total) : 0;
    this.#set("booting", `Starting Lisp · ${Math.round(share * 100)} %`);
    this.#parts.bar.setAttribute("aria-valuenow", String(Math.round(share * 100)));
    this.#parts.bar.setAttribute("aria-valuetext", step);
    this.#parts.bar.style.setProperty("--share", String(share));
    this.#parts.welcomeTitle.textContent = "Starting Lisp";
    this.#parts.welcomeText.textContent = step;
  }

  /** The image answers; it took this long to load, and clients speak this version of MCP to the server. */
  ready(bootMs: number, protocol: string): void {
    this.#set("ready", `Ready in ${Math.round(bootMs)} ms`, `MCP ${protocol}`);
    this.#parts.bar.style.setProperty("--share", "1");
    this.#parts.welcomeTitle.textContent = "Lisp is ready";
    this.#parts.welcomeText.textContent =
      "Write some and press Run, or begin with an example. What you define stays until you reset.";
  }

  /** Shows that there is no image and none will come. */
  failed(error: unknown): void {
    this.#set("failed", "Lisp did not start");
    this.#parts.welcomeTitle.textContent = "Lisp did not start";
    this.#parts.welcomeText.textContent = messageOf(error);
  }

  #set(state: string, text: string, detail = ""): void {
    this.#parts.status.dataset["state"] = state;
    this.#parts.text.textContent = text;
    this.#parts.detail.textContent = detail;
    document.documentElement.dataset["lisp"] = state;
  }
}
