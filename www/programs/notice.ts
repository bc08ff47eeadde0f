import { byId, element } from "../elements/dom.js";

/** Something that can be done about what a notice says. */
interface Deed {
  readonly label: string;
  readonly act: () => void;
}

/** One line under the head of the source pane: what became of the program, until it is closed. */
export class Notice {
  readonly #bar = byId("source-notice", HTMLElement);

  /** Says something in place of what was said before. `subject` tells which notice `clear` takes back. */
  say(text: string, deeds: readonly Deed[] = [], subject = ""): void {
    const button = ({ label, act }: Deed) => {
      const node = element("button", { type: "button", class: "quiet" }, label);
      node.addEventListener("click", () => {
        this.clear();
        // The button is gone, and the focus would be with it.
        document.querySelector<HTMLElement>("#programs > button")?.focus();
        act();
      });
      return node;
    };
    const close = button({ label: "×", act: () => undefined });
    close.setAttribute("aria-label", "Close this notice");
    this.#bar.dataset["subject"] = subject;
    this.#bar.replaceChildren(element("p", { class: "offer-text" }, text), ...deeds.map(button), close);
    this.#bar.hidden = false;
  }

  /** Takes a notice back; without a subject whatever is said. */
  clear(subject?: string): void {
    if (subject !== undefined && this.#bar.dataset["subject"] !== subject) return;
    this.#bar.hidden = true;
    this.#bar.replaceChildren();
  }
}
