import { element } from "../dom.js";
import type { Repl } from "../run/repl-run.js";
import { LispElement } from "./lisp-element.js";
import { ownScript } from "./own-script.js";

/** A prompt in a page, with the transcript of what was entered. */
export class LispRepl extends LispElement {
  static readonly observedAttributes = ["theme"];

  #repl: Repl | null = null;

  protected override arrived(): void {}

  protected override left(): void {
    this.#repl?.dispose();
  }

  protected override build(box: HTMLElement): void {
    const block = element("div", { class: "block repl" });
    box.append(block);
    this.#load(block);
  }

  async #load(block: HTMLElement): Promise<void> {
    try {
      const { Repl: Prompt } = await import("../run/repl-run.js");
      this.#repl = new Prompt(this, block, ownScript.playground);
    } catch {
      block.replaceChildren(element("p", {}, "The code of this prompt could not be loaded."));
    }
  }
}
