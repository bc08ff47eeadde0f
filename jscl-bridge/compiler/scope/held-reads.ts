/**
 * Variables that are read before other code runs, for use after it: that code may call a function which
 * assigns the variable, and which the compiler has not come to yet, in a loop or in another local function.
 *
 * Whether there is one is known only when the toplevel form has been compiled. Until then marks stand for a
 * copy of the variable, and where it is used.
 */
const COPY = { begin: "\u0014", end: "\u0015" };
const USE = { begin: "\u0016", end: "\u0017" };

/** What of the marks is not in the text that they leave behind, as a regular expression. */
export const HELD_MARK = `${COPY.begin}\\w+=\\w+${COPY.end}|${USE.begin}\\w+=|${USE.end}`;

const HELD = new RegExp(`([${COPY.begin}${USE.begin}])(\\w+)=(\\w+)[${COPY.end}${USE.end}]`, "g");

/** How compiled code names what `bindings.ts` binds. */
const VARIABLE = /^v\d+$/;

export function isVariableName(text: string): boolean {
  return VARIABLE.test(text);
}

/** The statement that makes the copy `name` of a variable, and text that uses that. */
export function heldRead(variable: string, name: string): { copy: string; use: string } {
  const pair = `${name}=${variable}`;
  return { copy: `${COPY.begin}${pair}${COPY.end}`, use: `${USE.begin}${pair}${USE.end}` };
}

/** Whether text is the use of a variable that was read before. */
export function isHeldRead(text: string): boolean {
  return text.startsWith(USE.begin) && text.indexOf(USE.end) === text.length - 1;
}

/** The variable that text is the name of, or whose value it holds. */
export function variableIn(text: string): string {
  return isHeldRead(text) ? text.slice(text.indexOf("=") + 1, -1) : text;
}

/** The text with copies of the variables that are assigned, and without marks. */
export function keepAssigned(text: string, assigned: ReadonlySet<string>): string {
  if (!text.includes(COPY.begin)) return text;
  return text.replace(HELD, (_, begin: string, name: string, variable: string) => {
    if (begin === USE.begin) return assigned.has(variable) ? name : variable;
    return assigned.has(variable) ? `const ${name}=${variable};` : "";
  });
}
