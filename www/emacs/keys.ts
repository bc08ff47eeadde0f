import type { KeyHelp } from "../elements/editor/keys.js";

/** The keys of Emacs, as far as browsers leave them to a page. Those of forms and names are always there. */
export const EMACS_KEYS: readonly KeyHelp[] = [
  { key: "Ctrl-a, Ctrl-e", does: "Move to the beginning or the end of the line" },
  { key: "Ctrl-f, Ctrl-b", does: "Move by a character; with Alt by a word" },
  { key: "Ctrl-n, Ctrl-p", does: "Move to the next or the previous line" },
  { key: "Alt-<, Alt->", does: "Move to the beginning or the end of the text" },
  { key: "Ctrl-Alt-a, Ctrl-Alt-e", does: "Move to the beginning or the end of the top-level form" },
  { key: "Ctrl-d, Alt-d", does: "Delete the next character; kill the next word" },
  { key: "Ctrl-k", does: "Kill the rest of the line" },
  { key: "Ctrl-Space", does: "Set the mark: moving selects; Ctrl-G ends it" },
  { key: "Ctrl-w, Alt-w", does: "Kill or copy the selection (or Ctrl-Alt-W)" },
  { key: "Ctrl-y, Alt-y", does: "Yank what was killed, then what was killed before" },
  { key: "Ctrl-/, Ctrl-_", does: "Undo" },
  { key: "Alt-;", does: "Make the lines a comment, or code again" },
  { key: "Alt-/", does: "Complete the name at the cursor" },
  { key: "Ctrl-s", does: "Find" },
  { key: "Ctrl-x h", does: "Select everything" },
  { key: "Ctrl-x Ctrl-x", does: "Exchange the ends of the selection" },
  { key: "Ctrl-x Ctrl-e", does: "Run the form before the cursor" },
  { key: "Ctrl-c Ctrl-c", does: "Run the form at the cursor" },
  { key: "Ctrl-c Ctrl-k", does: "Run everything" },
];

/** What of it does not work, and what is lost. */
export const EMACS_NOTE = [
  "Browsers keep Ctrl-N, Ctrl-T and Ctrl-W for windows and tabs, but on a Mac:",
  "take ↓ and Ctrl-Alt-W in their place. Ctrl-V stays the browser's paste.",
].join(" ");
