import { EditorSelection, StateEffect, StateField } from "@codemirror/state";
import type { Command, EditorView } from "@codemirror/view";

/** Sets the mark, or takes it away. */
const setMark = StateEffect.define<boolean>();

/** Whether moving selects. */
export const mark = StateField.define<boolean>({
  create: () => false,
  update(isSet, transaction) {
    const effect = transaction.effects.find((each) => each.is(setMark));
    return effect ? effect.value : isSet && !transaction.docChanged;
  },
});

/** A command that moves, or selects where the mark is set. */
export function motion(move: Command, select: Command): Command {
  return (view) => (view.state.field(mark) ? select : move)(view);
}

/** A command that moves to a place. */
export function moveTo(placeIn: (view: EditorView, head: number) => number): Command {
  return (view) => {
    const { anchor, head } = view.state.selection.main;
    const place = placeIn(view, head);
    const range = EditorSelection.range(view.state.field(mark) ? anchor : place, place);
    view.dispatch({ selection: EditorSelection.single(range.anchor, range.head), scrollIntoView: true });
    return true;
  };
}

/** Sets the mark at the cursor. */
export const startMark: Command = (view) => {
  const { head } = view.state.selection.main;
  view.dispatch({ selection: EditorSelection.cursor(head), effects: setMark.of(true) });
  return true;
};

/** Takes the mark and the selection away. */
export const quit: Command = (view) => {
  const { head } = view.state.selection.main;
  view.dispatch({ selection: EditorSelection.cursor(head), effects: setMark.of(false) });
  return true;
};
