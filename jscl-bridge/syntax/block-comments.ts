import { ExternalTokenizer } from "@lezer/lr";
import { BlockComment } from "./parser.terms.js";

const NUMBER_SIGN = 35;
const BAR = 124;

/** Reads a block comment; they nest, and one that is never closed ends with the text. */
export const blockComments = new ExternalTokenizer((input) => {
  if (input.next !== NUMBER_SIGN || input.peek(1) !== BAR) return;
  let depth = 0;
  do {
    const mark: number = input.next;
    const next: number = input.advance();
    if (mark === NUMBER_SIGN && next === BAR) depth += 1;
    else if (mark === BAR && next === NUMBER_SIGN) depth -= 1;
    else continue;
    input.advance();
  } while (depth > 0 && input.next >= 0);
  input.acceptToken(BlockComment);
});
