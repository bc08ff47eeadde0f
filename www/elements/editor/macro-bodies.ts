import type { Extension } from "@codemirror/state";
import { ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { BodyOf } from "../../../jscl-bridge/syntax/macros.js";
import { type Bodies, indentationTo } from "./language.js";

/** Macros that are asked for and not answered yet, at most. */
const MOST_ASKED = 100;

/** Milliseconds that a command waits for answers. */
const PATIENCE_MS = 1000;

/** Milliseconds that the cursor rests before the macros around it are asked for. */
const REST_MS = 120;

/**
 * What the Lisp says of macros that a text does not define. It is asked once for each name until
 * {@link forget}, and what it said before holds until it has answered again.
 */
export class MacroBodies implements Bodies {
  readonly #ask: (name: string) => Promise<number | null>;
  readonly #known = new Map<string, number | null>();
  readonly #current = new Set<string>();
  readonly #asked = new Set<Promise<void>>();

  constructor(ask: (name: string) => Promise<number | null>) {
    this.#ask = ask;
  }

  readonly of: BodyOf = (name) => {
    if (!this.#current.has(name) && this.#asked.size < MOST_ASKED) this.#askFor(name);
    return this.#known.get(name) ?? null;
  };

  settled(): Promise<unknown> | null {
    if (this.#asked.size === 0) return null;
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    return Promise.race([Promise.all(this.#asked), patience]);
  }

  /** Has every name asked for again. */
  forget(): void {
    this.#current.clear();
  }

  #askFor(name: string): void {
    this.#current.add(name);
    const asked = this.#ask(name)
      .then(
        (place) => void this.#known.set(name, place),
        // A Lisp that did not answer is asked again.
        () => void this.#current.delete(name),
      )
      .finally(() => this.#asked.delete(asked));
    this.#asked.add(asked);
  }
}

/** Asks for the macros around a cursor that rests, so that they are known when the line is broken there. */
export const askingAhead: Extension = ViewPlugin.define((view) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    const { head } = view.state.selection.main;
    indentationTo(view.state, head).ofBreak(head);
  };
  return {
    update({ docChanged, selectionSet }: ViewUpdate): void {
      if (!view.hasFocus || (!docChanged && !selectionSet)) return;
      clearTimeout(timer);
      timer = setTimeout(ask, REST_MS);
    },
    destroy: () => clearTimeout(timer),
  };
});
