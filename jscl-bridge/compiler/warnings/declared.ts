/** What is wrong with the declarations of a body, and what they mute. */
import type { LispSymbol, LispValue } from "../../runtime/marshal.js";
import type { Declarations } from "../declarations.js";
import type { Environment } from "../environment.js";
import { car, cdr, elements, isCons, isSymbol, setfFunctionSymbol } from "../forms.js";
import type { Unit } from "../unit.js";
import { warnUndefinedTypes } from "./type-names.js";

const QUALITIES: ReadonlySet<string> = new Set(
  "COMPILATION-SPEED DEBUG SAFETY SPACE SPEED INHIBIT-WARNINGS".split(" "),
);
/** Declaration identifiers that name neither a type nor anything to be checked here. */
const OTHERS: ReadonlySet<string> = new Set(
  "SPECIAL DYNAMIC-EXTENT TRULY-DYNAMIC-EXTENT MUFFLE-CONDITIONS UNMUFFLE-CONDITIONS VALUES DECLARATION NOT".split(
    " ",
  ),
);

/** Warns of declarations in a body that binds the variables `bound`. */
export function noteDeclarations(
  unit: Unit,
  { specifiers }: Declarations,
  bound: ReadonlySet<LispSymbol>,
  env: Environment,
): void {
  if (unit.host.internalCode) return;
  for (const specifier of specifiers) {
    if (!isCons(specifier)) continue;
    const id = specifier.$$jscl_car;
    const operands = elements(specifier.$$jscl_cdr);
    if (isCons(id)) noteType(unit, id, operands, bound, env);
    else if (isSymbol(id)) noteIdentifier(unit, specifier, id, operands, bound, env);
  }
}

function noteIdentifier(
  unit: Unit,
  specifier: LispValue,
  id: LispSymbol,
  operands: readonly LispValue[],
  bound: ReadonlySet<LispSymbol>,
  env: Environment,
): void {
  switch (id.name) {
    case "IGNORE":
    case "IGNORABLE":
      noteIgnored(unit, id.name, operands, bound, env);
      return;
    case "TYPE":
      noteType(unit, operands[0], operands.slice(1), bound, env);
      return;
    case "FTYPE":
      noteFunctions(unit, operands.slice(1), env);
      return;
    case "INLINE":
    case "NOTINLINE":
    case "MAYBE-INLINE":
      noteFunctions(unit, operands, env);
      return;
    case "OPTIMIZE":
      noteOptimize(unit, specifier, operands);
      return;
  }
  if (OTHERS.has(id.name) || unit.host.isDeclaration(id)) return;
  if (unit.host.isKnownType(id)) noteType(unit, id, operands, bound, env);
  else warnUnrecognized(unit, specifier);
}

function warnUnrecognized({ host }: Unit, specifier: LispValue): void {
  host.warnings.warn("SIMPLE-WARNING", `unrecognized declaration ${host.print(specifier)}`, specifier);
}

function noteIgnored(
  unit: Unit,
  id: string,
  names: readonly LispValue[],
  bound: ReadonlySet<LispSymbol>,
  env: Environment,
): void {
  for (const name of names) {
    const known = isSymbol(name) ? bound.has(name) : env.function(car(cdr(name))) !== undefined;
    if (known) continue;
    const kind = isSymbol(name) ? "variable" : "function";
    const text = unit.host.print(isSymbol(name) ? name : car(cdr(name)));
    const message = `${id} declaration for an unknown ${kind}: ${text}`;
    unit.host.warnings.warn("SIMPLE-STYLE-WARNING", message, null);
  }
}

function noteType(
  unit: Unit,
  type: LispValue,
  names: readonly LispValue[],
  bound: ReadonlySet<LispSymbol>,
  env: Environment,
): void {
  for (const name of names) {
    warnUndefinedTypes(unit.host, type);
    if (!isSymbol(name) || bound.has(name) || env.variable(name) !== undefined) continue;
    if (unit.host.proclaimed(name) === null) unit.host.noteUndefinedVariable(name);
  }
}

function noteFunctions(unit: Unit, names: readonly LispValue[], env: Environment): void {
  for (const name of names) {
    const place = isCons(name) ? car(cdr(name)) : null;
    const symbol = isSymbol(name) ? name : isSymbol(place) ? setfFunctionSymbol(place) : null;
    if (symbol === null || env.function(symbol) !== undefined) continue;
    if (unit.host.macroFunction(symbol) === null) unit.host.noteUndefinedFunction(symbol);
  }
}

function noteOptimize({ host }: Unit, specifier: LispValue, operands: readonly LispValue[]): void {
  for (const each of operands) {
    const message = badQuality(host.print(specifier), each, (x) => host.print(x));
    if (message !== null) host.warnings.warn("SIMPLE-WARNING", message, specifier);
  }
}

/** What is wrong with one quality of an OPTIMIZE declaration, or null. */
export function badQuality(
  specifier: string,
  quality: LispValue,
  print: (x: LispValue) => string,
): string | null {
  const name = isCons(quality) ? quality.$$jscl_car : quality;
  const value = isCons(quality) ? car(cdr(quality)) : 3;
  if (!isSymbol(name) || !QUALITIES.has(name.name)) {
    return `Ignoring unknown optimization quality ${print(name)} in: ${specifier}`;
  }
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 3) return null;
  return `Ignoring bad optimization value ${print(value)} in: ${specifier}`;
}

/** The types of conditions that declarations of a body muffle. */
export function muffledTypes({ specifiers }: Declarations): LispValue[] {
  return specifiers.flatMap((specifier) => {
    const id = car(specifier);
    return isSymbol(id) && id.name === "MUFFLE-CONDITIONS" ? elements(cdr(specifier)) : [];
  });
}
