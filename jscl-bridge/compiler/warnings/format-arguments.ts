/** Control strings of FORMAT that take more or fewer arguments than a call gives. */

import { isLispString, type LispValue, stringText } from "../../runtime/objects/marshal.js";
import { table } from "../../runtime/objects/table.js";
import type { CompilerHost } from "../host.js";

const REFERENCE = "\nSee also:\n  The ANSI Standard, Section 22.3.10.2";
const DIRECTIVE = /~((?:(?:[+-]?\d+|'[\s\S]|[vV#])?,)*(?:[+-]?\d+|'[\s\S]|[vV#])?)([:@]*)([\s\S])/g;

/** Where the control string of an operator is among its arguments. */
const CONTROLS: Readonly<Record<string, number>> = table({
  FORMAT: 1,
  ERROR: 0,
  WARN: 0,
  SIGNAL: 0,
  BREAK: 0,
});

/** Checks a call of an operator that formats its arguments. */
export function checkFormatCall(host: CompilerHost, operator: string, args: readonly LispValue[]): void {
  const at = Object.hasOwn(CONTROLS, operator) ? CONTROLS[operator] : undefined;
  const control = at === undefined ? undefined : args[at];
  if (at === undefined || !isLispString(control)) return;
  const taken = argumentsTaken(stringText(control));
  if (taken === null) return;
  const given = args.length - at - 1;
  const call = `(${given}) to ${operator} ${host.print(control)}`;
  if (given < taken.least) {
    const message = `Too few arguments ${call}: requires at least ${taken.least}.${REFERENCE}`;
    host.warnings.warn("FORMAT-TOO-FEW-ARGS-WARNING", message, null);
  } else if (given > taken.greatest) {
    const message = `Too many arguments ${call}: uses at most ${taken.greatest}.${REFERENCE}`;
    host.warnings.warn("FORMAT-TOO-MANY-ARGS-WARNING", message, null);
  }
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
