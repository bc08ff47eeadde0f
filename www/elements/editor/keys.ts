/**
 * A key as CodeMirror writes it (`Mod` is Ctrl, on a Mac Cmd), and what it does. Keys to press one after the
 * other are divided by a space, those that do different things by a comma and a space.
 */
export interface KeyHelp {
  readonly key: string;
  readonly does: string;
}

/** The keys that edit, in the playground's editor. */
export const editorKeys: readonly KeyHelp[] = [
  { key: "Tab", does: "Indent the line or the selection, or take the suggestion" },
  { key: "Ctrl-Alt-q", does: "Indent the top-level form" },
  { key: "Alt-Shift-f", does: "Indent the whole text" },
  { key: "Mod-/", does: "Make the lines a comment, or code again" },
  { key: "Mod-z", does: "Undo" },
  { key: "Mod-f", does: "Find and replace" },
  { key: "Mod-g", does: "Find the next" },
  { key: "Ctrl-)", does: "Slurp: take the form behind the list into it (or Ctrl-Alt-→)" },
  { key: "Ctrl-}", does: "Barf: put the last form out of the list (or Ctrl-Alt-←)" },
  { key: "Ctrl-(", does: "Slurp backward: take the form before the list into it (or Ctrl-Alt-Shift-←)" },
  { key: "Ctrl-{", does: "Barf backward: put the first form out of the list (or Ctrl-Alt-Shift-→)" },
  { key: "Alt-(", does: "Wrap the form or the selection in brackets" },
  { key: "Alt-r", does: "Raise: replace the list by the form at the cursor" },
  { key: "Ctrl-Alt-k", does: "Kill the form behind the cursor" },
  { key: "Ctrl-Alt-t", does: "Exchange the forms before and behind the cursor" },
  { key: "Mod-i", does: "Select the form around the cursor, then the one around that" },
  { key: "Ctrl-Alt-f", does: "Move over the next form" },
  { key: "Ctrl-Alt-b", does: "Move over the form before" },
  { key: "Ctrl-Alt-u", does: "Move out of the list" },
  { key: "Ctrl-Alt-d", does: "Move into the next list" },
];
