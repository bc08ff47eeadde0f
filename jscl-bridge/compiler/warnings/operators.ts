/** What can be said of a call of an operator of COMMON-LISP before it is compiled. */

import type { FunctionEntry } from "../../functions/table.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { elementsOf, keyword, sym } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { CompilerHost } from "../host.js";
import type { Environment } from "../scope/environment.js";
import type { Builder } from "../syntax/builder.js";
import { car, cdr, isCons, isSymbol } from "../syntax/forms.js";
import { standardFunction } from "../syntax/standard-functions.js";
import { typeOfConstant } from "../types/constants.js";
import { disjoint } from "../types/lattice.js";
import { checkCallees } from "./callees.js";
import { checkIndirectCall } from "./calls.js";
import { CASES, checkCaseKeys } from "./case-keys.js";
import { constantConflict, filledWords } from "./conflict-texts.js";
import { constantOf } from "./constants.js";
import { typeFromForm } from "./specifiers.js";
import { literalType, malformedType, warnUndefinedTypes } from "./type-names.js";

/** Checks what can be said of a call of a function of COMMON-LISP by its forms alone. */
export function checkCallSyntax(
  b: Builder,
  head: LispSymbol,
  args: readonly LispValue[],
  env: Environment,
): void {
  const { host } = b;
  if (host.internalCode) return;
  const entry = standardFunction(head);
  if (entry === undefined) return;
  checkIndirectCall(b, entry, args, env);
  checkCallees(b, entry, args, env);
  checkTypeArguments(host, entry, args);
  if (hasMisplacedKeyword(head, args[1])) warnMisplaced(host, args[1]);
}

/** Keywords that READ-FROM-STRING takes behind two optional arguments, which are often forgotten. */
const BEHIND_OPTIONALS: ReadonlySet<string> = new Set(["START", "END", "PRESERVE-WHITESPACE"]);

/** Whether a call of READ-FROM-STRING has one of them where the first optional argument belongs. */
export function hasMisplacedKeyword(name: LispSymbol, first: LispValue | undefined): boolean {
  if (standardFunction(name)?.name !== "READ-FROM-STRING") return false;
  return isSymbol(first) && homeName(first) === "KEYWORD" && BEHIND_OPTIONALS.has(symbolName(first));
}

function warnMisplaced(host: CompilerHost, first: LispValue | undefined): void {
  const text = `${host.print(first)} as EOF-ERROR-P argument to READ-FROM-STRING: probable error. Two optional arguments must be provided before the first keyword argument.`;
  host.warnings.warn("SIMPLE-STYLE-WARNING", filledWords(text), null);
}

/** How often SBCL looks at the literal type that a function makes an object of, where it is not once. */
const LOOKS: Readonly<Record<string, number>> = table({
  COERCE: 3,
  CONCATENATE: 14,
  "MAKE-ARRAY": 3,
  "MAKE-SEQUENCE": 14,
  MAP: 9,
  MERGE: 14,
});

/** How often at most at the parts of a type. */
const OF_PARTS = 3;

/** Checks the literal type specifiers among the arguments of a call. */
function checkTypeArguments(host: CompilerHost, entry: FunctionEntry, args: readonly LispValue[]): void {
  const { required, optional, keys } = entry;
  const positional = [...required, ...optional];
  // SBCL does not look at the keywords of a call that has too few values for them.
  const isOdd =
    keys !== null && args.length > positional.length && (args.length - positional.length) % 2 === 1;
  for (const [i, arg] of args.entries()) {
    if (isOdd && i >= positional.length) return;
    const key = i < positional.length ? undefined : args[i - 1];
    const parameter = positional[i] ?? keys?.find(({ name }) => isSymbol(key) && key === keyword(name));
    const type = parameter?.type === "type-specifier" ? literalType(arg) : undefined;
    // OPEN knows a word for any type.
    if (type === undefined || type === keyword("DEFAULT")) continue;
    const fault = malformedType(host, type);
    const looks = LOOKS[entry.name] ?? 1;
    const count = fault !== null ? 0 : isSymbol(type) ? looks : Math.min(looks, OF_PARTS);
    for (let i = 0; i < count; i++) warnUndefinedTypes(host, type);
    if (fault !== null) host.warnings.warn("SIMPLE-WARNING", fault, null);
  }
}

