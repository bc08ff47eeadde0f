import { type Extension, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import {
  EditorView,
  GutterMarker,
  keymap,
  lineNumberMarkers,
  lineNumbers,
  ViewPlugin,
} from "@codemirror/view";
import type { Excerpt } from "../../jscl-bridge/element/editor/editor.js";

/** Sets a breakpoint on the line of an offset, or takes it away. */
const toggle = StateEffect.define<number>({ map: (at, changes) => changes.mapPos(at, 1) });

/** Marks the number of a line. What is typed before the line moves it, and it goes with its line. */
class Mark extends GutterMarker {
  override readonly elementClass = "cm-breakpoint";
  override readonly startSide = 1;
  override readonly endSide = 1;
}

const mark = new Mark();

function marksOn(doc: Text, lines: Iterable<number>): RangeSet<GutterMarker> {
  const starts = [...new Set(lines)].filter((line) => line >= 1 && line <= doc.lines);
  return RangeSet.of(
    starts.map((line) => mark.range(doc.line(line).from)),
    true,
  );
}

function linesOf(doc: Text, marks: RangeSet<GutterMarker>): number[] {
  const lines: number[] = [];
  for (let cursor = marks.iter(); cursor.value; cursor.next()) lines.push(doc.lineAt(cursor.from).number);
  return [...new Set(lines)];
}

/** The lines with a breakpoint of a text. */
export const breakpointField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(current, { changes, docChanged, effects, state }) {
    let marks = docChanged ? marksOn(state.doc, linesOf(state.doc, current.map(changes))) : current;
    for (const effect of effects) {
      if (!effect.is(toggle)) continue;
      const line = state.doc.lineAt(effect.value).number;
      const lines = linesOf(state.doc, marks);
      marks = marksOn(
        state.doc,
        lines.includes(line) ? lines.filter((each) => each !== line) : [...lines, line],
      );
    }
    return marks;
  },
  toJSON: (marks, { doc }) => linesOf(doc, marks),
  fromJSON: (lines: readonly number[], { doc }) => marksOn(doc, lines),
  provide: (self) => lineNumberMarkers.from(self),
});

/** The breakpoints that a person sets on lines of the editor's text: by a click on the number, or F9. */
export class Breakpoints {
  readonly #onToggle: (line: number, isSet: boolean) => void;
  #view: EditorView | null = null;

  /** Lines count from 1. */
  constructor(onToggle: (line: number, isSet: boolean) => void) {
    this.#onToggle = onToggle;
  }

  get extension(): Extension {
    return [
      breakpointField,
      lineNumbers({
        domEventHandlers: {
          mousedown: (view, { from }, event) => {
            if ((event as MouseEvent).button !== 0) return false;
            this.#toggle(view, from);
            // The text keeps its selection.
            event.preventDefault();
            return true;
          },
        },
      }),
      keymap.of([
        {
          key: "F9",
          run: (view) => {
            this.#toggle(view, view.state.selection.main.head);
            return true;
          },
        },
      ]),
      ViewPlugin.define((view) => {
        this.#view = view;
        return {};
      }),
    ];
  }

  /** The lines of an excerpt that have one, as they count in it. */
  linesIn({ code, origin }: Excerpt): readonly number[] {
    if (this.#view === null) return [];
    const { state } = this.#view;
    const last = code.split("\n").length;
    return linesOf(state.doc, state.field(breakpointField))
      .map((line) => line - origin.line + 1)
      .filter((line) => line >= 1 && line <= last);
  }

  #toggle(view: EditorView, at: number): void {
    const { number } = view.state.doc.lineAt(at);
    const isSet = !linesOf(view.state.doc, view.state.field(breakpointField)).includes(number);
    const said = `Breakpoint ${isSet ? "set on" : "taken from"} line ${number}.`;
    view.dispatch({ effects: [toggle.of(at), EditorView.announce.of(said)] });
    this.#onToggle(number, isSet);
  }
}
