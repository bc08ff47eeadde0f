import { StreamLanguage } from "@codemirror/language";
import { commonLisp } from "@codemirror/legacy-modes/mode/commonlisp";
import { highlightCode, tagHighlighter, tags } from "@lezer/highlight";

/** Common Lisp as CodeMirror reads it. */
export const lisp = StreamLanguage.define(commonLisp);

/** Names the kinds of token by class; styles/code.css gives them their colours in both themes. */
export const lispHighlighter = tagHighlighter([
  { tag: tags.keyword, class: "tok-operator" },
  { tag: tags.atom, class: "tok-constant" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.special(tags.string), class: "tok-constant" },
  { tag: tags.special(tags.variableName), class: "tok-lambda-key" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.bracket, class: "tok-bracket" },
  { tag: tags.meta, class: "tok-constant" },
]);

/** Characters of one text that are coloured: each word of them is an element. */
export const MOST_COLOURED = 20_000;

/** Lisp text as coloured nodes, for places outside the editor; as plain text beyond so many characters. */
export function highlightLisp(text: string, most = MOST_COLOURED): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const code = text.slice(0, most);
  highlightCode(
    code,
    lisp.parser.parse(code),
    lispHighlighter,
    (text, classes) => {
      if (!classes) return fragment.append(text);
      const span = document.createElement("span");
      span.className = classes;
      span.textContent = text;
      fragment.append(span);
    },
    () => fragment.append("\n"),
  );
  if (text.length > most) fragment.append(text.slice(most));
  return fragment;
}
