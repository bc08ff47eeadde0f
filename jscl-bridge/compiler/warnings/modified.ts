/** Destructive operations on literals, which the program must not change (CLHS 3.7.1). */

import type { FunctionEntry } from "../../functions/table.js";
import { table } from "../../runtime/objects/table.js";
import { isLispString } from "../../runtime/objects/vectors.js";
import type { Unit } from "../emit/unit.js";
import { isCons } from "../syntax/forms.js";
import type { Derived } from "./derive.js";

const REFERENCES =
  "\nSee also:\n  The ANSI Standard, Special Operator QUOTE\n  The ANSI Standard, Section 3.7.1";

const NAMES: Readonly<Record<string, string>> = table({
  RPLACA: "SB-KERNEL:%RPLACA",
  RPLACD: "SB-KERNEL:%RPLACD",
});

/** Writers of the runtime that SETF forms expand into, by the names SBCL has for them. */
const WRITERS: Readonly<Record<string, string>> = table({
  setCar: "SB-KERNEL:%RPLACA",
  setCdr: "SB-KERNEL:%RPLACD",
  setAref: "(SETF AREF)",
  setChar: "(SETF AREF)",
});

/** Which of `count` arguments a function changes. */
export function modifiedArguments({ required, rest }: FunctionEntry, count: number): number[] {
  const changed = [...required.keys()].filter((i) => required[i]?.changed);
  // The last list that is joined to others stays as it is.
  const joined = rest?.changed === true ? Math.max(count - 1, 0) : 0;
  return [...changed, ...Array.from({ length: joined }, (_, i) => i)];
}

/** Checks an argument that a function changes. */
export function checkModified(unit: Unit, name: string, argument: () => Derived | null): void {
  check(unit, NAMES[name] ?? name, argument);
}

/** Checks what a SETF form writes into. */
export function checkWritten(unit: Unit, writer: string, object: () => Derived | null): void {
  const name = Object.hasOwn(WRITERS, writer) ? WRITERS[writer] : undefined;
  if (name !== undefined) check(unit, name, object);
}

function check(unit: Unit, name: string, argument: () => Derived | null): void {
  const found = argument();
  const value = found?.type.constant?.value;
  if (found === null || !(isCons(value) || isLispString(value) || Array.isArray(value))) return;
  const holds = (): boolean => argument()?.type.constant?.value === value;
  const suspicion = unit.suspect(found.assumed, holds, false);
  unit.host.warnings.warnOf(suspicion, "CONSTANT-MODIFIED", () => {
    return `Destructive function ${name} called on constant data: ${unit.host.print(value)}${REFERENCES}`;
  });
}
