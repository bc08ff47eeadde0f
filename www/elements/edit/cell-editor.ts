import { EditorView } from "@codemirror/view";
import type { Position } from "jscl-mcp";
import { macrosIn } from "../../../jscl-bridge/syntax/macros.js";
import { parser } from "../../../jscl-bridge/syntax/parser.js";
import { addStyles } from "../cell/add-styles.js";
import { transcriptTokens } from "../cell/transcript.js";
import { lispColours } from "../editor/colours.js";
import type { Names } from "../editor/completion.js";
import { Editor } from "../editor/editor.js";
import { MacroBodies } from "../editor/macro-bodies.js";
import { css } from "../styles/edit.css";

export interface CellEditorOptions {
  readonly names: Names;
  readonly describedBy: string;
  readonly onRun: () => void;
  readonly onLeave: () => void;
  readonly onChange: (text: string) => void;
}

/** The editor of a cell, in the place and of the size of its static code. */
export class CellEditor {
  readonly #options: CellEditorOptions;
  /** What another cell has defined. */
  readonly #bodies = new MacroBodies(async (name) => {
    const source = await this.#options.names.describe(name);
    return source === null ? null : (macrosIn(source, parser.parse(source)).get(name) ?? null);
  });
  #editor: Editor | null = null;

  constructor(options: CellEditorOptions) {
    this.#options = options;
  }

  open(parent: HTMLElement, text: string): void {
    const root = parent.getRootNode();
    if (root instanceof ShadowRoot) addStyles(root, css);
    const wraps = getComputedStyle(parent).whiteSpace !== "pre";
    this.#editor = new Editor(parent, {
      ...this.#options,
      bodies: this.#bodies,
      text,
      onRunForm: this.#options.onRun,
      extensions: [lispColours(transcriptTokens), wraps ? EditorView.lineWrapping : []],
    });
  }

  /** Shows another text, unless it is there already. */
  show(text: string): void {
    if (this.#editor?.all().code !== text) this.#editor?.show(text);
  }

  /** Takes the focus, with the cursor where the pointer is; scrolled as the code before it was. */
  focus(at: { x: number; y: number } | undefined, scrollLeft: number): void {
    this.#editor?.scrollTo(scrollLeft);
    if (at) this.#editor?.focusAt(at);
    else this.#editor?.focus();
  }

  format(): void {
    this.#editor?.format();
    this.#editor?.focus();
  }

  mark(places: readonly Position[]): void {
    // Each run marks what is wrong, if anything, and may have defined something.
    this.#bodies.forget();
    this.#editor?.markAll(places);
  }

  goTo(place: Position): void {
    this.#editor?.goTo(place);
  }

  destroy(): void {
    this.#editor?.destroy();
    this.#editor = null;
  }
}
