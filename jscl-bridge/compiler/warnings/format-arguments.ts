/** Control strings of FORMAT that take more or fewer arguments than a call gives. */

import type { LispValue } from "../../runtime/objects/marshal.js";
import { table } from "../../runtime/objects/table.js";
import { isLispString, stringText } from "../../runtime/objects/vectors.js";
import type { CompilerHost } from "../host.js";
import type { WarningType } from "./reporter.js";

const REFERENCE = "\nSee also:\n  The ANSI Standard, Section 22.3.10.2";
const DIRECTIVE = /~((?:(?:[+-]?\d+|'[\s\S]|[vV#])?,)*(?:[+-]?\d+|'[\s\S]|[vV#])?)([:@]*)([\s\S])/g;

/**
 * Where the control strings of an operator are among its arguments. What comes after them is for all of them.
 */
const CONTROLS: Readonly<Record<string, readonly number[]>> = table({
  FORMAT: [1],
  ERROR: [0],
  WARN: [0],
  CERROR: [0, 1],
});

/** The control strings among the arguments of an operator, literal or not. */
export function controlsOf(operator: string, args: readonly LispValue[]): readonly LispValue[] {
  const places = Object.hasOwn(CONTROLS, operator) ? (CONTROLS[operator] ?? []) : [];
  return places.map((at) => args[at]);
}

/** Checks a call of an operator that formats its arguments. */
export function checkFormatCall(
  host: CompilerHost,
  operator: string,
  args: readonly LispValue[],
  warn: (type: WarningType, message: string) => void,
): void {
  const places = Object.hasOwn(CONTROLS, operator) ? (CONTROLS[operator] ?? []) : [];
  const controls = places.map((at) => args[at]).filter(isLispString);
  if (controls.length === 0 || controls.length < places.length) return;
  const taken = controls.map((control) => argumentsTaken(stringText(control)));
  const least = Math.max(...taken.map((each) => each?.least ?? Number.NaN));
  const greatest = Math.max(...taken.map((each) => each?.greatest ?? Number.NaN));
  const given = args.length - Math.max(...places) - 1;
  const call = `(${given}) to ${operator} ${controls.map((control) => host.print(control)).join(" ")}`;
  // Of two control strings either may take none.
  if (given < least && controls.length === 1) {
    const message = `Too few arguments ${call}: requires at least ${least}.${REFERENCE}`;
    warn("FORMAT-TOO-FEW-ARGS-WARNING", message);
  } else if (given > greatest) {
    const message = `Too many arguments ${call}: uses at most ${greatest}.${REFERENCE}`;
    warn("FORMAT-TOO-MANY-ARGS-WARNING", message);
  }
}

/**
 * Where compiled code says that a control string gets too few arguments: it asks for all of them before it
 * writes anything, and shows the first directive that takes one. Null where there are enough, or that is not
 * known.
 */
export function wantingDirective(control: string, given: number): number | null {
  const taken = argumentsTaken(control);
  if (taken === null || given >= taken.least) return null;
  for (const { 0: directive, 1: parameters = "", 3: character = "", index } of control.matchAll(DIRECTIVE))
    if (/(?<!')[vV]/.test(parameters) || !"%&|~\n()T_I[^".includes(character.toUpperCase()))
      return index + directive.length - 1;
  return null;
}

/** How many arguments a control string takes; null where it is not valid or moves among them. */
function argumentsTaken(control: string): { least: number; greatest: number } | null {
  let count = 0;
  let least: number | null = null;
  let depth = 0;
  for (const [, parameters = "", modifiers = "", character = ""] of control.matchAll(DIRECTIVE)) {
    const directive = character.toUpperCase();
    if (depth > 0) {
      if (directive === "{") depth++;
      if (directive === "}") depth--;
      continue;
    }
    if (parameters.includes("#")) return null;
    count += (parameters.match(/(?<!')[vV]/g) ?? []).length;
    if ("ASDBOXRCFEG$W".includes(directive)) count++;
    else if (directive === "P") count += modifiers.includes(":") ? 0 : 1;
    else if (directive === "?") {
      if (modifiers.includes("@")) return null;
      count += 2;
    } else if (directive === "{") {
      if (modifiers.includes("@")) return null;
      depth++;
      count++;
    } else if (directive === "^") least ??= count;
    else if (!"%&|~\n()T_I".includes(directive)) return null;
  }
  return depth > 0 ? null : { least: least ?? count, greatest: count };
}
