/**
 * The text behind a form, judged without reading it: the reader may have stopped in the middle of the form,
 * and the text behind may need what the form defines. Assumes the standard syntax.
 */

/** Matches white space and comments, or nothing. */
const SPACE = /(?:\s+|;[^\n]*)*/y;
const BRACKET = /#\||\|#/g;
/** Matches one unit of text: a string, a comment, escaped characters, a bracket, white space. */
const PART = /"(?:[^"\\]|\\[\s\S])*"?|;[^\n]*|\\[\s\S]|#\||\|(?:[^|\\]|\\[\s\S])*\|?|[()]|\s+/g;

/** Whether a text says nothing from an offset on. */
export function isBlank(text: string, from: number): boolean {
  let at = from;
  for (;;) {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
    if (!text.startsWith("#|", at)) return at >= text.length;
    at = commentEnd(text, at);
  }
}

/** The probable end of a form that begins at an offset. */
export function formEnd(text: string, start: number): number {
  let depth = 0;
  PART.lastIndex = start;
  for (let found = PART.exec(text); found !== null; found = PART.exec(text)) {
    const [part] = found;
    if (part === "(") depth++;
    else if (part === ")") {
      if (--depth <= 0) return PART.lastIndex;
    } else if (part === "#|") PART.lastIndex = commentEnd(text, found.index);
    else if (depth === 0 && part.trim() === "") return found.index;
  }
  return text.length;
}

/** The offset after a comment in brackets, which may hold others. */
function commentEnd(text: string, start: number): number {
  let depth = 0;
  BRACKET.lastIndex = start;
  for (let found = BRACKET.exec(text); found !== null; found = BRACKET.exec(text)) {
    depth += found[0] === "#|" ? 1 : -1;
    if (depth === 0) return BRACKET.lastIndex;
  }
  return text.length;
}
