/** Strings, symbols and characters stand for strings (CLHS glossary: string designator). */
import { isLispString, type LispValue, makeString, stringText } from "../objects/marshal.js";
import { isSymbol, lispError, list, sym } from "../signals.js";
import { wrongType } from "../streams/stream-arguments.js";

/** The text that a designator stands for; SIMPLE-TYPE-ERROR for anything else. */
export function stringDesignator(x: LispValue): string {
  if (isLispString(x)) return stringText(x);
  if (isSymbol(x)) return x.name;
  if (typeof x === "string") return x;
  return lispError(
    "SIMPLE-TYPE-ERROR",
    "DATUM",
    x,
    "EXPECTED-TYPE",
    list(sym("OR"), sym("STRING"), sym("SYMBOL"), sym("CHARACTER")),
    "FORMAT-CONTROL",
    makeString("~S is not a string designator."),
    "FORMAT-ARGUMENTS",
    list(x),
  );
}

/** The same, for the functions whose arguments SBCL checks by type: TYPE-ERROR for anything else. */
export function typedDesignator(x: LispValue): string {
  if (isLispString(x) || isSymbol(x) || typeof x === "string") return stringDesignator(x);
  return wrongType(x, list(sym("OR"), sym("STRING"), sym("SYMBOL"), sym("CHARACTER")));
}
