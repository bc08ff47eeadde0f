/** How a place in a text is told. */

import type { LispValue } from "../objects/marshal.js";
import type { Place } from "../stack/sources.js";
import { withDots } from "./text-cuts.js";

/** The form that a place is in as a list: its operator and as many operands as fit. */
export function inShort(
  { definition, form }: Place,
  chars: number,
  print: (x: LispValue) => string,
): string | null {
  const name = definition ?? form.name;
  if (name === null) return null;
  if (name.operator === undefined) return withDots(print(name.operands[0]), chars);
  let text = `(${withDots(print(name.operator), chars >> 1)}`;
  for (const [i, operand] of name.operands.entries()) {
    const printed = print(operand);
    const isLast = i === name.operands.length - 1;
    const room = chars - text.length - (isLast ? " )" : "  ...)").length;
    // A part of a name says more than dots in its place.
    if (printed.length > room) return `${text} ${name.isDefinition ? withDots(printed, room) : "..."})`;
    text += ` ${printed}`;
  }
  return `${text})`;
}
