import { EditorView } from "@codemirror/view";

/**
 * CodeMirror's own parts in the colours of the page; the tokens' colours are in styles/code.css. Where the
 * editor takes the place of static code, `--editor-*` give it that code's measures.
 */
export const editorTheme = EditorView.theme({
  "&": { height: "var(--editor-height, 100%)", color: "var(--ink)", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--mono)",
    fontSize: "var(--code-size)",
    lineHeight: "var(--code-leading)",
    overflow: "auto",
    scrollbarWidth: "thin",
  },
  ".cm-content": { padding: "var(--editor-padding, 14px 0 40vh)", caretColor: "var(--accent)" },
  ".cm-line": { padding: "var(--editor-line-padding, 0 24px 0 10px)" },
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
  ".cm-content ::selection": { backgroundColor: "var(--selection)" },
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
  ".cm-tooltip": {
    backgroundColor: "var(--sheet)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    boxShadow: "var(--shadow)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--mono)",
    fontSize: "12.5px",
    maxHeight: "13em",
    padding: "4px",
    scrollbarWidth: "thin",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    padding: "3px 10px",
    borderRadius: "5px",
    lineHeight: "1.5",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent-wash)",
    color: "var(--accent)",
  },
  ".cm-tooltip.cm-completionInfo": { maxWidth: "min(520px, 60vw)", padding: "8px 12px" },
  ".cm-completionInfo pre": {
    margin: "0",
    fontFamily: "var(--mono)",
    fontSize: "12px",
    lineHeight: "1.5",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
  },
  // There is no room beside the names there.
  "@media (max-width: 700px)": { ".cm-tooltip.cm-completionInfo": { display: "none" } },
  ".cm-error-line, &.cm-focused .cm-error-line.cm-activeLine": {
    backgroundColor: "var(--error-wash)",
    boxShadow: "inset 2px 0 0 var(--error)",
  },
  ".cm-step-line, &.cm-focused .cm-step-line.cm-activeLine": {
    backgroundColor: "var(--accent-wash)",
    boxShadow: "inset 2px 0 0 var(--accent)",
  },
  ".cm-step-spot": {
    textDecoration: "underline var(--accent) 2px",
    textUnderlineOffset: "4px",
  },
  ".cm-error-spot": {
    textDecoration: "underline wavy var(--error) 1px",
    textUnderlineOffset: "4px",
    textDecorationSkipInk: "none",
  },
  // Where the person's own colours hold, backgrounds and shadows are gone.
  "@media (forced-colors: active)": {
    "& .cm-line ::selection, & .cm-line::selection": {
      backgroundColor: "Highlight !important",
      color: "HighlightText !important",
    },
    ".cm-error-line, .cm-step-line": { outline: "1px dashed" },
    "&.cm-focused .cm-matchingBracket, .cm-matchingBracket": { outline: "1px solid" },
    "&.cm-focused .cm-nonmatchingBracket, .cm-nonmatchingBracket": { outline: "1px dotted" },
    ".cm-tooltip-autocomplete ul li[aria-selected]": {
      outline: "2px solid Highlight",
      outlineOffset: "-2px",
    },
  },
});
