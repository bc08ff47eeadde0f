import { isolateHistory } from "@codemirror/commands";
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type StateCommand,
  type TransactionSpec,
} from "@codemirror/state";
import type { KeyBinding } from "@codemirror/view";
import { isAtom } from "../../../jscl-bridge/syntax/elements.js";
import { reindent } from "../../../jscl-bridge/syntax/reindent.js";
import { formAt } from "../forms.js";
import { indentationTo, knownBodies, treeTo } from "./language.js";

/** What indents the lines from one place to another. */
export function changesFor(state: EditorState, from: number, to: number): readonly ChangeSpec[] {
  return reindent(state.doc.toString(), treeTo(state, to), from, to, knownBodies(state).of);
}

/** Indents the cursor's line, a blank one too, and moves a cursor before its text to it. */
const indentLine: StateCommand = ({ state, dispatch }) => {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const column = indentationTo(state, line.to).ofLine(line.from);
  if (column === null) return true;
  const blanks = line.text.search(/[^ \t]|$/);
  const insert = " ".repeat(column);
  const isSame = line.text.slice(0, blanks) === insert;
  const past = Math.max(head - line.from - blanks, 0);
  dispatch(
    state.update({
      changes: isSame ? [] : { from: line.from, to: line.from + blanks, insert },
      selection: EditorSelection.cursor(line.from + column + past),
      scrollIntoView: true,
      userEvent: "indent",
    }),
  );
  return true;
};

/** Indents the lines of the selection. */
export const indentSelected: StateCommand = (target) => {
  const { state, dispatch } = target;
  const { main, ranges } = state.selection;
  if (state.readOnly) return false;
  if (main.empty && ranges.length === 1) return indentLine(target);
  const changes = ranges.flatMap(({ from, to }) => changesFor(state, from, to));
  dispatch(state.update({ changes, userEvent: "indent" }));
  return true;
};

/**
 * What indents a stretch of the text; a cursor at the beginning of a line goes to the beginning of its
 * text. Undo takes back this alone, however soon after an edit it comes.
 */
function indentStretch(state: EditorState, from: number, to: number): TransactionSpec {
  const changes = state.changes(changesFor(state, from, to));
  const annotations = isolateHistory.of("full");
  return { changes, selection: state.selection.map(changes, 1), userEvent: "indent", annotations };
}

/** Indents the whole text, once what it needs to know of macros is known. */
export const indentAll: StateCommand = (target) => {
  if (target.state.readOnly) return false;
  const indent = () => {
    const { state } = target;
    target.dispatch(state.update(indentStretch(state, 0, state.doc.length)));
  };
  changesFor(target.state, 0, target.state.doc.length);
  const asked = knownBodies(target.state).settled();
  if (asked) void asked.then(indent);
  else indent();
  return true;
};

/** Indents the top-level form at the cursor. */
const indentForm: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const form = formAt(state.doc.toString(), state.selection.main.head);
  if (!form) return false;
  dispatch(state.update(indentStretch(state, form.from, form.to)));
  return true;
};

/** Breaks the line and indents what follows. Blanks around the break go, but those of a string or a token. */
export const breakLine: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const indentation = indentationTo(state, state.selection.main.to);
  const tree = treeTo(state, state.selection.main.to);
  const spec = state.changeByRange(({ from, to }) => {
    const column = indentation.ofBreak(from);
    if (column === null)
      return { changes: { from, to, insert: "\n" }, range: EditorSelection.cursor(from + 1) };
    const line = state.doc.lineAt(from);
    let start = from;
    // A blank may be a character that a token ends with, as in `#\ `.
    while (start > line.from && /[ \t]/.test(state.sliceDoc(start - 1, start))) {
      const token = tree.resolveInner(start, -1);
      if (isAtom(token) && token.to === start) break;
      start -= 1;
    }
    const rest = state.sliceDoc(to, state.doc.lineAt(to).to);
    const end = to + rest.search(/[^ \t]|$/);
    const insert = `\n${" ".repeat(column)}`;
    return {
      changes: { from: start, to: end, insert },
      range: EditorSelection.cursor(start + insert.length),
    };
  });
  dispatch(state.update(spec, { scrollIntoView: true, userEvent: "input" }));
  return true;
};

export const indentationKeymap: readonly KeyBinding[] = [
  { key: "Enter", run: breakLine },
  { key: "Tab", run: indentSelected },
  { key: "Ctrl-Alt-q", run: indentForm },
  { key: "Ctrl-Alt-\\", run: indentSelected },
  { key: "Alt-Shift-f", run: indentAll },
];
