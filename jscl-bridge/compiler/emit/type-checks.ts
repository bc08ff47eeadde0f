/**
 * Checks of the types that a program declares. The common types are tested in place; every other one, and
 * whatever fails a test that is narrower than its type, is for the runtime to judge.
 */

import { carOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName, symbolPackage } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { isVectorText } from "../../runtime/objects/vectors.js";
import { elementsOf, sym } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import type { Declarations } from "../syntax/declarations.js";
import { car, cdr, isCons, isSymbol } from "../syntax/forms.js";
import type { Unit } from "./unit.js";

type Test = (x: string) => string;

const integer: Test = (x) => `Number.isInteger(${x})`;

/** Tests of standard types: true only for objects of the type. */
const NAMED: Record<string, Test> = table({
  INTEGER: integer,
  FIXNUM: integer,
  RATIONAL: integer,
  BIT: (x) => `(${x}===0||${x}===1)`,
  "UNSIGNED-BYTE": (x) => `(${integer(x)}&&${x}>=0)`,
  "SIGNED-BYTE": integer,
  NUMBER: (x) => `typeof ${x}==="number"`,
  REAL: (x) => `typeof ${x}==="number"`,
  FLOAT: (x) => `(typeof ${x}==="number"&&!Number.isInteger(${x}))`,
  "SINGLE-FLOAT": (x) => `(typeof ${x}==="number"&&!Number.isInteger(${x}))`,
  "DOUBLE-FLOAT": (x) => `${x} instanceof R.DoubleFloat`,
  SYMBOL: (x) => `${x} instanceof Symbol_`,
  LIST: (x) => `(${x}===nil||${x} instanceof Cons)`,
  CONS: (x) => `${x} instanceof Cons`,
  NULL: (x) => `${x}===nil`,
  BOOLEAN: (x) => `(${x}===nil||${x}===t)`,
  ATOM: (x) => `!(${x} instanceof Cons)`,
  FUNCTION: (x) => `typeof ${x}==="function"`,
  CHARACTER: (x) => `typeof ${x}==="string"`,
  STRING: (x) => `R.isString(${x})`,
  "HASH-TABLE": (x) => `${x} instanceof R.HashTable`,
  VECTOR: (x) => `(Array.isArray(${x})&&${isVectorText(x)})`,
  SEQUENCE: (x) => `(${x}===nil||${x} instanceof Cons||Array.isArray(${x})&&${isVectorText(x)})`,
});

/** A test of an interval of integers that JavaScript's numbers hold exactly; null for other bounds. */
function interval(x: string, low: LispValue, high: LispValue): string | null {
  const parts = [integer(x)];
  for (const [bound, operator] of [
    [low, ">="],
    [high, "<="],
  ] as const) {
    if (bound === undefined || (isSymbol(bound) && symbolName(bound) === "*")) continue;
    if (typeof bound !== "number" || !Number.isSafeInteger(bound)) return null;
    parts.push(`${x}${operator}${bound < 0 ? `(${bound})` : bound}`);
  }
  return `(${parts.join("&&")})`;
}

function compound(unit: Unit, name: string, args: readonly LispValue[], x: string): string | null {
  const [first, second] = args;
  switch (name) {
    case "INTEGER":
      return interval(x, first, second);
    case "MOD":
      return typeof first === "number" ? interval(x, 0, first - 1) : null;
    case "UNSIGNED-BYTE":
      return typeof first === "number" ? interval(x, 0, 2 ** first - 1) : (NAMED["UNSIGNED-BYTE"] as Test)(x);
    case "SIGNED-BYTE":
      return typeof first === "number" ? interval(x, -(2 ** (first - 1)), 2 ** (first - 1) - 1) : integer(x);
    case "EQL":
    case "MEMBER":
      return args.length > 0 && args.every((item) => isSymbol(item) || Number.isInteger(item))
        ? `(${args.map((item) => `${x}===${unit.constant(item)}`).join("||")})`
        : null;
    case "OR":
    case "AND": {
      const tests = args.map((part) => typeTest(unit, part, x));
      if (tests.length === 0 || tests.includes(null)) return null;
      return `(${tests.join(name === "OR" ? "||" : "&&")})`;
    }
  }
  return null;
}

