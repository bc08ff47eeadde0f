import { search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

export { openSearchPanel } from "@codemirror/search";

const theme = EditorView.theme({
  ".cm-panels": { backgroundColor: "var(--sheet)", color: "var(--ink)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "8px 34px 8px 12px", fontSize: "12.5px", lineHeight: "2" },
  ".cm-panel.cm-search br": { display: "block", content: '""', marginTop: "4px" },
  ".cm-panel.cm-search label": { fontSize: "12.5px", whiteSpace: "nowrap", marginRight: "10px" },
  ".cm-panel.cm-search input[type=checkbox]": { accentColor: "var(--accent)", marginRight: "5px" },
  ".cm-textfield": {
    backgroundColor: "transparent",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    fontFamily: "var(--mono)",
    fontSize: "12.5px",
    padding: "3px 8px",
    color: "var(--ink)",
  },
  ".cm-button": {
    backgroundColor: "transparent",
    backgroundImage: "none",
    border: "1px solid var(--line)",
    borderRadius: "6px",
    color: "var(--ink)",
    fontSize: "12.5px",
    padding: "2px 9px",
  },
  ".cm-button:hover, .cm-button:active": { backgroundColor: "var(--hover)", backgroundImage: "none" },
  ".cm-panel.cm-search [name=close]": {
    color: "var(--ink)",
    fontSize: "18px",
    width: "28px",
    height: "28px",
    top: "4px",
    right: "4px",
    cursor: "pointer",
  },
  ".cm-searchMatch": { backgroundColor: "var(--accent-wash)", boxShadow: "0 0 0 1px var(--accent-line)" },
  ".cm-searchMatch.cm-searchMatch-selected": { backgroundColor: "var(--selection)" },
  "@media (forced-colors: active)": {
    ".cm-searchMatch": { outline: "1px solid" },
    ".cm-searchMatch.cm-searchMatch-selected": { outline: "2px solid Highlight" },
  },
});

/** Finding and replacing, in a panel above the text. */
export const searching: Extension = [search({ top: true }), keymap.of(searchKeymap), theme];
