import { EditorView } from "@codemirror/view";

/** CodeMirror's own parts in the colours of the page; the tokens' colours are in styles/code.css. */
export const editorTheme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--mono)",
    fontSize: "var(--code-size)",
    lineHeight: "var(--code-leading)",
    overflow: "auto",
    scrollbarWidth: "thin",
  },
  ".cm-content": { padding: "14px 0 40vh", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 24px 0 10px" },
  ".cm-gutters": {
    backgroundColor: "transparent",
    border: "none",
    color: "var(--gutter)",
    fontFeatureSettings: '"tnum"',
  },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "42px", padding: "0 8px 0 0", fontSize: "12px" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--hover)" },
  ".cm-cursor": { borderLeft: "2px solid var(--accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  "&.cm-focused .cm-matchingBracket, .cm-matchingBracket": {
    backgroundColor: "var(--accent-wash)",
    color: "var(--accent)",
    borderRadius: "3px",
    boxShadow: "0 0 0 1px var(--accent-line)",
  },
  "&.cm-focused .cm-nonmatchingBracket, .cm-nonmatchingBracket": {
    backgroundColor: "var(--error-wash)",
    color: "var(--error)",
    borderRadius: "3px",
  },
  ".cm-error-line, &.cm-focused .cm-error-line.cm-activeLine": {
    backgroundColor: "var(--error-wash)",
    boxShadow: "inset 2px 0 0 var(--error)",
  },
  ".cm-error-spot": {
    textDecoration: "underline wavy var(--error) 1px",
    textUnderlineOffset: "4px",
    textDecorationSkipInk: "none",
  },
});
