import { Annotation, EditorSelection, StateField } from "@codemirror/state";
import type { Command, EditorView } from "@codemirror/view";
import { quit } from "./mark.js";

/** Kills that are remembered, at most. */
const MOST = 60;

/** What a command that kills or yanks leaves to the one that follows. */
type Left =
  | { readonly did: "killed" }
  | { readonly did: "yanked"; readonly from: number; readonly to: number };

const leaves = Annotation.define<Left>();

/** What the command before has left; null where that has neither killed nor yanked. */
export const lastKill = StateField.define<Left | null>({
  create: () => null,
  update: (left, transaction) =>
    transaction.annotation(leaves) ?? (transaction.docChanged || transaction.selection ? null : left),
});

/** What was killed, the last one first: one ring for all editors, as in Emacs. */
const ring: string[] = [];
let yanked = 0;

function keep(text: string, isMore: "before" | "behind" | null): void {
  if (isMore === "behind") ring[0] = (ring[0] ?? "") + text;
  else if (isMore === "before") ring[0] = text + (ring[0] ?? "");
  else ring.unshift(text);
  ring.length = Math.min(ring.length, MOST);
  yanked = 0;
  // Other programs paste it, where the browser lets this page write there.
  navigator.clipboard?.writeText(ring[0] ?? "").catch(() => undefined);
}

/** Kills a stretch; what several commands kill one after the other is yanked as one. */
export function kill(view: EditorView, from: number, to: number): boolean {
  const { state } = view;
  if (from >= to || state.readOnly) return true;
  const isMore = state.field(lastKill, false)?.did === "killed";
  const side = from < state.selection.main.head ? "before" : "behind";
  keep(state.sliceDoc(from, to), isMore ? side : null);
  view.dispatch({
    changes: { from, to },
    annotations: leaves.of({ did: "killed" }),
    scrollIntoView: true,
    userEvent: "delete.kill",
  });
  return true;
}

export const killLine: Command = (view) => {
  const { head } = view.state.selection.main;
  const { to } = view.state.doc.lineAt(head);
  return kill(view, head, head === to ? Math.min(to + 1, view.state.doc.length) : to);
};

export const killSelection: Command = (view) => {
  const { from, to } = view.state.selection.main;
  return kill(view, from, to);
};

export const copySelection: Command = (view) => {
  const { main } = view.state.selection;
  if (!main.empty) keep(view.state.sliceDoc(main.from, main.to), null);
  return quit(view);
};

function insert(view: EditorView, from: number, to: number): boolean {
  const text = ring[yanked];
  if (text === undefined || view.state.readOnly) return true;
  view.dispatch({
    changes: { from, to, insert: text },
    selection: EditorSelection.cursor(from + text.length),
    annotations: leaves.of({ did: "yanked", from, to: from + text.length }),
    scrollIntoView: true,
    userEvent: "input.yank",
  });
  return true;
}

export const yank: Command = (view) => {
  const { from, to } = view.state.selection.main;
  yanked = 0;
  return insert(view, from, to);
};

/** Puts what was killed before in the place of what was yanked. */
export const yankEarlier: Command = (view) => {
  const left = view.state.field(lastKill, false);
  if (left?.did !== "yanked") return true;
  yanked = (yanked + 1) % ring.length;
  return insert(view, left.from, left.to);
};
