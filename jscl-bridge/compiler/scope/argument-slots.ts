/** Which variables of a function its frame keeps, and how they are shown. */

import type { LispSymbol } from "../../runtime/objects/marshal.js";
import type { ArgumentLayout } from "../../runtime/stack/callstack.js";

/** A parameter as a frame knows it. */
export interface Parameter {
  /** Its JavaScript variable. */
  js: string;
  /** What is written before it, for a keyword parameter. */
  keyword: LispSymbol | null;
  /** Whether it is a &REST parameter. */
  rest: boolean;
  /** Whether the program reads it. */
  read: boolean;
}

export interface ArgumentSlots {
  /** JavaScript variables to keep in a frame. */
  variables: string[];
  spread: boolean;
  layout: ArgumentLayout | null;
}

/**
 * As SBCL shows them: in the order of the lambda list, the rest of the arguments in place of the keywords in
 * it.
 */
export function argumentSlots(parameters: readonly Parameter[]): ArgumentSlots {
  const rest = parameters.find((parameter) => parameter.rest);
  const shown = parameters.filter(
    ({ rest: isRest, keyword }) => !isRest && !(rest?.read === true && keyword !== null),
  );
  const variables: string[] = [];
  const layout = shown.flatMap(({ js, keyword, read }) => {
    const slot = read && !(rest !== undefined && keyword !== null) ? variables.push(js) - 1 : -1;
    return keyword === null ? [slot] : [keyword, slot];
  });
  const plain = layout.length === variables.length;
  if (rest?.read === true) variables.push(rest.js);
  return { variables, spread: rest?.read === true, layout: plain ? null : layout };
}
