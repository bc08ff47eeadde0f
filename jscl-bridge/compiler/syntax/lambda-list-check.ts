/** The syntax of lambda lists (CLHS 3.4): what is no lambda list is an invalid program, in SBCL's words. */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { nil } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import { cdr, isCons, isSymbol } from "./forms.js";
import { FormTypeError, misplacedParameter, ProgramError, SpecificationError } from "./program-error.js";

type LambdaListStyle = "ordinary" | "macro" | "destructuring" | "defsetf" | "modify-macro";

const RANKS: Record<string, number> = table({
  "&WHOLE": 0,
  "&OPTIONAL": 1,
  "&REST": 2,
  "&BODY": 2,
  "&KEY": 3,
  "&ALLOW-OTHER-KEYS": 4,
  "&AUX": 5,
  "&ENVIRONMENT": 6,
});

const FORBIDDEN: Record<LambdaListStyle, readonly string[]> = {
  ordinary: ["&WHOLE", "&BODY", "&ENVIRONMENT"],
  macro: [],
  destructuring: ["&ENVIRONMENT"],
  defsetf: ["&WHOLE", "&BODY", "&AUX"],
  "modify-macro": ["&WHOLE", "&BODY", "&KEY", "&ALLOW-OTHER-KEYS", "&AUX", "&ENVIRONMENT"],
};

const STYLE_NAMES: Record<LambdaListStyle, string> = {
  ordinary: "an ordinary lambda list",
  macro: "a macro lambda list",
  destructuring: "a destructuring lambda list",
  defsetf: "a DEFSETF lambda list",
  "modify-macro": "a DEFINE-MODIFY-MACRO lambda list",
};

/** Whether lists may stand in the place of variables, and be taken apart. */
function hasPatterns(style: LambdaListStyle): boolean {
  return style === "macro" || style === "destructuring";
}

/** The name of a lambda list keyword, or null. */
export function lambdaListKeyword(x: LispValue): string | null {
  return isSymbol(x) && symbolName(x).startsWith("&") && Object.hasOwn(RANKS, symbolName(x))
    ? symbolName(x)
    : null;
}

/**
 * Throws unless `source` is a lambda list of the style. Names of variables are checked where they are bound.
 */
export function checkLambdaList(source: LispValue, style: LambdaListStyle): void {
  if (!isCons(source) && source !== nil()) throw new FormTypeError(source, "LIST");
  const patterns = hasPatterns(style);
  const seen = new Set<string>();
  let section = "";
  let done = false;
  let first = true;
  let parameters = false;
  let rest: LispValue = source;
  for (; isCons(rest); rest = next(rest)) {
    const item = carOf(rest);
    const key = lambdaListKeyword(item);
    if (key === null) {
      if (done) throw misplacedParameter(item, source);
      checkParameter(item, section, style);
      parameters = true;
    } else {
      checkKeyword(key, item, section, seen, first, source, style);
      seen.add(key);
      done = key === "&ALLOW-OTHER-KEYS";
      if (key !== "&ENVIRONMENT" && key !== "&WHOLE") section = key;
      if (key === "&REST" || key === "&BODY" || key === "&ENVIRONMENT" || key === "&WHOLE") {
        rest = cdrOf(rest);
        const variable = isCons(rest) ? carOf(rest) : null;
        if (!isCons(rest) || lambdaListKeyword(variable) !== null) {
          throw new ProgramError("expecting variable after ~A in: ~S", item, source);
        }
        const environment = key === "&ENVIRONMENT";
        done = key === "&REST" || key === "&BODY" || (environment && parameters);
        const what = environment ? "Required argument" : `${key} argument`;
        if (patterns && !environment) checkPattern(variable, what);
        else if (!isSymbol(variable)) throw new ProgramError(`${what} is not a symbol: ~S`, variable);
      }
    }
    first = false;
  }
  if (rest === nil()) return;
  if (!patterns || !isSymbol(rest)) throw new ProgramError("illegal dotted lambda list: ~S", source);
}

function checkKeyword(
  key: string,
  item: LispValue,
  section: string,
  seen: ReadonlySet<string>,
  first: boolean,
  source: LispValue,
  style: LambdaListStyle,
): void {
  if (FORBIDDEN[style].includes(key)) {
    throw new ProgramError("~A is not allowed in ~A: ~S", item, makeString(STYLE_NAMES[style]), source);
  }
  if (key === "&WHOLE" && !first) {
    throw new ProgramError("&WHOLE must appear first in a lambda list:~%  ~S", source);
  }
  if ((key === "&BODY" && seen.has("&REST")) || (key === "&REST" && seen.has("&BODY"))) {
    throw new ProgramError("&BODY and &REST are mutually exclusive: ~S", source);
  }
  if (seen.has(key)) throw new ProgramError("repeated ~A in lambda list: ~S", item, source);
  const before = (RANKS[key] as number) < (RANKS[section] ?? 0);
  if (before || (key === "&ALLOW-OTHER-KEYS" && section !== "&KEY")) {
    throw new ProgramError("misplaced ~A in lambda list:~%  ~S", item, source);
  }
}

function checkPattern(x: LispValue, what: string): void {
  if (isCons(x)) checkLambdaList(x, "destructuring");
  else if (!isSymbol(x)) throw new ProgramError(`${what} is not a symbol or list: ~S`, x);
}

function checkName(x: LispValue, what: string, style: LambdaListStyle): void {
  if (hasPatterns(style) && isCons(x)) checkLambdaList(x, "destructuring");
  else if (!isSymbol(x)) throw new ProgramError(`${what} name is not a symbol: ~S`, x);
}

function checkParameter(item: LispValue, section: string, style: LambdaListStyle): void {
  if (section === "") {
    if (hasPatterns(style)) checkPattern(item, "Required argument");
    else if (!isSymbol(item)) throw new ProgramError("Required argument is not a symbol: ~S", item);
    return;
  }
  const what = `${section} parameter`;
  if (isSymbol(item)) return;
  if (!isCons(item)) throw new ProgramError(`${what} is not a symbol or cons: ~S`, item);
  checkSpecification(item, section === "&AUX" ? "AUX" : "OPTIONAL");
  const name = carOf(item);
  if (section === "&KEY" && isCons(name)) checkKeyName(name, item, style);
  else checkName(name, what, section === "&AUX" ? "ordinary" : style);
}

/** ((keyword variable) …) */
function checkKeyName(name: LispValue, item: LispValue, style: LambdaListStyle): void {
  const tail = cdr(name);
  if (!isCons(name) || !isCons(tail) || cdrOf(tail) !== nil()) {
    throw new ProgramError("invalid &KEY syntax: ~S", name);
  }
  if (!isSymbol(carOf(name))) throw new ProgramError("keyword-name in ~S is not a symbol", item);
  checkName(carOf(tail), "&KEY parameter", style);
}

/** (variable default supplied-p) or (variable init-form). */
function checkSpecification(item: LispValue, kind: "OPTIONAL" | "AUX"): void {
  const most = kind === "AUX" ? 2 : 3;
  let count = 0;
  let rest = item;
  for (; isCons(rest); rest = next(rest)) count++;
  if (count > most || rest !== nil()) throw new SpecificationError(item, kind);
}

/** The symbols of a list that occur more than once, the first of them. */
export function repeated(names: readonly LispSymbol[]): LispSymbol | undefined {
  return names.find((name, i) => names.indexOf(name) !== i);
}
