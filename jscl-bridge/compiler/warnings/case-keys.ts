/** Keys that two clauses of a CASE form have, or types of a TYPECASE form. */

import { ordinal } from "../../runtime/format/english.js";
import { numberEql } from "../../runtime/numbers.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispValue } from "../../runtime/objects/marshal.js";
import type { CompilerHost } from "../host.js";
import { car, elements, isCons } from "../syntax/forms.js";

export const CASES: ReadonlySet<string> = new Set("CASE ECASE CCASE TYPECASE ETYPECASE CTYPECASE".split(" "));

export function checkCaseKeys(host: CompilerHost, operator: string, form: LispCons): void {
  const [, ...clauses] = elements(cdrOf(form));
  const seen: { key: LispValue; clause: LispValue; index: number }[] = [];
  for (const [index, clause] of clauses.entries()) {
    if (!isCons(clause)) return;
    const keys = carOf(clause);
    // Of the types, names are compared; T may come last again.
    if (operator.endsWith("TYPECASE") && (isCons(keys) || keys === host.t)) continue;
    for (const key of isCons(keys) || keys === host.nil ? elements(keys) : [keys]) {
      const earlier = seen.find((each) => each.key === key || numberEql(each.key, key));
      if (earlier === undefined) seen.push({ key, clause, index });
      else if (earlier.index !== index) warn(host, operator, key, earlier, { clause, index });
    }
  }
}

interface Clause {
  clause: LispValue;
  index: number;
}

function warn(host: CompilerHost, operator: string, key: LispValue, first: Clause, second: Clause): void {
  const place = ({ clause, index }: Clause): string =>
    `the ${ordinal(BigInt(index + 1))} clause:\n  ${host.print(clause)}`;
  const message = `Duplicate key ${host.print(key)} in ${operator} form, occurring in ${place(first)}, and ${place(second)}.`;
  host.warnings.warn("DUPLICATE-CASE-KEY-WARNING", message, car(first.clause));
}
