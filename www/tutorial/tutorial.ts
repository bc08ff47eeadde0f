import { byId, element } from "../elements/dom.js";
import type { Finished } from "../finished.js";
import { browserStore } from "../storage.js";
import { passes } from "./check.js";
import type { TutorialParts } from "./opener.js";
import { Progress } from "./progress.js";
import { type Step, steps } from "./steps.js";

/** The panel over the editor that leads through the steps, and looks at what was done. */
export class Tutorial {
  readonly #parts: TutorialParts;
  readonly #progress = new Progress(browserStore, steps.length);
  readonly #panel = byId("tutorial", HTMLElement);
  readonly #title = element("h2", { id: "tutorial-title", tabindex: -1 });
  readonly #body = element("div", { class: "tutorial-body", tabindex: 0, role: "group" });
  readonly #task = element("p", { class: "tutorial-task" });
  readonly #verdict = element("p", { class: "tutorial-verdict", role: "status" });
  readonly #back = button("Back", "quiet", () => this.#enter(this.#progress.step - 1));
  readonly #next = button("Next", "quiet", () => this.#leaveStep());

  constructor(parts: TutorialParts) {
    this.#parts = parts;
    this.#body.setAttribute("aria-labelledby", "tutorial-title");
    const close = button("×", "quiet", () => this.#close());
    close.setAttribute("aria-label", "Close the tutorial");
    this.#panel.replaceChildren(
      element("header", { class: "tutorial-head" }, this.#title, this.#back, this.#next, close),
      this.#body,
    );
  }

  /** Goes on where it was left. */
  open(): void {
    this.#panel.hidden = false;
    this.#enter(this.#progress.step);
  }

  /** Looks at what was done, if the step that is open still waits for it. */
  async evaluated(finished: Finished): Promise<void> {
    const { step } = this.#progress;
    const { check, hint } = this.#step;
    if (this.#panel.hidden || this.#progress.isDone(step)) return;
    const isDone = await passes(check, finished, await this.#parts.backstage).catch(() => false);
    if (step !== this.#progress.step) return;
    if (isDone) this.#progress.finish(step);
    this.#show(isDone ? "" : `Not yet. ${hint}`);
  }

  get #step(): Step {
    return steps[this.#progress.step] as Step;
  }

  #enter(step: number): void {
    this.#progress.enter(step);
    const { title, text, task, code } = this.#step;
    const number = this.#progress.step + 1;
    this.#parts.programs.resume({ name: `Step ${number}: ${title}`, origin: "tutorial", text: code });
    const count = element("span", { class: "tutorial-count" }, `${number} of ${steps.length}`);
    this.#title.replaceChildren(title, " ", count);
    this.#task.replaceChildren(...marked(task));
    const paragraphs = text.map((each) => element("p", {}, ...marked(each)));
    this.#body.replaceChildren(...paragraphs, this.#task, this.#verdict);
    this.#show("");
    this.#body.scrollTop = 0;
    this.#title.focus();
  }

  #show(verdict: string): void {
    const { step, doneCount } = this.#progress;
    const isDone = this.#progress.isDone(step);
    const isLast = step === steps.length - 1;
    const all = doneCount === steps.length ? "Done, and all ten with it." : "Done.";
    this.#verdict.textContent = isDone ? all : verdict;
    this.#verdict.classList.toggle("done", isDone);
    if (verdict !== "" || isDone) this.#body.scrollTop = this.#body.scrollHeight;
    this.#back.disabled = step === 0;
    this.#next.textContent = isLast ? "Finish" : isDone ? "Next" : "Skip";
    this.#next.className = isDone ? "primary" : "quiet";
  }

  #leaveStep(): void {
    if (this.#progress.step === steps.length - 1) this.#close();
    else this.#enter(this.#progress.step + 1);
  }

  #close(): void {
    this.#panel.hidden = true;
    document.querySelector<HTMLElement>("#programs > button")?.focus();
  }
}

function button(label: string, kind: string, act: () => void): HTMLButtonElement {
  const node = element("button", { type: "button", class: kind }, label);
  node.addEventListener("click", act);
  return node;
}

/** A text whose parts between backquotes are code. */
function marked(text: string): Array<Node | string> {
  return text.split("`").map((part, place) => (place % 2 === 1 ? element("code", {}, part) : part));
}
