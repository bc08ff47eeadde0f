import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentSelection } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { Position } from "jscl-mcp";
import { type Names, symbolCompletion } from "./completion.js";
import { formAt } from "./forms.js";
import { lisp, lispHighlighter } from "./highlight.js";
import { errorMarks, markError } from "./marks.js";
import { editorTheme } from "./theme.js";
import { hangingIndents } from "./wrap.js";

/** Code to evaluate, with the place in the editor where it begins. */
export interface Excerpt {
  readonly code: string;
  readonly origin: Position;
}

interface EditorOptions {
  readonly text: string;
  readonly names: Names;
  readonly onRun: () => void;
  readonly onRunForm: () => void;
  readonly onChange: (text: string) => void;
}

/** The source editor: CodeMirror set up for Common Lisp. */
export class Editor {
  readonly #view: EditorView;

  constructor(parent: HTMLElement, options: EditorOptions) {
    const command = (run: () => void) => () => {
      run();
      return true;
    };
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: options.text,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          indentUnit.of("  "),
          bracketMatching({ brackets: "()" }),
          closeBrackets(),
          highlightActiveLine(),
          EditorView.lineWrapping,
          hangingIndents,
          errorMarks(),
          lisp,
          syntaxHighlighting(lispHighlighter),
          editorTheme,
          symbolCompletion(options.names),
          keymap.of([
            { key: "Mod-Enter", run: command(options.onRun) },
            { key: "Shift-Enter", run: command(options.onRunForm) },
            { key: "Tab", run: indentSelection },
            ...closeBracketsKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          EditorView.contentAttributes.of({
            "aria-label": "Lisp source",
            "aria-describedby": "editor-help",
            autocapitalize: "off",
            autocorrect: "off",
            spellcheck: "false",
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) options.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
  }

  /** Everything in the editor. */
  all(): Excerpt {
    return { code: this.#view.state.doc.toString(), origin: { line: 1, column: 0 } };
  }

  /** The selection, or else the top-level form at the cursor; `null` when there is neither. */
  atCursor(): Excerpt | null {
    const { doc, selection } = this.#view.state;
    const text = doc.toString();
    const span = selection.main.empty ? formAt(text, selection.main.head) : selection.main;
    if (!span) return null;
    const line = doc.lineAt(span.from);
    return {
      code: text.slice(span.from, span.to),
      origin: { line: line.number, column: span.from - line.from },
    };
  }

  /** Replaces the text; undo brings the old one back. */
  show(text: string): void {
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      effects: EditorView.scrollIntoView(0),
    });
  }

  /**
   * Shows where an error is; a position outside the text marks its nearest end. `null` takes the mark away.
   */
  mark(position: Position | null): void {
    markError(this.#view, position && this.#offset(position));
  }

  /** Puts the cursor at a position and the focus into the editor. */
  goTo(position: Position): void {
    const anchor = this.#offset(position);
    this.#view.dispatch({ selection: { anchor }, scrollIntoView: true });
    this.#view.focus();
  }

  focus(): void {
    this.#view.focus();
  }

  #offset(position: Position): number {
    const { doc } = this.#view.state;
    if (position.line > doc.lines) return doc.length;
    const line = doc.line(Math.max(1, position.line));
    return Math.min(line.from + Math.max(0, position.column), line.to);
  }
}
