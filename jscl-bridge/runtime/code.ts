/** The one place where text that the compiler wrote becomes code. */

import { MakeFunction } from "./platform.js";

const KEYWORD = "import";

/**
 * A function of the names of its parameters and the text of its body.
 * @throws EvalError for text that could load a module: the compiler writes none.
 */
export function makeCode(parameters: readonly string[], text: string): (...args: unknown[]) => unknown {
  if (loadsModules(text)) throw new EvalError("The compiler wrote code that could load a module.");
  return new MakeFunction(...parameters, text) as (...args: unknown[]) => unknown;
}

/**
 * Stands before a function expression that is called once and soon, with its counterpart behind: engines
 * compile such a one together with the code around it, and go through any other a second time when it is
 * called.
 */
export const COMPILED_AT_ONCE = "(";

/** A text as a literal of JavaScript, in which the word that loads modules does not stand. */
export function textLiteral(text: string): string {
  return JSON.stringify(text).replaceAll(KEYWORD, "im\\u0070ort");
}

/**
 * Whether the word `import` stands in a text, and not within a longer one. Keywords have no escapes
 * (ECMA-262, 12.7), so whoever means it has to write it. By hand: V8 ends the process where a regular
 * expression is first compiled on an exhausted stack.
 */
export function loadsModules(text: string): boolean {
  for (let at = text.indexOf(KEYWORD); at >= 0; at = text.indexOf(KEYWORD, at + 1)) {
    if (!isWordPart(text.charCodeAt(at - 1)) && !isWordPart(text.charCodeAt(at + KEYWORD.length)))
      return true;
  }
  return false;
}

/**
 * Letters, digits and the underscore of ASCII; other parts of names are taken for the end of the word, to be
 * safe.
 */
function isWordPart(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
  );
}
