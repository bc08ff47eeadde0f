/** Prefix parameters with their defaults, and which modifiers a directive takes. */

import { wrongType } from "../numbers/errors.js";
import { isInteger, isReal } from "../numbers.js";
import type { LispValue } from "../objects/marshal.js";
import { table } from "../objects/table.js";
import { nil, sym } from "../signals.js";
import type { Directive } from "./control.js";
import type { Complaint } from "./errors.js";
import { complain, nextArgument, type Run } from "./interpreter.js";

/** The values of a directive without parameters. */
const NONE: LispValue[] = [];

/** How many parameters the directives take; `~/name/` takes any number. */
const MOST: Readonly<Record<string, number>> = table({
  ...{ A: 4, S: 4, D: 4, B: 4, O: 4, X: 4, R: 5, F: 5, E: 7, G: 7, $: 4 },
  ...{ W: 0, C: 0, P: 0, "%": 1, "|": 1, "~": 1, "&": 1, T: 2, "\n": 0, _: 0, I: 1 },
  ...{ "*": 1, "^": 3, "?": 0, "[": 1, "{": 1, "(": 0, "<": 4, ";": 2 },
});

/** The first parameter that is one too many, and how many there may be; null where all are expected. */
export function excessParameter(token: Directive): { most: number; offset: number } | null {
  const { character, colon, at } = token;
  const most = character === "[" && (colon || at) ? 0 : (MOST[character] ?? Number.POSITIVE_INFINITY);
  const excess = token.parameters[most];
  return excess === undefined ? null : { most, offset: excess.offset };
}

/** What is said of it. */
export const tooManyParameters = (most: number): Complaint => ({
  text: "Too many parameters, expected no more than ~W",
  args: [most],
});

/** The parameters' values, `undefined` where none was given; too many are an error. */
export function parameters(run: Run, token: Directive): LispValue[] {
  const excess = excessParameter(token);
  if (excess !== null) complain(run, token, tooManyParameters(excess.most), excess.offset);
  if (token.parameters.length === 0) return NONE;
  return token.parameters.map((parameter) => {
    switch (parameter.kind) {
      case "value":
        return parameter.value;
      case "remaining":
        return run.args.remaining;
      case "argument": {
        const value = nextArgument(run, token, parameter.offset);
        return value === nil() ? undefined : value;
      }
      default:
        return undefined;
    }
  });
}

/** An integer parameter. */
export function integerParameter(value: LispValue, standard: number): number {
  if (value === undefined) return standard;
  return isInteger(value) ? Number(value) : wrongType(value, "INTEGER");
}

export function optionalInteger(value: LispValue): number | undefined {
  if (value === undefined) return undefined;
  if (!isReal(value)) return wrongType(value, "REAL");
  return isInteger(value) ? Number(value) : wrongType(value, "INTEGER");
}

export function characterParameter(value: LispValue, standard: string): string {
  if (value === undefined) return standard;
  return typeof value === "string" ? value : wrongType(value, "CHARACTER");
}

/** A field's least width. */
export function widthParameter(run: Run, token: Directive, value: LispValue): number {
  if (value === undefined) return 0;
  if (!isReal(value)) return wrongType(value, "REAL");
  const width = Number(typeof value === "object" ? (value as { value?: number }).value : value);
  if (width < 0) {
    complain(run, token, {
      text: "The value of ~A is ~A, should be a non-negative integer",
      args: [sym("mincol", "JSCL-MCP"), value],
    });
  }
  return width;
}

/** Directives that take one modifier alone, or none, by the modifier; the others take both. */
const COLON: ReadonlySet<string> = new Set(["I", "^"]);
const AT: ReadonlySet<string> = new Set(["F", "E", "G", "?"]);
const NEITHER: ReadonlySet<string> = new Set(["%", "|", "~", "&"]);
const NOT_BOTH: ReadonlySet<string> = new Set(["[", "*", "\n"]);

/** What is wrong with a directive's modifiers, or null. */
export function modifierFault({ character, colon, at }: Directive): string | null {
  if (colon && at && NOT_BOTH.has(character))
    return "The colon and the at-sign modifiers cannot be used simultaneously with this directive.";
  if (colon && (AT.has(character) || NEITHER.has(character)))
    return "The colon modifier cannot be used with this directive.";
  if (at && (COLON.has(character) || NEITHER.has(character)))
    return "The at-sign modifier cannot be used with this directive.";
  return null;
}

/** Refuses modifiers that a directive does not take. */
export function modifiers(run: Run, token: Directive): void {
  const fault = modifierFault(token);
  if (fault !== null) complain(run, token, fault);
}