/** JavaScript that is true only for objects of the type, or null when there is none so short. */
function typeTest(unit: Unit, type: LispValue, x: string): string | null {
  const head = isCons(type) ? carOf(type) : type;
  if (!isSymbol(head)) return null;
  if (homeName(head) !== "COMMON-LISP") {
    const expansion = unit.host.expandType(type);
    return expansion === type ? null : typeTest(unit, expansion, x);
  }
  if (head === unit.host.t) return "true";
  if (isCons(type)) return compound(unit, symbolName(head), elementsOf(cdr(type)), x);
  return Object.hasOwn(NAMED, symbolName(head)) ? (NAMED[symbolName(head)] as Test)(x) : null;
}

function isEmptyInterval([low, high]: readonly LispValue[]): boolean {
  return typeof low === "number" && typeof high === "number" && low > high;
}

/** Whether a declaration of this type says nothing that could be checked. */
function isVacuous(unit: Unit, type: LispValue): boolean {
  if (type === unit.host.nil || type === unit.host.t) return true;
  if (!isSymbol(type) && !isCons(type)) return true;
  const head = car(type);
  if (head === sym("INTEGER") && isEmptyInterval(elementsOf(cdr(type)))) return true;
  return (
    isSymbol(head) &&
    (symbolName(head) === "VALUES" || (symbolName(head) === "OR" && cdr(type) === unit.host.nil))
  );
}

/**
 * Code that signals a TYPE-ERROR unless the value of a JavaScript name is of the type. `binding` is what is
 * bound to it.
 */
export function typeCheck(unit: Unit, js: string, type: LispValue, binding: LispSymbol | null): string {
  if (unit.host.internalCode || isVacuous(unit, type)) return "";
  // The value may be a literal number, which takes no property.
  const test = typeTest(unit, type, /^\d/.test(js) ? `(${js})` : js);
  if (test === "true") return "";
  const isNamed = binding !== null && symbolPackage(binding) !== undefined;
  const context = isNamed ? unit.literals.reference(binding) : "nil";
  const check = unit.context.slow(`R.checkType(${js},${unit.literals.reference(type)},${context})`);
  return test === null ? `${check};` : `if(!(${test}))${check};`;
}

/** The type that a variable is declared or proclaimed to have, or null. */
export function declaredType(
  unit: Unit,
  symbol: LispSymbol,
  declarations: Declarations | null,
  special: boolean,
): LispValue {
  return declarations?.types.get(symbol) ?? (special ? unit.host.declaredType(symbol) : null);
}

/**
 * The types of the parameters of a function, as a declaration of its type has them: by place, and by keyword.
 */
export interface ParameterTypes {
  required: LispValue[];
  optional: LispValue[];
  rest: LispValue;
  keys: Map<LispSymbol, LispValue>;
}

/** The parameter types in (FUNCTION parameters values); null when it is no such type. */
export function parameterTypes(type: LispValue): ParameterTypes | null {
  const source = car(cdr(type));
  if (!isCons(type) || (!isCons(source) && !isSymbol(source))) return null;
  const result: ParameterTypes = { required: [], optional: [], rest: null, keys: new Map() };
  let section = "";
  for (let rest: LispValue = source; isCons(rest); rest = next(rest)) {
    const item = carOf(rest);
    if (isSymbol(item) && symbolName(item).startsWith("&")) section = symbolName(item);
    else if (section === "") result.required.push(item);
    else if (section === "&OPTIONAL") result.optional.push(item);
    else if (section === "&KEY" && isSymbol(car(item)))
      result.keys.set(car(item) as LispSymbol, car(cdr(item)));
  }
  return result;
}