/** Checks a call of a standard macro. */
export function checkMacroCall(b: Builder, head: LispSymbol, form: LispCons): void {
  const { host } = b;
  // Macros that expand into others are checked themselves.
  if (b.inLibrary && host.positionOf(form) === null) return;
  if (host.internalCode || homeName(head) !== "COMMON-LISP") return;
  const name = symbolName(head);
  if (CASES.has(name)) checkCaseKeys(host, name, form);
  else if (name === "LOOP") warnUnreadLists(host, form);
  else if (name === "DEFCLASS") checkInitforms(host, form);
  else if (name === "HANDLER-CASE") noteTypes(clauseTypes(cdr(cdrOf(form))), host);
  else if (name === "HANDLER-BIND") noteTypes(clauseTypes(car(cdrOf(form))), host);
}

/** Warns of literal initial values that the slots of a DEFCLASS form are not to have by their types. */
export function checkInitforms(host: CompilerHost, form: LispCons): void {
  for (const slot of elementsOf(car(cdr(cdr(cdrOf(form)))))) {
    const [type, initform] = ["TYPE", "INITFORM"].map((name) => optionOf(slot, keyword(name)));
    const constant = initform === undefined ? undefined : constantOf(host, initform);
    if (type === undefined || constant === undefined || malformedType(host, type) !== null) continue;
    const expected = typeFromForm(host, type);
    if (disjoint(typeOfConstant(host, constant.value), expected))
      host.warnings.warn("TYPE-WARNING", constantConflict(host, constant.value, expected.text), slot);
  }
}

/** The value of an option in (name option value …). */
function optionOf(slot: LispValue, option: LispSymbol): LispValue | undefined {
  for (let rest = cdr(slot); isCons(rest) && isCons(cdrOf(rest)); rest = cdr(cdrOf(rest)))
    if (car(rest) === option) return car(cdrOf(rest));
  return undefined;
}

/** The heads of a list of clauses. */
function clauseTypes(clauses: LispValue): LispValue[] {
  return elementsOf(clauses).map(car);
}

function noteTypes(types: readonly LispValue[], host: CompilerHost): void {
  // A clause (:NO-ERROR …) of HANDLER-CASE names no type.
  for (const type of types) if (type !== keyword("NO-ERROR")) warnUndefinedTypes(host, type);
}

/** Clauses of LOOP whose lists SBCL misses a reader of; it reads sums and extremes itself. */
const LISTING: ReadonlySet<string> = new Set("COLLECT COLLECTING APPEND APPENDING NCONC NCONCING".split(" "));

/** Warns of lists that a LOOP collects INTO variables which nothing else in the form names. */
function warnUnreadLists(host: CompilerHost, form: LispCons): void {
  const items: LispValue[] = [];
  for (let rest = cdrOf(form); isCons(rest); rest = next(rest)) items.push(carOf(rest));
  const word = (i: number): string => (isSymbol(items[i]) ? symbolName(items[i]) : "");
  const targets = items.filter((_, i) => word(i - 1) === "INTO");
  const lists = items.filter((_, i) => word(i - 1) === "INTO" && LISTING.has(word(i - 3)));
  for (const name of new Set(lists)) {
    if (!isSymbol(name) || occurrences(name, form) > targets.filter((each) => each === name).length) continue;
    const message = `The variable ${host.print(name)} is assigned but never read.`;
    host.warnings.warn("SIMPLE-STYLE-WARNING", message, form);
  }
}

/** How often a name stands in a form. What is quoted reads no variable, and may be a ring. */
function occurrences(name: LispSymbol, form: LispValue): number {
  if (car(form) === sym("QUOTE")) return 0;
  let count = 0;
  let rest = form;
  for (; isCons(rest); rest = next(rest)) count += occurrences(name, carOf(rest));
  return rest === name ? count + 1 : count;
}
