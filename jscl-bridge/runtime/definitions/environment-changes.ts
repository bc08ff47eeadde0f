/** Functions of the standard that change packages and readtables: calls of them are definitions. */

import { applied } from "../applied.js";
import { symbolOfKey } from "../function-table.js";
import {
  functionDocumentation,
  functionName,
  setFunctionDocumentation,
  setFunctionName,
} from "../objects/functions.js";
import type { LispFunction, LispPackage, LispValue } from "../objects/marshal.js";
import { packageNameOf } from "../objects/package-objects.js";
import { setSymbolFunction, symbolFunction, symbolValue } from "../objects/symbols.js";
import { makeString } from "../objects/vectors.js";
import { sym } from "../signals.js";
import type { DefinitionLog } from "./definition-log.js";

/** Changes of a package, the current one where none is given, by all their arguments. */
const OF_PACKAGES = "EXPORT UNEXPORT IMPORT SHADOW SHADOWING-IMPORT USE-PACKAGE UNUSE-PACKAGE UNINTERN".split(
  " ",
);

/** How many arguments say what is changed; those after them say how. */
const OTHERS: readonly (readonly [name: string, kind: string, subjects: number])[] = [
  ["JSCL-MCP::DEFINE-PACKAGE", "PACKAGE", 1],
  ["MAKE-PACKAGE", "PACKAGE", 1],
  ["DELETE-PACKAGE", "PACKAGE", 1],
  ["RENAME-PACKAGE", "RENAME-PACKAGE", 2],
  ["SET-MACRO-CHARACTER", "MACRO-CHARACTER", 1],
  ["MAKE-DISPATCH-MACRO-CHARACTER", "MACRO-CHARACTER", 1],
  ["SET-DISPATCH-MACRO-CHARACTER", "DISPATCH-MACRO-CHARACTER", 2],
  ["SET-SYNTAX-FROM-CHAR", "MACRO-CHARACTER", 1],
  ["(SETF_READTABLE-CASE)", "READTABLE-CASE", 0],
];

/** Whether one of them runs: what it does by another is its own affair. */
export const changes = { isInside: false };

/** Notifies the log of the calls. */
export function noteEnvironmentChanges(log: DefinitionLog): void {
  const current = sym("*PACKAGE*");
  /** Calls `note` with the arguments of each call of a function, after the values function. */
  const noting = (key: string, note: (given: LispValue[]) => void): void => {
    const symbol = symbolOfKey(key);
    const fn = symbolFunction(symbol);
    const noted: LispFunction = (...given) => {
      // Before the call: a symbol that is uninterned has no package afterwards.
      if (changes.isInside) return applied(fn, given);
      note(given);
      changes.isInside = true;
      try {
        return applied(fn, given);
      } finally {
        changes.isInside = false;
      }
    };
    setFunctionName(noted, functionName(fn) ?? symbol);
    setFunctionDocumentation(noted, functionDocumentation(fn));
    setSymbolFunction(symbol, noted);
  };
  for (const name of OF_PACKAGES) {
    noting(name, (given) => {
      const pkg = symbolValue(current) as LispPackage | undefined;
      const home = pkg === undefined ? "" : packageNameOf(pkg);
      log.note(name, ...given.slice(1), makeString(home));
    });
  }
  for (const [name, kind, subjects] of OTHERS) {
    noting(name, (given) => {
      const changed = given.slice(1, subjects + 1);
      if (name === "DELETE-PACKAGE") log.noteUndefined(kind, ...changed);
      else log.note(kind, ...changed);
    });
  }
}
