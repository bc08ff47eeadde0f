import type { KeyHelp } from "../elements/editor/keys.js";

/** The keys that run the program; those that edit it are the editor's own. */
export const PROGRAM_KEYS: readonly KeyHelp[] = [
  { key: "Mod-Enter", does: "Run everything" },
  { key: "Shift-Enter", does: "Run the selection, or the form at the cursor" },
  { key: "F9", does: "Set a breakpoint on the line, or take it away" },
  { key: "Shift-F9", does: "Write the condition of the breakpoint on the line" },
  { key: "F11", does: "Step through the same; then step into the next call" },
  { key: "F10", does: "Step over the next call" },
  { key: "Shift-F11", does: "Step out of the running function" },
  { key: "F8", does: "Go on without stopping" },
  { key: "Mod-.", does: "Stop what runs" },
  { key: "Mod-s", does: "Save, where a file of the Lisp is open" },
];

/** The keys that ask the Lisp about names, in the editor and in the prompt. */
export const NAME_KEYS: readonly KeyHelp[] = [
  { key: "Ctrl-Space", does: "Complete the name at the cursor" },
  { key: "Alt-.", does: "Go to the definition of the name at the cursor" },
  { key: "F12", does: "The same, where Alt is taken" },
  { key: "Alt-,", does: "Go back" },
  { key: "Alt-m", does: "Expand the macro form at the cursor by one step" },
  { key: "F1", does: "Show these keys" },
];

/** The keys of the prompt. */
export const PROMPT_KEYS: readonly KeyHelp[] = [
  { key: "Enter", does: "Evaluate what is whole, or begin a line in what is not" },
  { key: "Shift-Enter", does: "Begin a line" },
  { key: "Mod-Enter", does: "Evaluate, whole or not" },
  { key: "ArrowUp", does: "Call back earlier input, in the first line" },
  { key: "ArrowDown", does: "Call back later input, in the last line" },
  { key: "Alt-p", does: "Call back earlier input, from any line" },
  { key: "Alt-n", does: "Call back later input, from any line" },
  { key: "Ctrl-r", does: "Search what was entered" },
  { key: "Alt-r", does: "The same, where the browser keeps Ctrl-R" },
  { key: "Tab", does: "Complete a name" },
  { key: "Escape", does: "Stop what runs" },
];

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
};

const APPLE_NAMES: Readonly<Record<string, string>> = { Mod: "⌘", Cmd: "⌘", Alt: "⌥", Shift: "⇧", Ctrl: "⌃" };

/** The caps to press for a key, as they are written on a keyboard. */
export function capsOf(key: string, isApple: boolean): readonly string[] {
  // The minus sign is a key, too.
  const parts = key.split(/-(?!$)/);
  return parts.map((part) => {
    const name = (isApple ? APPLE_NAMES[part] : part === "Mod" ? "Ctrl" : undefined) ?? NAMES[part] ?? part;
    return /^[a-z]$/.test(name) ? name.toUpperCase() : name;
  });
}
