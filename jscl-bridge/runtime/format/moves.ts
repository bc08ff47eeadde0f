/** `~*` moves among the arguments, `~^` leaves, `~?` runs an argument as a control string. */

import { isReal, le } from "../numbers.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { isLispString, stringText } from "../objects/vectors.js";
import { isCons, lispError, list, nil, sym } from "../signals.js";
import { next } from "../stack/safepoints.js";
import { wrongType } from "../streams/stream-arguments.js";
import { type Control, type Directive, parseControl } from "./control.js";
import { Arguments } from "./format-arguments.js";
import { complain, type Ending, type Handler, nextArgument, type Run, runTokens } from "./interpreter.js";
import { integerParameter, modifiers, parameters } from "./parameters.js";

export const goTo: Handler = (run, token, index) => {
  modifiers(run, token);
  const given = parameters(run, token)[0];
  const count = integerParameter(given, token.at ? 0 : 1);
  const { args } = run;
  if (token.at || token.colon) {
    const target = token.at ? count : args.index - count;
    if (target < 0 || target > args.length) {
      complain(run, token, {
        text: "Index ~W is out of bounds. It should have been between 0 and ~W.",
        args: [target, args.length],
      });
    }
    args.index = target;
  } else for (let i = 0; i < count; i++) nextArgument(run, token);
  return index + 1;
};

/** Whether `~^` leaves: no arguments are left, or its parameters say so. */
export const escapeUpward: Handler = (run, token, index) => {
  modifiers(run, token);
  const given = parameters(run, token);
  if (token.colon && run.outer === null) {
    complain(run, token, "Attempt to use ~~:^ outside a ~~:{...~~} construct");
  }
  const [a, b, c] = given;
  let leave: boolean;
  if (a === undefined && b === undefined && c === undefined) {
    leave = (token.colon && run.outer !== null ? run.outer : run.args).empty;
  } else if (b === undefined && c === undefined) leave = a === 0;
  else if (c === undefined) leave = a === b;
  else leave = ordered(a, b, c);
  if (!leave) return index + 1;
  return token.colon ? "up-all" : "up";
};

function ordered(...values: LispValue[]): boolean {
  const numbers = values.map((value) => {
    if (typeof value === "string") return value.codePointAt(0) ?? 0;
    return isReal(value) ? value : wrongType(value ?? nil(), sym("REAL"));
  });
  return numbers.every((value, i) => i === 0 || le(numbers[i - 1], value));
}

/** A control that is an argument: a string, or a function as FORMATTER makes them. */
export function indirectControl(run: Run, token: Directive, control: LispValue): Control | LispFunction {
  if (typeof control === "function") return control as LispFunction;
  const { indirections } = within(run, token);
  if (isLispString(control)) return parseControl(stringText(control), indirections);
  return notAControl(control);
}

export function notAControl(control: LispValue): never {
  const types = [sym("SIMPLE-STRING"), sym("STRING"), sym("FUNCTION")];
  return lispError(
    "CASE-FAILURE",
    "DATUM",
    control,
    "EXPECTED-TYPE",
    list(sym("OR"), ...types),
    "NAME",
    sym("ETYPECASE"),
    "POSSIBILITIES",
    list(...types),
  );
}

/** The run inside an indirect control string, for the errors' sake. */
export function within(run: Run, token: Directive): Run {
  const place = { control: run.control.text, offset: token.offset };
  return { ...run, indirections: [...run.indirections, place] };
}

/** Calls a control function on arguments; those it left over stay to be taken. */
export function callControl(run: Run, control: LispFunction, args: Arguments): void {
  const all: LispValue[] = [];
  while (!args.empty) all.push(args.next());
  const left = control(run.image.internals.pv, run.stream(), ...all);
  let count = 0;
  for (let rest = left; isCons(rest) && count <= all.length; rest = next(rest)) count++;
  args.index -= Math.min(count, all.length);
}

export const indirection: Handler = (run, token, index): number | Ending => {
  modifiers(run, token);
  parameters(run, token);
  // SBCL looks for the arguments as part of the inner string, so the message names a missing one twice.
  const inner = within(run, token);
  const argument = nextArgument(inner, token);
  const args = token.at
    ? run.args
    : Arguments.ofList(nextArgument(inner, token), () => run.image.safepoint());
  const control = indirectControl(run, token, argument);
  if (typeof control === "function") callControl(run, control, args);
  else runTokens({ ...inner, control, args, outer: null }, 0, control.tokens.length);
  return index + 1;
};
