/** `~[`, `~{` and `~(`. */

import { isInteger } from "../numbers.js";
import type { LispFunction } from "../objects/marshal.js";
import { nil } from "../signals.js";
import type { Block, Control, Directive } from "./control.js";
import { Arguments } from "./format-arguments.js";
import {
  complain,
  type Ending,
  gathered,
  type Handler,
  nextArgument,
  type Run,
  runTokens,
} from "./interpreter.js";
import { callControl, indirectControl, within } from "./moves.js";
import { integerParameter, modifiers, parameters } from "./parameters.js";

/** The directive's block, or the complaint that it has no end. */
export function blockOf(run: Run, token: Directive, index: number, closer: string): Block {
  return run.control.block(index) ?? complain(run, token, `No corresponding close ${closer}`);
}

/** Runs one segment of a block. The run continues after the block unless the segment ended it. */
function runSegment(run: Run, block: Block, segment: number): number | Ending {
  const range = block.segments[segment];
  if (range === undefined) return block.end + 1;
  const ending = runTokens(run, range.from, range.to);
  return ending === "end" ? block.end + 1 : ending;
}

export const choose: Handler = (run, token, index) => {
  const block = blockOf(run, token, index, "bracket");
  modifiers(run, token);
  const count = block.segments.length;
  if (token.colon) {
    parameters(run, token);
    if (count !== 2) complain(run, token, "Must specify exactly two sections");
    return runSegment(run, block, nextArgument(run, token) === nil() ? 0 : 1);
  }
  if (token.at) {
    parameters(run, token);
    if (count !== 1) complain(run, token, "Can only specify one section");
    if (nextArgument(run, token) === nil()) return block.end + 1;
    run.args.index--;
    return runSegment(run, block, 0);
  }
  const given = parameters(run, token)[0];
  const choice = given ?? nextArgument(run, token);
  if (!isInteger(choice)) {
    return complain(run, token, { text: "The argument to ~~[ is not an integer: ~A", args: [choice] });
  }
  const last = block.separators[block.separators.length - 1];
  if (choice >= 0 && choice < count) return runSegment(run, block, Number(choice));
  return last?.colon === true ? runSegment(run, block, count - 1) : block.end + 1;
};

export const closeBracket: Handler = (run, token) => complain(run, token, "No corresponding open bracket");
export const closeBrace: Handler = (run, token) => complain(run, token, "No corresponding open brace");
export const closeParen: Handler = (run, token) => complain(run, token, "no corresponding open paren");
export const separator: Handler = (run, token) =>
  complain(run, token, "~~; not contained within either ~~[...~~] or ~~<...~~>");

/** The body of a loop: part of the control string, or an argument. */
type Body = { control: Control; from: number; to: number } | LispFunction;

export const iterate: Handler = (run, token, index) => {
  const block = blockOf(run, token, index, "brace");
  const given = parameters(run, token)[0];
  const most = given === undefined ? Number.POSITIVE_INFINITY : integerParameter(given, 0);
  const { from, to } = block.segments[0] as { from: number; to: number };
  let body: Body = { control: run.control, from, to };
  let inner = run;
  const argument = from === to ? nextArgument(run, token) : undefined;
  const safepoint = () => run.image.safepoint();
  const args = token.at ? run.args : Arguments.ofList(nextArgument(run, token), safepoint);
  if (argument !== undefined) {
    const control = indirectControl(run, token, argument);
    inner = typeof control === "function" ? run : { ...within(run, token), control };
    body = typeof control === "function" ? control : { control, from: 0, to: control.tokens.length };
  }
  let atLeastOnce = block.close.colon;
  for (let step = 0; step < most && (!args.empty || atLeastOnce); step++) {
    atLeastOnce = false;
    safepoint();
    if (iteration(inner, body, args, token.colon, safepoint)) break;
  }
  return block.end + 1;
};

/** Runs one step of a loop. True when the loop is to end. */
function iteration(run: Run, body: Body, args: Arguments, sublists: boolean, safepoint: () => void): boolean {
  if (!sublists) return runBody({ ...run, args, outer: null }, body) !== "end";
  const own = args.empty ? new Arguments([]) : Arguments.ofList(args.next(), safepoint);
  return runBody({ ...run, args: own, outer: args }, body) === "up-all";
}

function runBody(run: Run, body: Body): Ending {
  if (typeof body === "function") {
    callControl(run, body, run.args);
    return "end";
  }
  return runTokens(run, body.from, body.to);
}

function capitalized(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\p{L}\p{N}]+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

function firstCapitalized(text: string): string {
  return text.toLowerCase().replace(/[\p{L}\p{N}]/u, (letter) => letter.toUpperCase());
}

export const convertCase: Handler = (run, token, index) => {
  const block = blockOf(run, token, index, "paren");
  parameters(run, token);
  const { from, to } = block.segments[0] as { from: number; to: number };
  const inner = gathered(run, run.port.column() ?? 0);
  let ending: Ending = "end";
  try {
    ending = runTokens(inner.run, from, to);
  } finally {
    // Output written before a non-local exit stays written.
    const text = inner.text();
    if (token.colon && token.at) run.port.write(text.toUpperCase());
    else if (token.colon) run.port.write(capitalized(text));
    else if (token.at) run.port.write(firstCapitalized(text));
    else run.port.write(text.toLowerCase());
  }
  return ending === "end" ? block.end + 1 : ending;
};
