import type { ChangeSpec, EditorState, StateCommand, Transaction } from "@codemirror/state";
import type { KeyBinding } from "@codemirror/view";
import * as structure from "../../../jscl-bridge/syntax/structure.js";
import { formAt } from "../forms.js";
import { changesFor } from "./indentation.js";
import { treeTo } from "./language.js";

/** What indents the top-level form of an edit, and what the edit has put out of that. */
function indentation(before: EditorState, { changes, state, newSelection }: Transaction): ChangeSpec[] {
  const whole = formAt(before.doc.toString(), before.selection.main.head);
  const form = formAt(state.doc.toString(), newSelection.main.head);
  if (!form) return [];
  const end = Math.min(changes.mapPos(whole?.to ?? 0, 1), state.doc.length);
  return [...changesFor(state, form.from, Math.max(form.to, end))];
}

/** A command that edits the forms at the cursor, and indents what it has changed. */
function command(edit: structure.Structural): StateCommand {
  return ({ state, dispatch }) => {
    const { from, to } = state.selection.main;
    const text = state.doc.toString();
    const result = edit({ text, tree: treeTo(state, text.length), from, to });
    if (!result) return false;
    const { changes, selection } = result;
    if (state.readOnly && changes.length > 0) return false;
    const edited = state.update({ changes: [...changes], ...(selection && { selection }) });
    const indented = edited.state.changes(changes.length > 0 ? indentation(state, edited) : []);
    dispatch(
      state.update({
        changes: edited.changes.compose(indented),
        selection: edited.newSelection.map(indented, 1),
        scrollIntoView: true,
        userEvent: changes.length > 0 ? "input.structure" : "select",
      }),
    );
    return true;
  };
}

/** The keys of paredit, as far as browsers leave them to a page, and beside them arrows for any keyboard. */
export const structureKeymap: readonly KeyBinding[] = [
  { key: "Ctrl-)", run: command(structure.slurpForward) },
  { key: "Ctrl-Alt-ArrowRight", run: command(structure.slurpForward) },
  { key: "Ctrl-}", run: command(structure.barfForward) },
  { key: "Ctrl-Alt-ArrowLeft", run: command(structure.barfForward) },
  { key: "Ctrl-(", run: command(structure.slurpBackward) },
  { key: "Ctrl-Alt-Shift-ArrowLeft", run: command(structure.slurpBackward) },
  { key: "Ctrl-{", run: command(structure.barfBackward) },
  { key: "Ctrl-Alt-Shift-ArrowRight", run: command(structure.barfBackward) },
  { key: "Alt-(", run: command(structure.wrap) },
  { key: "Alt-r", run: command(structure.raise) },
  { key: "Ctrl-Alt-k", run: command(structure.kill) },
  { key: "Ctrl-Alt-t", run: command(structure.transpose) },
  { key: "Mod-i", run: command(structure.selectEnclosing) },
  { key: "Ctrl-Alt-f", run: command(structure.forward) },
  { key: "Ctrl-Alt-b", run: command(structure.backward) },
  { key: "Ctrl-Alt-u", run: command(structure.up) },
  { key: "Ctrl-Alt-d", run: command(structure.down) },
];
