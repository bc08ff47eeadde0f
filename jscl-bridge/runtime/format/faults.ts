/**
 * What is wrong with a control string whatever its arguments are: FORMATTER finds it while it expands, and
 * the compiler in a call of FORMAT, which SBCL compiles by FORMATTER.
 */

import type { Control, Directive } from "./control.js";
import { parseControl } from "./control.js";
import { DIRECTIVES } from "./directives.js";
import { type Complaint, formatError } from "./errors.js";
import { unknownDirective } from "./interpreter.js";
import { excessParameter, modifierFault, tooManyParameters } from "./parameters.js";

/** What ends a block, as complaints name it, by its first character. */
const CLOSERS: ReadonlyMap<string, string> = new Map([
  ["{", "brace"],
  ["[", "bracket"],
  ["<", "bracket"],
  ["(", "parenthesis"],
]);

/** What would have begun a block, by its last character. */
const OPENERS: ReadonlyMap<string, string> = new Map([
  ["}", "brace"],
  ["]", "bracket"],
  [")", "parenthesis"],
]);

/** The kinds of blocks that have sections. */
const SECTIONED = "[<";

/** Signals FORMAT-ERROR for a directive that no arguments would make right. */
export function checkControl(text: string): void {
  checkPart(parseControl(text, []), 0, Number.POSITIVE_INFINITY);
}

/**
 * As {@link checkControl} as far as SBCL looks that counts arguments: at the form of directives, and at the
 * blocks that it counts them in.
 */
export function checkBlocks(text: string): void {
  const control = parseControl(text, []);
  for (const [index, token] of control.tokens.entries())
    if (typeof token === "object" && "{[<".includes(token.character)) closed(control, token, index);
}

function checkPart(control: Control, from: number, to: number): void {
  const { tokens } = control;
  for (let i = from; i < Math.min(to, tokens.length); i++) {
    const token = tokens[i];
    if (typeof token === "object") i = checkDirective(control, token, i);
  }
}

/** Checks a directive with its block; answers the index of its last token. */
function checkDirective(control: Control, token: Directive, index: number): number {
  const { character } = token;
  const fail = (complaint: Complaint | string, offset = token.offset): never =>
    refuse(control, complaint, offset);
  if (DIRECTIVES[character] === undefined) fail(unknownDirective(character, "directive"));
  const opener = OPENERS.get(character);
  if (opener !== undefined) fail(`No corresponding open ${opener}`);
  if (character === ";") fail("~~; directive not contained within either ~~[...~~] or ~~<...~~>");
  const end = CLOSERS.has(character) ? closed(control, token, index) : index;
  const modifiers = modifierFault(token);
  if (modifiers !== null) fail(modifiers);
  const excess = excessParameter(token);
  if (excess !== null) fail(tooManyParameters(excess.most), excess.offset);
  const block = end === index ? null : control.block(index);
  if (block === null) return end;
  if (character === "[") {
    if (token.colon && block.segments.length !== 2) fail("Must specify exactly two sections");
    if (token.at && block.segments.length !== 1) fail("Can only specify one section");
  }
  if (SECTIONED.includes(character)) for (const { from, to } of block.segments) checkPart(control, from, to);
  else checkPart(control, index + 1, end);
  return end;
}

/** The index of the token that ends the block which a directive begins. */
function closed(control: Control, token: Directive, index: number): number {
  const closer = CLOSERS.get(token.character) as string;
  return control.block(index)?.end ?? refuse(control, `No corresponding close ${closer}`, token.offset);
}

function refuse(control: Control, complaint: Complaint | string, offset: number): never {
  return formatError(complaint, { control: control.text, offset }, []);
}
