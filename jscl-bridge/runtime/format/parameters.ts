/** Prefix parameters with their defaults, and which modifiers a directive takes. */

import { wrongType } from "../numbers/errors.js";
import { isInteger, isReal } from "../numbers.js";
import type { LispValue } from "../objects/marshal.js";
import { nil, sym } from "../signals.js";
import type { Directive } from "./control.js";
import { complain, nextArgument, type Run } from "./interpreter.js";

/** The values of a directive without parameters. */
const NONE: LispValue[] = [];

/** The parameters' values, `undefined` where none was given; more than `most` is an error. */
export function parameters(run: Run, token: Directive, most: number): LispValue[] {
  const excess = token.parameters[most];
  if (excess !== undefined) {
    complain(
      run,
      token,
      { text: "Too many parameters, expected no more than ~W", args: [most] },
      excess.offset,
    );
  }
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

/** Refuses modifiers that a directive does not take. */
export function modifiers(run: Run, token: Directive, allowed: "none" | "colon" | "at" | "either"): void {
  const { colon, at } = token;
  if (allowed === "either") {
    if (colon && at) {
      complain(
        run,
        token,
        "The colon and the at-sign modifiers cannot be used simultaneously with this directive.",
      );
    }
    return;
  }
  if (colon && allowed !== "colon") {
    complain(run, token, "The colon modifier cannot be used with this directive.");
  }
  if (at && allowed !== "at") {
    complain(run, token, "The at-sign modifier cannot be used with this directive.");
  }
}
