import type { EditorView } from "@codemirror/view";
import type { Definition } from "../client/names.js";
import { element } from "../elements/dom.js";
import type { Editor } from "../elements/editor/editor.js";
import { highlightLisp } from "../elements/highlight.js";
import { symbolAt } from "./calls.js";
import { definitionIn } from "./definitions.js";
import { closePeek, openPeek, peekButton } from "./peek.js";

/** Where definitions are looked for, and the way back from them. */
interface Places {
  readonly program: Pick<Editor, "all" | "goTo">;
  readonly transcript: HTMLElement;
  /** The definitions that the session knows. */
  readonly source: (name: string) => Promise<readonly Definition[]>;
}

/** The ways from names to their definitions. */
export class Definitions {
  readonly #places: Places;
  readonly #left: { readonly view: EditorView; readonly head: number }[] = [];

  constructor(places: Places) {
    this.#places = places;
  }

  /** Leads from the name at the cursor to its definition: in the program, else where it was evaluated. */
  readonly goTo = (view: EditorView): boolean => {
    const { head } = view.state.selection.main;
    const found = symbolAt(view.state.doc.toString(), head);
    if (!found) return false;
    void this.#goTo(view, head, found.name);
    return true;
  };

  /** Leads back to where the last way began. */
  readonly back = (): boolean => {
    const left = this.#left.pop();
    if (!left) return false;
    const { view, head } = left;
    view.dispatch({ selection: { anchor: Math.min(head, view.state.doc.length) }, scrollIntoView: true });
    view.focus();
    return true;
  };

  async #goTo(view: EditorView, head: number, name: string): Promise<void> {
    const { program, transcript, source } = this.#places;
    const text = program.all().code;
    const place = definitionIn(text, name);
    if (place !== null) {
      this.#left.push({ view, head });
      program.goTo(positionOf(text, place));
      return;
    }
    const entry = [...transcript.querySelectorAll<HTMLElement>(".entry-source")]
      .reverse()
      .find(({ textContent }) => definitionIn(textContent, name) !== null);
    if (entry) {
      this.#left.push({ view, head });
      entry.tabIndex = -1;
      entry.scrollIntoView({ block: "center" });
      entry.focus();
      return;
    }
    const [definition] = await source(name).catch(() => []);
    const close = peekButton("Close", () => closePeek(view));
    const shown = definition
      ? element(
          "pre",
          { class: "peek-code", tabindex: 0 },
          element("code", {}, highlightLisp(definition.code)),
        )
      : element(
          "p",
          { class: "peek-note" },
          `Neither the program nor what was evaluated in this session defines ${name}.`,
        );
    openPeek(view, head, `Definition of ${name}`, shown, element("div", { class: "peek-tools" }, close));
  }
}

function positionOf(text: string, place: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, place).split("\n");
  return { line: lines.length, column: lines.at(-1)?.length ?? 0 };
}
