/** Destructive operations on literals, which the program must not change (CLHS 3.7.1). */

import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { isLispString } from "../../runtime/objects/marshal.js";
import { table } from "../../runtime/objects/table.js";
import type { Unit } from "../emit/unit.js";
import { isCons } from "../syntax/forms.js";
import type { Derived } from "./derive.js";

const REFERENCES =
  "\nSee also:\n  The ANSI Standard, Special Operator QUOTE\n  The ANSI Standard, Section 3.7.1";

/** Which argument a function changes. */
const CHANGED: Readonly<Record<string, number>> = table({
  SORT: 0,
  "STABLE-SORT": 0,
  NREVERSE: 0,
  NRECONC: 0,
  FILL: 0,
  REPLACE: 0,
  "NSTRING-UPCASE": 0,
  "NSTRING-DOWNCASE": 0,
  "NSTRING-CAPITALIZE": 0,
  RPLACA: 0,
  RPLACD: 0,
  NBUTLAST: 0,
  "DELETE-DUPLICATES": 0,
  DELETE: 1,
  "DELETE-IF": 1,
  "DELETE-IF-NOT": 1,
  NSUBSTITUTE: 2,
  "NSUBSTITUTE-IF": 2,
  "NSUBSTITUTE-IF-NOT": 2,
  NSUBLIS: 1,
});

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
export function modifiedArguments({ name }: LispSymbol, count: number): number[] {
  if (name === "NCONC") return Array.from({ length: Math.max(count - 1, 0) }, (_, i) => i);
  return Object.hasOwn(CHANGED, name) ? [CHANGED[name] as number] : [];
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
