import { element } from "../elements/dom.js";
import type { Fields } from "../elements/fields.js";
import { goesOnBy } from "../elements/views/level-view.js";
import type { Held } from "./levels.js";
import { isStep, nextCall, stepButtons } from "./steps.js";

interface StripParts {
  readonly held: () => Held | null;
  /** Has that evaluation go on by a tool. */
  readonly goOn: (tool: string, args?: Fields) => void;
  /** Takes the focus of a button that goes. */
  readonly focus: () => void;
}

/** A line at the prompt that says which program waits, and lets it go on however far away its report is. */
export class WaitingStrip {
  readonly #root: HTMLElement;
  readonly #parts: StripParts;
  #shown: Held | null = null;

  constructor(root: HTMLElement, parts: StripParts) {
    this.#root = root;
    this.#parts = parts;
  }

  refresh(): void {
    const held = this.#parts.held();
    if (held === this.#shown) return;
    this.#shown = held;
    const hadFocus = this.#root.contains(document.activeElement);
    this.#root.hidden = held === null;
    this.#root.replaceChildren(...(held ? this.#line(held) : []));
    if (hadFocus) this.#parts.focus();
  }

  #line(held: Held): HTMLElement[] {
    return isStep(held) ? this.#stepLine(held) : this.#errorLine(held);
  }

  #stepLine(held: Held): HTMLElement[] {
    const said = element("span", { class: "waiting-text" }, "Next: ", element("code", {}, nextCall(held)));
    return [
      said,
      ...stepButtons((how) => this.#parts.goOn("step", { how })),
      this.#button("End", "End the program that has stopped", "abort-level"),
    ];
  }

  #errorLine({ level, report: { error } }: Held): HTMLElement[] {
    const goesOn = error && goesOnBy(error);
    const said = element(
      "span",
      { class: "waiting-text" },
      element("span", { class: "level-badge" }, `Level ${level}`),
      ` waits: ${error?.type ?? ""}`,
    );
    return [
      said,
      ...(goesOn ? [this.#button("Go on", `Take ${goesOn.name}: ${goesOn.description}`, "continue")] : []),
      this.#button("Abort level", "End the innermost program that waits", "abort-level"),
    ];
  }

  #button(name: string, title: string, tool: string): HTMLElement {
    const button = element("button", { type: "button", class: "quiet", title }, name);
    button.addEventListener("click", () => this.#parts.goOn(tool));
    return button;
  }
}
