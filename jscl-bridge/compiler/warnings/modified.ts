/** Destructive operations on literals, which the program must not change (CLHS 3.7.1). */
import type { LispSymbol, LispValue } from "../../runtime/marshal.js";
import { isLispString } from "../../runtime/marshal.js";
import type { Environment } from "../environment.js";
import { isCons } from "../forms.js";
import type { Unit } from "../unit.js";
import { derive } from "./derive.js";

const REFERENCES =
  "\nSee also:\n  The ANSI Standard, Special Operator QUOTE\n  The ANSI Standard, Section 3.7.1";

/** Which argument a function changes. */
const CHANGED: Readonly<Record<string, number>> = {
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
};

const NAMES: Readonly<Record<string, string>> = {
  RPLACA: "SB-KERNEL:%RPLACA",
  RPLACD: "SB-KERNEL:%RPLACD",
};

/** Writers of the runtime that SETF forms expand into, by the names SBCL has for them. */
const WRITERS: Readonly<Record<string, string>> = {
  setCar: "SB-KERNEL:%RPLACA",
  setCdr: "SB-KERNEL:%RPLACD",
  setAref: "(SETF AREF)",
  setChar: "(SETF AREF)",
};

export function checkModified(
  unit: Unit,
  head: LispSymbol,
  args: readonly LispValue[],
  env: Environment,
): void {
  const { name } = head;
  if (name === "NCONC") for (const arg of args.slice(0, -1)) check(unit, name, arg, env);
  else if (Object.hasOwn(CHANGED, name)) check(unit, NAMES[name] ?? name, args[CHANGED[name] as number], env);
}

/** Checks what a SETF form writes into. */
export function checkWritten(unit: Unit, writer: string, object: LispValue, env: Environment): void {
  const name = Object.hasOwn(WRITERS, writer) ? WRITERS[writer] : undefined;
  if (name !== undefined && !unit.host.internalCode) check(unit, name, object, env);
}

function check(unit: Unit, name: string, arg: LispValue, env: Environment): void {
  if (arg === undefined) return;
  const derived = derive(unit, arg, env);
  const value = derived?.type.constant?.value;
  if (derived === null || !(isCons(value) || isLispString(value) || Array.isArray(value))) return;
  const warn = (): void => {
    const message = `Destructive function ${name} called on constant data: ${unit.host.print(value)}${REFERENCES}`;
    unit.host.warnings.warn("CONSTANT-MODIFIED", message, null);
  };
  if (derived.certain || derived.binding === null) warn();
  else unit.flow.whenNeverAssigned(derived.binding, warn);
}
