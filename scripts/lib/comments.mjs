/** Finds comments in source texts. Skips strings, templates, regular expressions and characters. */

/**
 * Tokens of each language that are skipped or found: sticky patterns, in the order in which they are tried.
 */
const LANGUAGES = {
  ecmascript: [
    ["comment", /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/y],
    ["string", /"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/y],
    ["template", /`/y],
    ["regexp", /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/[\\\n])+\//y],
  ],
  rust: [
    ["comment", /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/y],
    ["string", /b?r(#*)"[\s\S]*?(?:"\1|$)/y],
    ["string", /"(?:\\[\s\S]|[^"\\])*"?/y],
    ["string", /'(?:\\[^\n]+?|[^'\\\n])'/y],
  ],
  lisp: [
    ["string", /#\\[\s\S][^\s()";']*/y],
    ["comment", /;.*|#\|[\s\S]*?(?:\|#|$)/y],
    ["string", /"(?:\\[\s\S]|[^"\\])*"?|\|(?:\\[\s\S]|[^|\\])*\|?/y],
  ],
};

const BY_NAME = { ts: "ecmascript", mjs: "ecmascript", js: "ecmascript", rs: "rust", lisp: "lisp" };

/** The language of a file with comments that {@link commentsOf} finds, by the end of its name. */
export const languageOf = (file) => BY_NAME[/\.(\w+)$/.exec(file)?.[1] ?? ""];

/** A slash begins a regular expression, where a value may begin. */
const beginsValue = (before) =>
  /(^|[([{,;:=!&|?+\-*%~^<>}]|\b(return|typeof|case|in|of|do|else|void|await|yield))\s*$/.test(before);

/** The comments of a text in a language, each `{ start, end }`. */
export function commentsOf(text, language) {
  const found = [];
  // Depths of braces at which a template continues.
  const templates = [];
  let depth = 0;
  let code = "";
  let at = 0;
  const template = () => {
    for (; at < text.length; at++) {
      if (text[at] === "\\") at++;
      else if (text[at] === "`") return at++;
      else if (text.startsWith("${", at)) {
        templates.push(depth++);
        at += 2;
        return;
      }
    }
  };
  while (at < text.length) {
    const token = LANGUAGES[language].find(([kind, pattern]) => {
      pattern.lastIndex = at;
      return pattern.test(text) && (kind !== "regexp" || beginsValue(code.slice(-40)));
    });
    if (token === undefined) {
      const character = text[at++];
      code += character;
      if (character === "{") depth++;
      if (character === "}" && --depth === templates.at(-1)) {
        templates.pop();
        template();
        code += "`";
      }
      continue;
    }
    const [kind, pattern] = token;
    const start = at;
    at = pattern.lastIndex;
    if (kind === "comment") found.push({ start, end: at });
    else code += '""';
    if (kind === "template") template();
  }
  return found;
}
