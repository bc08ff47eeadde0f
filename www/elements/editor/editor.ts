import {
  history,
  historyField,
  historyKeymap,
  isolateHistory,
  standardKeymap,
  toggleComment,
} from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { EditorState, type Extension, type StateEffect, type StateField } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { Position } from "jscl-mcp";
import { formAt } from "../forms.js";
import type { Names } from "./completion.js";
import { indentAll, indentationKeymap } from "./indentation.js";
import { lispLanguage } from "./language.js";
import { askingAhead, type MacroBodies } from "./macro-bodies.js";
import { errorMarks, type MarkKind, markPlaces } from "./marks.js";
import { editorTheme } from "./theme.js";
import { whileTyping } from "./while-typing.js";

/** Code to evaluate, with the place in the editor where it begins. */
export interface Excerpt {
  readonly code: string;
  readonly origin: Position;
}

interface EditorOptions {
  readonly text: string;
  readonly names: Names;
  /** What the image knows of macros that the text does not define, for their indentation. */
  readonly bodies: MacroBodies;
  /** The ids of the elements that describe the editor, in the same tree. */
  readonly describedBy: string;
  readonly onRun: () => void;
  readonly onRunForm: () => void;
  readonly onChange: (text: string) => void;
  /** Called by Escape when nothing else takes it. */
  readonly onLeave?: () => void;
  /** What a snapshot has beside the history. */
  readonly kept?: Readonly<Record<string, StateField<unknown>>>;
  /** What one use has beside the others; `pageful` is that of an editor that fills a page. */
  readonly extensions: Extension;
}

/** The source editor: CodeMirror set up for Common Lisp. */
export class Editor {
  readonly #view: EditorView;
  readonly #extensions: Extension;
  readonly #kept: Readonly<Record<string, StateField<unknown>>>;

  constructor(parent: HTMLElement, options: EditorOptions) {
    const root = parent.getRootNode();
    this.#kept = { history: historyField, ...options.kept };
    this.#extensions = extensionsOf(options);
    this.#view = new EditorView({
      parent,
      ...(root instanceof ShadowRoot ? { root } : {}),
      state: EditorState.create({ doc: options.text, extensions: this.#extensions }),
    });
  }

  /** Everything in the editor. */
  all(): Excerpt {
    return { code: this.#view.state.doc.toString(), origin: { line: 1, column: 0 } };
  }

  /** The selection, or null. */
  selected(): Excerpt | null {
    const { main } = this.#view.state.selection;
    return main.empty ? null : this.between(main.from, main.to);
  }

  /** The selection, or else the top-level form at the cursor; `null` when there is neither. */
  atCursor(): Excerpt | null {
    const { doc, selection } = this.#view.state;
    const text = doc.toString();
    const span = selection.main.empty ? formAt(text, selection.main.head) : selection.main;
    return span && this.between(span.from, span.to);
  }

  /** A stretch of the text. */
  between(from: number, to: number): Excerpt {
    const { doc } = this.#view.state;
    const line = doc.lineAt(from);
    return { code: doc.sliceString(from, to), origin: { line: line.number, column: from - line.from } };
  }

  /** Replaces the text; undo brings the old one back. */
  show(text: string): void {
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      annotations: isolateHistory.of("full"),
      effects: EditorView.scrollIntoView(0),
    });
  }

  /** Puts text at the cursor, in place of what is selected. */
  insert(text: string): void {
    this.#view.dispatch(this.#view.state.replaceSelection(text), { scrollIntoView: true });
  }

  /** Lets undo stop at the present text: what comes next is undone by itself. */
  endUndoGroup(): void {
    this.#view.dispatch({ annotations: isolateHistory.of("full") });
  }

  /** The text, the selection, what can be undone, and what is kept beside, as data. */
  snapshot(): unknown {
    return this.#view.state.toJSON(this.#kept);
  }

  /**
   * Begins with another text, which undo does not leave. What a snapshot says can be undone, if it is one of
   * this text.
   */
  open(text: string, snapshot?: unknown): void {
    const extensions = this.#extensions;
    let state = EditorState.create({ doc: text, extensions });
    try {
      const earlier = EditorState.fromJSON(snapshot, { extensions }, this.#kept);
      if (earlier.doc.eq(state.doc)) state = earlier;
    } catch {
      // What another version has written is no snapshot.
    }
    this.#view.setState(state);
  }

  /**
   * Shows where an error is; a position outside the text marks its nearest end. `null` takes the mark away.
   */
  mark(position: Position | null, kind: MarkKind = "error"): void {
    this.markAll(position === null ? [] : [position], kind);
  }

  /** Shows several such places in the place of those before; the first is scrolled to. */
  markAll(positions: readonly Position[], kind: MarkKind = "error"): void {
    const offsets = positions.map((position) => this.#offset(position));
    markPlaces(this.#view, offsets, kind);
  }

  /** Indents everything. */
  format(): void {
    indentAll(this.#view);
  }

  /** Hands effects to the extensions that the editor was made with. */
  apply(effects: readonly StateEffect<unknown>[]): void {
    this.#view.dispatch({ effects });
  }

  /** The offset of a position; one outside the text counts as its nearest end. */
  offsetOf(position: Position): number {
    return this.#offset(position);
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

  /** Puts the cursor where the pointer is, in pixels of the window, and the focus into the editor. */
  focusAt(at: { readonly x: number; readonly y: number }): void {
    this.#view.dispatch({ selection: { anchor: this.#view.posAtCoords(at, false) } });
    this.#view.focus();
  }

  /** Scrolls sideways. */
  scrollTo(left: number): void {
    this.#view.scrollDOM.scrollLeft = left;
  }

  destroy(): void {
    this.#view.destroy();
  }

  #offset(position: Position): number {
    const { doc } = this.#view.state;
    if (position.line > doc.lines) return doc.length;
    const line = doc.line(Math.max(1, position.line));
    return Math.min(line.from + Math.max(0, position.column), line.to);
  }
}

function extensionsOf(options: EditorOptions): Extension {
  const command = (run: () => void) => () => {
    run();
    return true;
  };
  const { onLeave } = options;
  return [
    options.extensions,
    history(),
    bracketMatching({ brackets: "()" }),
    errorMarks(),
    lispLanguage(options.bodies),
    askingAhead,
    editorTheme,
    whileTyping(options.names),
    keymap.of([
      { key: "Mod-Enter", run: command(options.onRun) },
      { key: "Shift-Enter", run: command(options.onRunForm) },
      ...indentationKeymap,
      ...(onLeave ? [{ key: "Escape", run: command(onLeave) }] : []),
      ...historyKeymap,
      { key: "Mod-/", run: toggleComment },
      ...standardKeymap,
    ]),
    EditorView.contentAttributes.of({
      // Axe counts no editable text as focusable by itself.
      tabindex: "0",
      "aria-label": "Lisp source",
      "aria-describedby": options.describedBy,
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.onChange(update.state.doc.toString());
    }),
  ];
}
