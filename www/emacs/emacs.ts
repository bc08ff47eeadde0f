import { completionStatus, moveCompletionSelection, startCompletion } from "@codemirror/autocomplete";
import * as commands from "@codemirror/commands";
import { EditorSelection, type Extension } from "@codemirror/state";
import { type Command, type EditorView, type KeyBinding, keymap } from "@codemirror/view";
import { backward, forward, type Structural } from "../../jscl-bridge/syntax/structure.js";
import { openFind } from "../elements/editor/find.js";
import { treeTo } from "../elements/editor/language.js";
import { topLevelForms } from "../elements/forms.js";
import { copySelection, kill, killLine, killSelection, lastKill, yank, yankEarlier } from "./kills.js";
import { mark, motion, moveTo, quit, startMark } from "./mark.js";

/** What the keys that evaluate do. */
export interface EmacsActions {
  readonly runAll: () => void;
  readonly runForm: () => void;
  readonly runSpan: (from: number, to: number) => void;
}

/** A list of suggestions takes the keys that move by lines. */
function byLine(isForward: boolean, move: Command, select: Command): Command {
  const inList = moveCompletionSelection(isForward);
  const inText = motion(move, select);
  return (view) => (completionStatus(view.state) === "active" ? inList : inText)(view);
}

/** Kills as far as a command moves. */
function killTo(select: Command): Command {
  return (view) => {
    const before = view.state.selection.main.head;
    select(view);
    const { head } = view.state.selection.main;
    return kill(view, Math.min(before, head), Math.max(before, head));
  };
}

const exchange: Command = (view) => {
  const { anchor, head } = view.state.selection.main;
  view.dispatch({ selection: EditorSelection.single(head, anchor), scrollIntoView: true });
  return true;
};

function beginningOfForm({ state }: EditorView, head: number): number {
  return topLevelForms(state.doc.toString()).findLast(({ from }) => from < head)?.from ?? head;
}

function endOfForm({ state }: EditorView, head: number): number {
  return topLevelForms(state.doc.toString()).find(({ to }) => to > head)?.to ?? head;
}

/** The place that an edit which changes nothing moves to. */
function byForm(edit: Structural): Command {
  return moveTo(({ state }, head) => {
    const tree = treeTo(state, state.doc.length);
    return edit({ text: state.doc.toString(), tree, from: head, to: head })?.selection?.anchor ?? head;
  });
}

/** The form that ends at the cursor or before it. */
function formBefore({ state }: EditorView): { readonly from: number; readonly to: number } | null {
  const { head } = state.selection.main;
  const text = state.doc.toString();
  const end = text.slice(0, head).trimEnd().length;
  const edit = backward({ text, tree: treeTo(state, head), from: end, to: end });
  return edit?.selection ? { from: edit.selection.anchor, to: end } : null;
}

function moving(): KeyBinding[] {
  const { cursorLineDown, cursorLineUp, selectLineDown, selectLineUp } = commands;
  const arrow = (key: string, select: Command): KeyBinding => ({
    key,
    run: (view) => view.state.field(mark) && completionStatus(view.state) !== "active" && select(view),
  });
  return [
    { key: "Ctrl-a", run: motion(commands.cursorLineStart, commands.selectLineStart) },
    { key: "Ctrl-e", run: motion(commands.cursorLineEnd, commands.selectLineEnd) },
    { key: "Ctrl-f", run: motion(commands.cursorCharRight, commands.selectCharRight) },
    { key: "Ctrl-b", run: motion(commands.cursorCharLeft, commands.selectCharLeft) },
    { key: "Ctrl-n", run: byLine(true, cursorLineDown, selectLineDown) },
    { key: "Ctrl-p", run: byLine(false, cursorLineUp, selectLineUp) },
    { key: "Alt-f", run: motion(commands.cursorGroupForward, commands.selectGroupForward) },
    { key: "Alt-b", run: motion(commands.cursorGroupBackward, commands.selectGroupBackward) },
    { key: "Alt-<", run: motion(commands.cursorDocStart, commands.selectDocStart) },
    { key: "Alt->", run: motion(commands.cursorDocEnd, commands.selectDocEnd) },
    { key: "Alt-v", run: motion(commands.cursorPageUp, commands.selectPageUp) },
    { key: "Ctrl-Alt-a", run: moveTo(beginningOfForm) },
    { key: "Ctrl-Alt-e", run: moveTo(endOfForm) },
    { key: "Ctrl-Alt-f", run: byForm(forward) },
    { key: "Ctrl-Alt-b", run: byForm(backward) },
    arrow("ArrowDown", selectLineDown),
    arrow("ArrowUp", selectLineUp),
    arrow("ArrowLeft", commands.selectCharLeft),
    arrow("ArrowRight", commands.selectCharRight),
  ];
}

const EDITING: readonly KeyBinding[] = [
  { key: "Ctrl-d", run: commands.deleteCharForward },
  { key: "Alt-d", run: killTo(commands.selectGroupForward) },
  { key: "Alt-Backspace", run: killTo(commands.selectGroupBackward) },
  { key: "Ctrl-k", run: killLine },
  { key: "Ctrl-w", run: killSelection },
  { key: "Ctrl-Alt-w", run: killSelection },
  { key: "Alt-w", run: copySelection },
  { key: "Ctrl-y", run: yank },
  { key: "Alt-y", run: yankEarlier },
  { key: "Ctrl-Space", run: startMark },
  { key: "Ctrl-g", run: quit },
  { key: "Ctrl-/", run: commands.undo },
  { key: "Ctrl-_", run: commands.undo },
  { key: "Ctrl-x u", run: commands.undo },
  { key: "Ctrl-x h", run: commands.selectAll },
  { key: "Ctrl-x Ctrl-x", run: exchange },
  { key: "Ctrl-o", run: commands.splitLine },
  { key: "Ctrl-t", run: commands.transposeChars },
  { key: "Alt-;", run: commands.toggleComment },
  { key: "Alt-/", run: startCompletion },
  { key: "Ctrl-s", run: openFind },
];

/** The keys of Emacs. */
export function emacs(actions: EmacsActions): Extension {
  const does = (act: () => void) => () => {
    act();
    return true;
  };
  return [
    mark,
    lastKill,
    keymap.of([
      ...moving(),
      ...EDITING,
      {
        key: "Ctrl-x Ctrl-e",
        run: (view) => {
          const form = formBefore(view);
          if (form) actions.runSpan(form.from, form.to);
          return true;
        },
      },
      { key: "Ctrl-c Ctrl-c", run: does(actions.runForm) },
      { key: "Ctrl-Alt-x", run: does(actions.runForm) },
      { key: "Ctrl-c Ctrl-k", run: does(actions.runAll) },
    ]),
  ];
}
