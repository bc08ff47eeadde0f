/** A stretch of text: `from` inclusive, `to` exclusive, in UTF-16 units. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const SPACE = /\s/;
const DELIMITER = /[\s()"';`,]/;

/**
 * The top-level forms of Common Lisp text. A form that is never closed ends with the text; a stray closing
 * bracket stands as a form of its own, so that evaluating it reports the reader's error.
 */
export function topLevelForms(text: string): Span[] {
  const spans: Span[] = [];
  let at = skipBlank(text, 0);
  while (at < text.length) {
    const to = endOfForm(text, at);
    spans.push({ from: at, to });
    at = skipBlank(text, to);
  }
  return spans;
}

/**
 * The top-level form around a place in the text, or the nearest one before it, or the first; `null` in blank
 * text.
 */
export function formAt(text: string, place: number): Span | null {
  const forms = topLevelForms(text);
  let best: Span | null = forms[0] ?? null;
  for (const form of forms) if (form.from <= place) best = form;
  return best;
}

/** Past the one blank character or the comment at `at`, or `at` itself when something else stands there. */
export function skipOneBlank(text: string, at: number): number {
  if (SPACE.test(text.charAt(at))) return at + 1;
  if (text[at] === ";") return skipLine(text, at);
  return text.startsWith("#|", at) ? skipBlockComment(text, at) : at;
}

function skipBlank(text: string, start: number): number {
  let at = start;
  for (let next = skipOneBlank(text, at); next > at; next = skipOneBlank(text, at)) at = next;
  return at;
}

/** The end of the line of `start`, before its line break. */
export function skipLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

function skipBlockComment(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    if (text.startsWith("#|", at)) {
      depth += 1;
      at += 2;
    } else if (text.startsWith("|#", at)) {
      depth -= 1;
      at += 2;
      if (depth === 0) return at;
    } else at += 1;
  }
  return text.length;
}

/** The end of a quoted stretch (string or `|symbol|`) that opens at `start`, past its closing mark. */
function skipQuoted(text: string, start: number): number {
  const mark = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === mark) return at + 1;
  }
  return text.length;
}

function skipToken(text: string, start: number): number {
  let at = start;
  while (at < text.length && !DELIMITER.test(text.charAt(at))) {
    if (text[at] === "\\") at += 2;
    else if (text[at] === "|") at = skipQuoted(text, at);
    else at += 1;
  }
  return Math.min(at, text.length);
}

/** Past quote, backquote, comma and the dispatching marks that stand before the form they belong to. */
function skipPrefix(text: string, start: number): number {
  let at = start;
  for (;;) {
    if (/['`,]/.test(text.charAt(at))) at += text.startsWith(",@", at) ? 2 : 1;
    else if (text.startsWith("#'", at)) at += 2;
    else if (/^#[\d]*[A-Za-z]?[("]/.test(text.slice(at, at + 12))) at += text.slice(at).search(/[("]/);
    else return at;
    at = skipBlank(text, at);
  }
}

/** The end of the form that starts at `start`: the end of the text when it is never closed. */
export function endOfForm(text: string, start: number): number {
  if (text.startsWith("#\\", start)) return skipToken(text, Math.min(start + 3, text.length));
  const conditional = /^#[+-]/.test(text.slice(start, start + 2));
  if (conditional) {
    const feature = endOfForm(text, skipBlank(text, start + 2));
    const guarded = skipBlank(text, feature);
    return guarded < text.length ? endOfForm(text, guarded) : feature;
  }
  const at = skipPrefix(text, start);
  if (at >= text.length) return text.length;
  if (text[at] === '"') return skipQuoted(text, at);
  if (text[at] === "(") return endOfList(text, at);
  return Math.max(skipToken(text, at), at + 1);
}

function endOfList(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const mark = text.charAt(at);
    if (mark === "(") {
      depth += 1;
      at += 1;
    } else if (mark === ")") {
      depth -= 1;
      at += 1;
      if (depth === 0) return at;
    } else if (mark === '"' || mark === "|") at = skipQuoted(text, at);
    else if (mark === ";") at = skipLine(text, at);
    else if (text.startsWith("#|", at)) at = skipBlockComment(text, at);
    else if (text.startsWith("#\\", at)) at += 3;
    else at += mark === "\\" ? 2 : 1;
  }
  return text.length;
}
