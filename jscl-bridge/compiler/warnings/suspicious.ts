/** Variables of lambda lists that look like misspelt lambda list keywords. */

import { carOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import { isCons, isSymbol } from "../syntax/forms.js";
import { lambdaListKeyword } from "../syntax/lambda-list-check.js";

/**
 * Warns once of a lambda list in which a variable begins as lambda list keywords do. Of a macro's, the lists
 * in the list are looked at as well.
 */
export function warnSuspicious(host: CompilerHost, lambdaList: LispValue, isNested = false): void {
  if (host.internalCode) return;
  const found = suspicious(lambdaList);
  if (found !== null) {
    const message = `suspicious variable ${host.print(found)} in lambda list: ${host.print(lambdaList)}.`;
    host.warnings.warn("SIMPLE-STYLE-WARNING", message, lambdaList);
  }
  if (!isNested) return;
  for (let rest = lambdaList; isCons(rest); rest = next(rest)) {
    const item = carOf(rest);
    if (isSymbol(item) && lambdaListKeyword(item) !== null) return;
    if (isCons(item)) warnSuspicious(host, item, true);
  }
}

function suspicious(lambdaList: LispValue): LispSymbol | null {
  for (let rest = lambdaList; isCons(rest); rest = next(rest)) {
    const item = carOf(rest);
    if (isSymbol(item) && symbolName(item).startsWith("&") && lambdaListKeyword(item) === null) return item;
  }
  return null;
}
