import { element } from "../dom.js";
import type { InputAnswer } from "../page/respond.js";
import { row } from "./row.js";

/** Asks a person for what a program reads, at the place where its output is. */
export class InputLine {
  /** Where the focus was before the first question. */
  #before: Element | null = null;
  /** What a field stood in last: it may have taken the focus when that went. */
  #around: readonly Element[] = [document.body];

  /**
   * Shows a field by `show`, with the prompt as its label, and resolves to the line; to null for the end of
   * the input, and when it is stopped.
   */
  ask(prompt: string, stopped: AbortSignal, show: (parts: HTMLElement[]) => void): Promise<InputAnswer> {
    return new Promise((resolve) => {
      if (stopped.aborted) return resolve(null);
      stopped.addEventListener("abort", () => resolve(null), { once: true });
      const { parts, field } = lineParts(prompt, resolve);
      const active = focused();
      this.#before ??= active;
      show(parts);
      this.#around = around(field);
      // Whoever has gone elsewhere meanwhile is not called back.
      if (active === this.#before || this.#around.includes(active)) field.focus();
    });
  }

  /** Gives the focus back to where it was, if nothing else has taken it. */
  end(): void {
    const before = this.#before;
    this.#before = null;
    const isFree = this.#around.includes(focused());
    if (before instanceof HTMLElement && isFree) before.focus({ preventScroll: true });
  }
}

/** The elements that an element stands in, and the document's body. */
function around(element: Element): Element[] {
  const found: Element[] = [document.body];
  for (let each = element.parentElement; each !== null; each = each.parentElement) found.push(each);
  return found;
}

function lineParts(prompt: string, answer: (line: InputAnswer) => void) {
  const field = element("input", {
    class: "field input-line",
    type: "text",
    part: "input",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    enterkeyhint: "send",
    // It stands above for all to see, as the end of what the program wrote.
    "aria-label": prompt,
    title: "Enter sends the line, Control-D ends the input",
  });
  const end = element("button", { type: "button", class: "more", title: "Control-D" }, "End of input");
  const form = element("form", { class: "input-form" }, field, end);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(field.value);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "d" || !event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    answer(null);
  });
  end.addEventListener("click", () => answer(null));
  const status = element("p", { class: "visually-hidden", role: "status" }, "The program waits for input.");
  return { parts: [row("input", "in", element("div", {}, status, form))], field };
}

/** The element with the focus, in whichever shadow tree. */
function focused(): Element {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active ?? document.body;
}
