/** What is wrong with the declarations of a body, and what they mute. */
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { sym } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import type { Environment } from "../scope/environment.js";
import type { Declarations } from "../syntax/declarations.js";
import { car, cdr, elements, isCons, isSymbol } from "../syntax/forms.js";
import { isQuality, MOST } from "../syntax/policy.js";
import { FormTypeError, ProgramError } from "../syntax/program-error.js";
import { malformedType, warnUndefinedTypes } from "./type-names.js";

const QUALITIES: ReadonlySet<string> = new Set(
  "COMPILATION-SPEED DEBUG SAFETY SPACE SPEED INHIBIT-WARNINGS".split(" "),
);
/** Declaration identifiers that are no types; some of what they name is checked. */
const OTHERS: ReadonlySet<string> = new Set(
  "SPECIAL DYNAMIC-EXTENT TRULY-DYNAMIC-EXTENT MUFFLE-CONDITIONS UNMUFFLE-CONDITIONS VALUES DECLARATION NOT".split(
    " ",
  ),
);

/** Declaration identifiers that proclamations have and that are no types. */
const PROCLAIMED: ReadonlySet<string> = new Set(
  "TYPE FTYPE INLINE NOTINLINE MAYBE-INLINE IGNORE IGNORABLE GLOBAL ALWAYS-BOUND".split(" "),
);

/** Warns of declarations in a body that binds the variables `bound`. */
export function noteDeclarations(
  host: CompilerHost,
  declarations: Declarations,
  bound: ReadonlySet<LispSymbol>,
  env: Environment,
): void {
  if (host.internalCode) return;
  for (const specifier of declarations.specifiers) {
    if (!isCons(specifier)) continue;
    const id = carOf(specifier);
    const operands = elements(cdrOf(specifier));
    if (isMalformed(host, specifier, declarations)) continue;
    if (isCons(id)) noteType(host, id, operands, bound, env);
    else if (isSymbol(id)) noteIdentifier(host, specifier, id, operands, bound, env);
  }
}

/** Whether a declaration is of a type that is none: it is warned of, and ignored. */
function isMalformed(host: CompilerHost, specifier: LispCons, declarations: Declarations): boolean {
  const id = carOf(specifier);
  if (!isCons(id) && id !== sym("TYPE")) return false;
  const operands = elements(cdrOf(specifier));
  const [type, names] = isCons(id) ? [id, operands] : [operands[0], operands.slice(1)];
  const fault = type === undefined ? null : malformedType(host, type);
  if (fault === null) return false;
  host.warnings.warn("SIMPLE-WARNING", fault, null);
  for (const name of names)
    if (isSymbol(name) && declarations.types.get(name) === type) declarations.types.delete(name);
  return true;
}

function noteIdentifier(
  host: CompilerHost,
  specifier: LispValue,
  id: LispSymbol,
  operands: readonly LispValue[],
  bound: ReadonlySet<LispSymbol>,
  env: Environment,
): void {
  switch (symbolName(id)) {
    case "IGNORE":
    case "IGNORABLE":
      noteIgnored(host, symbolName(id), operands, bound, env);
      return;
    case "TYPE":
      noteType(host, operands[0], operands.slice(1), bound, env);
      return;
    case "FTYPE":
      noteFunctions(host, operands.slice(1), env);
      return;
    case "INLINE":
    case "NOTINLINE":
    case "MAYBE-INLINE":
      noteFunctions(host, operands, env);
      return;
    case "OPTIMIZE":
      noteOptimize(host, specifier, operands);
      return;
    case "SPECIAL":
      for (const name of operands) checkSpecial(host, name);
      return;
    case "DYNAMIC-EXTENT":
      for (const name of operands) checkExtent(name);
      return;
  }
  if (OTHERS.has(symbolName(id)) || host.isDeclaration(id)) return;
  if (host.isKnownType(id)) noteType(host, id, operands, bound, env);
  else warnUnrecognized(host, specifier);
}

function checkSpecial(host: CompilerHost, name: LispValue): void {
  if (!isSymbol(name)) throw new ProgramError("~S is not a symbol and thus can't be declared special.", name);
  if (host.proclaimed(name) === "constant" || homeName(name) === "KEYWORD")
    throw new ProgramError("Can't declare constant variable locally special: ~S", name);
}

/** The name in (FUNCTION name); null for another form. */
function nameOfFunction(form: LispValue): LispSymbol | null {
  return isCons(form) && carOf(form) === sym("FUNCTION") ? functionNameSymbol(car(cdr(form))) : null;
}

function checkExtent(name: LispValue): void {
  if (!isSymbol(name) && nameOfFunction(name) === null)
    throw new ProgramError("DYNAMIC-EXTENT on a weird thing: ~S", name);
}

