import { defaultKeymap } from "@codemirror/commands";
import { type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { lispColours } from "./colours.js";
import { find } from "./find.js";
import { structureKeymap } from "./structure.js";
import { hangingIndents } from "./wrap.js";

/**
 * What an editor has that fills a page: numbers of lines, long ones broken under their beginning, several
 * cursors, finding, keys that edit by forms, and all keys of CodeMirror that nothing else has taken.
 */
export const pageful: Extension = [
  lineNumbers(),
  highlightActiveLine(),
  drawSelection(),
  EditorView.lineWrapping,
  hangingIndents,
  lispColours(),
  find,
  keymap.of(structureKeymap),
  Prec.low(keymap.of(defaultKeymap)),
];
