/** Where the compiler's warnings go: to the image's condition system. */

import type { BaseImage } from "../../runtime/base-image.js";
import type { LispSymbol } from "../../runtime/objects/marshal.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { callLisp, INTERNAL_PACKAGE, isSymbol, nil, sym } from "../../runtime/signals.js";
import type { Environment } from "../scope/environment.js";
import { qualifiedName } from "./names.js";
import type { UndefinedKind, WarningSink } from "./reporter.js";

/** The names that are bound in a scope, of variables or of functions. */
function namesIn(kind: UndefinedKind, scope: Environment): LispSymbol[] {
  const { variables, functions } = scope.ofRunningCode();
  return kind === "variable" ? [...variables.keys()] : [...functions.keys()].filter(isSymbol);
}

export function warningSink(image: BaseImage): WarningSink {
  return {
    signal(type, message, at, muffled) {
      // No warnings while the image is made.
      if (!image.definitions.locked) return;
      const symbol = sym(type, type === "SIMPLE-WARNING" ? "COMMON-LISP" : INTERNAL_PACKAGE);
      const condition = callLisp("COMPILER-WARNING", INTERNAL_PACKAGE, symbol, makeString(message));
      const isOf = (spec: unknown): boolean => callLisp("TYPEP", "COMMON-LISP", condition, spec) !== nil();
      if (muffled.some(isOf)) return;
      image.compilerWarning = {
        condition,
        at,
        label: isOf(sym("STYLE-WARNING")) ? "STYLE-WARNING" : "WARNING",
      };
      callLisp("WARN", "COMMON-LISP", condition);
    },
    error: (message, at) => image.onCompileError?.(message, at),
    hintsFor: (kind, name, scope) =>
      image.hintsForName(kind, name, scope === null ? [] : namesIn(kind, scope)),
    // Warnings of files that are loaded belong to the form that loads them.
    positionOf(form) {
      const { sent } = image.sources;
      // What is undefined is told at the end of a unit, when its form is over.
      return sent?.positionOf(form) ?? sent?.text.positionOf?.(form) ?? null;
    },
    hasPlace: (form) => image.sources.has(form),
    placeOf: (form) => image.sources.placeOf(form),
    definitionName: (form) => image.sources.definitionName(form),
    isDefined(kind, name) {
      const { definitions, internals } = image;
      if (kind === "function") return internals.fboundp(name) || definitions.macros.has(name);
      if (kind === "variable") return definitions.variables.has(name) || definitions.symbolMacros.has(name);
      return callLisp("KNOWN-TYPE-P", INTERNAL_PACKAGE, name) !== nil();
    },
    qualified: (name) => qualifiedName(image, name),
    print: (form) => image.print(form),
  };
}
