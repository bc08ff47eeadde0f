/** The types of forms, from literals, variables and the results of known functions. */
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { isLispString } from "../../runtime/objects/vectors.js";
import type { Unit } from "../emit/unit.js";
import type { Environment, VariableBinding } from "../scope/environment.js";
import { elements, isCons, isSymbol } from "../syntax/forms.js";
import { constantOf } from "./constants.js";
import { knownFunction } from "./known-functions.js";
import { typeFromForm } from "./specifiers.js";
import { ANYTHING, type LispType, typeOf, typeOfConstant, typeOfDimensions, union } from "../types/lattice.js";

export interface Derived {
  type: LispType;
  /**
   * Whether the type rests on what is known of a variable just now, which `Flow.settle` may find to be wrong.
   */
  assumed: boolean;
  /** The variable that is read; null for other forms. */
  binding: VariableBinding | null;
}

const sure = (type: LispType): Derived => ({ type, assumed: false, binding: null });
const CONS_TYPE = typeOf("CONS");
const FUNCTION_TYPE = typeOf("FUNCTION");

/**
 * The type of the value that the form has where it has just been evaluated, or null when nothing is known.
 * What comes before in the form, such as the operands of a call, is past then, and variables may have been
 * assigned since.
 */
export function derive(unit: Unit, form: LispValue, env: Environment): Derived | null {
  const { host } = unit;
  const constant = constantOf(host, form);
  if (constant !== undefined) return sure(typeOfConstant(host, constant.value));
  if (isSymbol(form)) return variableType(unit, form, env);
  if (!isCons(form)) return null;
  const head = carOf(form);
  if (!isSymbol(head) || env.function(head) !== undefined) return null;
  if (homeName(head) !== "COMMON-LISP") return null;
  return special(unit, symbolName(head), cdrOf(form), env) ?? call(unit, head, cdrOf(form), env);
}

function variableType(unit: Unit, symbol: LispSymbol, env: Environment): Derived | null {
  const binding = env.variable(symbol);
  if (binding?.kind !== "lexical") return null;
  const type = unit.flow.typeOf(binding);
  return type === null ? null : { type, assumed: true, binding };
}

function special(unit: Unit, name: string, rest: LispValue, env: Environment): Derived | null {
  if (!SPECIAL.has(name)) return null;
  const args = elements(rest);
  switch (name) {
    case "PROGN":
      return args.length === 0 ? null : derive(unit, args[args.length - 1], env);
    case "THE": {
      const type = args.length === 2 ? typeFromForm(unit.host, args[0]) : ANYTHING;
      // No object is of the type NIL, so control does not pass code that has a value of it.
      return type.kinds === 0 ? null : sure(type);
    }
    case "LAMBDA":
      return sure(FUNCTION_TYPE);
    case "FUNCTION":
      return sure(FUNCTION_TYPE);
    case "IF": {
      const then = derive(unit, args[1], env);
      const otherwise = derive(unit, args.length > 2 ? args[2] : unit.host.nil, env);
      if (then === null || otherwise === null) return null;
      const assumed = then.assumed || otherwise.assumed;
      return { type: union(then.type, otherwise.type), assumed, binding: null };
    }
    default:
      return null;
  }
}

const SPECIAL: ReadonlySet<string> = new Set(["PROGN", "THE", "LAMBDA", "FUNCTION", "IF"]);

function call(unit: Unit, head: LispSymbol, rest: LispValue, env: Environment): Derived | null {
  const result = knownFunction(head)?.result ?? null;
  if (result === null) return null;
  const args = elements(rest);
  switch (symbolName(head)) {
    case "LIST":
      return sure(args.length === 0 ? typeOfConstant(unit.host, unit.host.nil) : CONS_TYPE);
    case "VECTOR":
      return sure(typeOfDimensions([args.length]));
    case "MAKE-ARRAY":
      return madeArray(unit, args) ?? sure(result);
    case "COPY-SEQ": {
      const [source] = args;
      if (!isLispString(source)) break;
      const { constant, ...type } = typeOfConstant(unit.host, source);
      return sure(type);
    }
    case "+":
    case "-":
    case "*":
      return sums(unit, args, env) ?? sure(result);
  }
  // A call that never returns, whose type is NIL, has no value to be of a wrong type.
  return result.kinds === ANYTHING.kinds || result.kinds === 0 ? null : sure(result);
}

/** Sums, differences and products of integers are integers. */
function sums(unit: Unit, args: readonly LispValue[], env: Environment): Derived | null {
  if (!args.every((arg) => leavesVariables(unit, arg, env))) return null;
  const types = args.map((arg) => derive(unit, arg, env));
  if (types.length === 0 || !types.every((each) => each?.type.kinds === INTEGERS.kinds)) return null;
  return { type: INTEGERS, assumed: types.some((each) => each?.assumed), binding: null };
}

/** Whether evaluating the form assigns no variable, as far as one sees without expanding macros. */
function leavesVariables(unit: Unit, form: LispValue, env: Environment): boolean {
  if (!isCons(form) || constantOf(unit.host, form) !== undefined) return true;
  const head = carOf(form);
  if (!isSymbol(head) || env.function(head) !== undefined || knownFunction(head) === null) return false;
  return elements(cdrOf(form)).every((arg) => leavesVariables(unit, arg, env));
}

const INTEGERS = typeOf("INTEGER");

/** (MAKE-ARRAY 3) and the like make simple arrays of any objects. */
function madeArray(unit: Unit, [dimensions, ...keys]: readonly LispValue[]): Derived | null {
  const simple = keys.every(
    (key, i) => i % 2 === 1 || (isSymbol(key) && symbolName(key).startsWith("INITIAL-")),
  );
  const constant = constantOf(unit.host, dimensions);
  if (!simple || constant === undefined) return null;
  const { value } = constant;
  if (typeof value === "number") return sure(typeOfDimensions([value]));
  const list = isCons(value) ? elements(value) : [];
  const numbers = list.filter((each) => typeof each === "number");
  return list.length > 0 && numbers.length === list.length ? sure(typeOfDimensions(numbers)) : null;
}
