import { Compartment, type Extension, Prec } from "@codemirror/state";
import { type EditorView, ViewPlugin } from "@codemirror/view";
import type { MenuItem } from "../menu.js";
import { recall, remember } from "../storage.js";
import type { EmacsActions } from "./emacs.js";

const KEY = "keys";
const EMACS = "emacs";

/** Whether a person wants the keys of Emacs. */
export function wantsEmacs(): boolean {
  return recall(KEY) === EMACS;
}

/** The keys of Emacs in an editor, loaded when they are wanted. */
export class EmacsOption {
  readonly #actions: EmacsActions;
  readonly #onProblem: (sentence: string) => void;
  readonly #place = new Compartment();
  readonly #views = new Set<EditorView>();

  constructor(actions: EmacsActions, onProblem: (sentence: string) => void) {
    this.#actions = actions;
    this.#onProblem = onProblem;
  }

  /** What the editor has for it. */
  get extension(): Extension {
    const follow = ViewPlugin.define((view) => {
      this.#views.add(view);
      if (wantsEmacs()) void this.#turnOn(view);
      return { destroy: () => void this.#views.delete(view) };
    });
    return [Prec.high(this.#place.of([])), follow];
  }

  /** The entry of the menu that turns it on and off. */
  item(): MenuItem {
    const isOn = wantsEmacs();
    return {
      title: isOn ? "Stop using Emacs keys" : "Use Emacs keys",
      about: isOn ? "F1 lists them" : "In the editor of programs",
      choose: () => {
        remember(KEY, isOn ? null : EMACS);
        for (const view of this.#views)
          if (isOn) view.dispatch({ effects: this.#place.reconfigure([]) });
          else void this.#turnOn(view);
      },
    };
  }

  async #turnOn(view: EditorView): Promise<void> {
    try {
      const { emacs } = await import("./emacs.js");
      if (!this.#views.has(view) || !wantsEmacs()) return;
      view.dispatch({ effects: this.#place.reconfigure(emacs(this.#actions)) });
    } catch {
      this.#onProblem("The keys of Emacs could not be loaded; the usual ones work.");
    }
  }
}
