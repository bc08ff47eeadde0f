import type { Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, ViewPlugin } from "@codemirror/view";
import type { Excerpt } from "../elements/editor/editor.js";
import { breakpointField, breakpointsIn, type LineBreakpoint, setBreakpoint } from "./breakpoint-marks.js";
import { askCondition } from "./condition-peek.js";
import { LongPress } from "./long-press.js";

interface Deeds {
  /** Called when a line, from 1, has a breakpoint with another condition, or, where that is null, none. */
  readonly onChange: (line: number, condition: string | null) => void;
  /** Says what is wrong with a condition; null for nothing. */
  readonly check: (condition: string) => Promise<string | null>;
}

/**
 * The breakpoints that a person sets on lines of the editor's text: by a click on the number, or F9. Their
 * conditions are written where it is clicked on with the other button, or a finger stays on it, or Shift-F9.
 */
export class Breakpoints {
  readonly #deeds: Deeds;
  readonly #press = new LongPress();
  #view: EditorView | null = null;

  constructor(deeds: Deeds) {
    this.#deeds = deeds;
  }

  get extension(): Extension {
    const atCursor = (act: (view: EditorView, at: number) => void) => (view: EditorView) => {
      act(view, view.state.selection.main.head);
      return true;
    };
    return [
      breakpointField,
      lineNumbers({
        domEventHandlers: {
          pointerdown: (view, { from }, event) => {
            this.#press.begin(event as PointerEvent, () => this.#ask(view, from));
            return false;
          },
          pointermove: (_view, _line, event) => {
            this.#press.move(event as PointerEvent);
            return false;
          },
          pointerup: () => this.#endPress(),
          pointercancel: () => this.#endPress(),
          contextmenu: (view, { from }) => {
            this.#press.end();
            if (!this.#press.isDone) this.#ask(view, from);
            return true;
          },
          // The text keeps its selection.
          mousedown: (view, { from }, event) => {
            if ((event as MouseEvent).button !== 0) return true;
            if (!this.#press.isDone) this.#click(view, from);
            return true;
          },
          mouseover: (view, { from }, event) => {
            const condition = this.#conditionAt(view, from);
            (event.target as HTMLElement).title = condition ? `Stops where ${condition}` : "";
            return false;
          },
        },
      }),
      keymap.of([
        { key: "F9", run: atCursor((view, at) => this.#toggle(view, at)) },
        {
          key: "Shift-F9",
          run: atCursor((view, at) => {
            view.dispatch({ effects: EditorView.scrollIntoView(at) });
            this.#ask(view, at);
          }),
        },
      ]),
      ViewPlugin.define((view) => {
        this.#view = view;
        return {};
      }),
    ];
  }

  /** Those of an excerpt, by their lines in it. */
  in({ code, origin }: Excerpt): readonly LineBreakpoint[] {
    if (this.#view === null) return [];
    const last = code.split("\n").length;
    return breakpointsIn(this.#view.state)
      .map(({ line, condition }) => ({ line: line - origin.line + 1, condition }))
      .filter(({ line }) => line >= 1 && line <= last);
  }

  #endPress(): boolean {
    this.#press.end();
    return false;
  }

  /** The condition of the breakpoint on a line, "" for none; null where it has no breakpoint. */
  #conditionAt({ state }: EditorView, at: number): string | null {
    const { number } = state.doc.lineAt(at);
    return breakpointsIn(state).find(({ line }) => line === number)?.condition ?? null;
  }

  /** A click that may be a slip takes nothing away that somebody wrote. */
  #click(view: EditorView, at: number): void {
    if (this.#conditionAt(view, at)) this.#ask(view, at);
    else this.#toggle(view, at);
  }

  #toggle(view: EditorView, at: number): void {
    this.#set(view, at, this.#conditionAt(view, at) === null ? "" : null);
  }

  #ask(view: EditorView, at: number): void {
    askCondition(view, {
      line: view.state.doc.lineAt(at).number,
      condition: this.#conditionAt(view, at),
      check: this.#deeds.check,
      take: (condition) => this.#set(view, at, condition),
    });
  }

  #set(view: EditorView, at: number, condition: string | null): void {
    const { number } = view.state.doc.lineAt(at);
    const where = condition ? `, where ${condition}` : "";
    const said = `Breakpoint ${condition === null ? "taken from" : "set on"} line ${number}${where}.`;
    view.dispatch({ effects: [setBreakpoint.of({ at, condition }), EditorView.announce.of(said)] });
    this.#deeds.onChange(number, condition);
  }
}
