/** The kinds of token that have a colour; styles/code.css gives each a class of its name. */
export type TokenKind = "operator" | "constant" | "lambda-key" | "number" | "string" | "comment" | "bracket";

/** Characters of one text that are coloured: each word of them is an element. */
export const MOST_COLOURED = 20_000;

/** A symbol's further characters. */
const REST = String.raw`(?:\\[^]?|\|(?:[^|\\]|\\[^])*\|?|[^\s'\`,()"|;\\])*`;

/**
 * What begins at a place, each in a group: a blank, a comment or the beginning of a block of it, a string, a
 * character or uninterned symbol, a bracket, a number, a symbol; else a mark without a colour.
 */
const TOKEN = new RegExp(
  [
    String.raw`(\s+)|(;.*|#\|)|("(?:[^"\\]|\\[^])*"?)|(#\\[^]?[^\s'\`,@()"|;]*|#:${REST})|(#?\(|\))|`,
    String.raw`((?:[-+]?(?:\d+(?:\/\d+)?\.?|\d*\.\d+(?:[esfdl][-+]?\d+)?|\d+[esfdl][-+]?\d+)`,
    String.raw`|#b[-+]?[01/]+|#o[-+]?[0-7/]+|#x[-+]?[\da-f/]+)(?![^\s'\`,()";]))|`,
    String.raw`((?:\\[^]?|\|(?:[^|\\]|\\[^])*\|?|[^\s'\`,@()"|;\\#])${REST})|[^]`,
  ].join(""),
  "iy",
);

/** The special operators, and macros by how their names begin or end. */
const OPERATOR =
  /^(?:block|let\*?|return-from|catch|load-time-value|setq|eval-when|locally|symbol-macrolet|flet|macrolet|tagbody|function|multiple-value-call|the|go|multiple-value-prog1|throw|if|progn|unwind-protect|labels|progv|quote|lambda|loop|with-.*|def.*|do(?:\*|list|times|-.*)?|prog.*|.*-case|[ce]?(?:type)?case|cond|.*bind|when(?:-.*)?|unless)$/i;

function symbolKind(name: string, isHead: boolean): TokenKind | null {
  if (/^(?::.*|nil|t)$/i.test(name)) return "constant";
  if (name.startsWith("&")) return "lambda-key";
  return isHead && OPERATOR.test(name) ? "operator" : null;
}

/** The end of a block comment that begins at `start`; they nest. */
function endOfBlock(text: string, start: number): number {
  const mark = /#\||\|#/g;
  mark.lastIndex = start;
  let depth = 0;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    depth += found[0] === "#|" ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return text.length;
}

/** Calls `emit` with the stretches of Lisp text, one after the other, and the kind of each. */
export function tokens(text: string, emit: (kind: TokenKind | null, from: number, to: number) => void): void {
  let isHead = false;
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const [word = "", blank, comment, string, special, bracket, number, symbol] = TOKEN.exec(text) ?? [];
    let kind: TokenKind | null = null;
    let to = at + Math.max(word.length, 1);
    if (comment) {
      kind = "comment";
      if (word === "#|") to = endOfBlock(text, at);
    } else if (string) kind = "string";
    else if (special) kind = "constant";
    else if (bracket) kind = "bracket";
    else if (number) kind = "number";
    else if (symbol) kind = symbolKind(word, isHead);
    if (!blank && !comment) isHead = word === "(";
    emit(kind, at, to);
    at = to;
  }
}

/** Finds the tokens of a text, one after the other. */
export type Scan = (text: string, emit: (kind: string | null, from: number, to: number) => void) => void;

/** A stretch of code as a node, coloured by its kind. */
function coloured(kind: string, text: string): HTMLElement {
  const span = document.createElement("span");
  span.className = `tok-${kind}`;
  span.textContent = text;
  return span;
}

/** Lisp text as coloured nodes, for places outside the editor; as plain text beyond so many characters. */
export function highlightLisp(text: string, most = MOST_COLOURED, scan: Scan = tokens): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let plain = "";
  scan(text.slice(0, most), (kind, from, to) => {
    if (kind === null) {
      plain += text.slice(from, to);
      return;
    }
    if (plain !== "") fragment.append(plain);
    plain = "";
    fragment.append(coloured(kind, text.slice(from, to)));
  });
  fragment.append(plain + text.slice(most));
  return fragment;
}