function warnUnrecognized(host: CompilerHost, specifier: LispValue): void {
  host.warnings.warn("SIMPLE-WARNING", `unrecognized declaration ${host.print(specifier)}`, specifier);
}

function noteIgnored(
  host: CompilerHost,
  id: string,
  names: readonly LispValue[],
  bound: ReadonlySet<LispSymbol>,
  env: Environment,
): void {
  for (const name of names) {
    checkIgnored(name);
    const known = isSymbol(name) ? bound.has(name) : env.function(car(cdr(name))) !== undefined;
    if (known) continue;
    const kind = isSymbol(name) ? "variable" : "function";
    const text = host.print(isSymbol(name) ? name : car(cdr(name)));
    const message = `${id} declaration for an unknown ${kind}: ${text}`;
    host.warnings.warn("SIMPLE-STYLE-WARNING", message, null);
  }
}

function checkIgnored(name: LispValue): void {
  if (isSymbol(name) || nameOfFunction(name) !== null) return;
  if (isCons(name)) throw new ProgramError("Malformed function or variable name ~S.", name);
  throw new FormTypeError(name, "SYMBOL");
}

function noteType(
  host: CompilerHost,
  type: LispValue,
  names: readonly LispValue[],
  bound: ReadonlySet<LispSymbol>,
  env: Environment,
): void {
  // SBCL looks at the type of a declaration once, and again for variables that are bound there.
  const isBound = names.some(
    (name) => isSymbol(name) && (bound.has(name) || env.variable(name) !== undefined),
  );
  for (let i = 0; i < (isBound ? 2 : 1); i++) warnUndefinedTypes(host, type);
  for (const name of names) {
    if (!isSymbol(name)) throw new ProgramError("Variable name is not a symbol: ~S.", name);
    if (bound.has(name) || env.variable(name) !== undefined) continue;
    if (host.proclaimed(name) === null) host.noteUndefinedVariable(name, env);
  }
}

function noteFunctions(host: CompilerHost, names: readonly LispValue[], env: Environment): void {
  for (const name of names) {
    const symbol = functionNameSymbol(name);
    if (symbol === null) throw new FormTypeError(name, "SYMBOL", "Invalid function name: ~S");
    if (env.function(symbol) !== undefined) continue;
    if (host.macroFunction(symbol) === null) host.noteUndefinedFunction(symbol, env);
  }
}

function noteOptimize(host: CompilerHost, specifier: LispValue, operands: readonly LispValue[]): void {
  for (const each of operands) {
    const message = badQuality(host, host.print(specifier), each);
    if (message !== null) host.warnings.warn("SIMPLE-WARNING", message, specifier);
  }
}

/** Warns of a declaration that DECLAIM or PROCLAIM makes. */
export function noteProclamation(host: CompilerHost, specifier: LispValue): void {
  const id = car(specifier);
  if (host.internalCode || !isSymbol(id)) return;
  if (symbolName(id) === "FTYPE") {
    for (const name of elements(cdr(specifier)).slice(1))
      if (isSymbol(name)) host.warnings.proclaimFunction(name);
  }
  if (symbolName(id) === "OPTIMIZE") noteOptimize(host, specifier, elements(cdr(specifier)));
  else if (
    !PROCLAIMED.has(symbolName(id)) &&
    !OTHERS.has(symbolName(id)) &&
    !host.isDeclaration(id) &&
    !host.isKnownType(id)
  ) {
    warnUnrecognized(host, specifier);
  }
}

/**
 * What is wrong with one quality of an OPTIMIZE declaration, or null. The qualities that are SBCL's own are
 * declarations of its packages' as soon as a program names these.
 */
function badQuality(host: CompilerHost, specifier: string, quality: LispValue): string | null {
  const print = (x: LispValue) => host.print(x);
  const name = isCons(quality) ? carOf(quality) : quality;
  const value = isCons(quality) ? car(cdr(quality)) : MOST;
  if (!isSymbol(name) || !(QUALITIES.has(symbolName(name)) || host.isDeclaration(name))) {
    return `Ignoring unknown optimization quality ${print(name)} in: ${specifier}`;
  }
  if (isQuality(value)) return null;
  return `Ignoring bad optimization value ${print(value)} in: ${specifier}`;
}

/** The types of conditions that declarations of a body muffle. */
export function muffledTypes({ specifiers }: Declarations): LispValue[] {
  return specifiers.flatMap((specifier) => {
    const id = car(specifier);
    return isSymbol(id) && symbolName(id) === "MUFFLE-CONDITIONS" ? elements(cdr(specifier)) : [];
  });
}
