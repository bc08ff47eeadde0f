/** `~%`, `~&`, `~|`, `~~`, `~T` and a tilde at the end of a line. */

import { symbolValue } from "../objects/symbols.js";
import { tabHere } from "../pretty/blocks.js";
import { printerOf } from "../printer/nesting.js";
import { nil, sym } from "../signals.js";
import type { Handler } from "./interpreter.js";
import { integerParameter, modifiers, parameters } from "./parameters.js";
import { repeated } from "./repeat.js";

export function repetition(text: string): Handler {
  return (run, token, index) => {
    modifiers(run, token);
    const count = parameters(run, token)[0];
    const times = integerParameter(count, 1);
    run.port.write(repeated(text, times));
    return index + 1;
  };
}

export const freshLine: Handler = (run, token, index) => {
  modifiers(run, token);
  const count = parameters(run, token)[0];
  const times = integerParameter(count, 1);
  if (times > 0) {
    if (run.port.column() !== 0) run.port.write("\n");
    run.port.write(repeated("\n", times - 1));
  }
  return index + 1;
};

export const tabulate: Handler = (run, token, index) => {
  const [first, second] = parameters(run, token);
  const amount = integerParameter(first, 1);
  const increment = integerParameter(second, 1);
  const printer = symbolValue(sym("*PRINT-PRETTY*")) === nil() ? undefined : printerOf(run.stream());
  if (printer?.lines) {
    tabHere(printer, { section: token.colon, relative: token.at, column: amount, increment });
    return index + 1;
  }
  // Sections are the pretty printer's.
  if (token.colon) return index + 1;
  const column = run.port.column();
  let spaces: number;
  if (column === null) spaces = token.at ? amount : 2;
  else if (token.at) {
    const target = column + amount;
    spaces = amount + (increment > 0 ? (increment - (target % increment)) % increment : 0);
  } else if (column < amount) spaces = amount - column;
  else spaces = increment > 0 ? increment - ((column - amount) % increment) : 0;
  run.port.write(repeated(" ", spaces));
  return index + 1;
};

/**
 * A newline in the control string is skipped with the blanks after it; `:` keeps the blanks, `@` the newline.
 */
export const newline: Handler = (run, token, index) => {
  modifiers(run, token);
  if (token.at) run.port.write("\n");
  if (token.colon) return index + 1;
  const next = run.control.tokens[index + 1];
  if (typeof next !== "string") return index + 1;
  run.port.write(next.replace(/^[ \t\n\r\f]+/, ""));
  return index + 2;
};
