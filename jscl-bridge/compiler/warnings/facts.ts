/** What a test says of a variable where it succeeds, and where it fails. */
import type { LispValue } from "../../runtime/marshal.js";
import type { Environment } from "../environment.js";
import { car, cdr, isCons, isSymbol } from "../forms.js";
import type { Unit } from "../unit.js";
import type { Fact } from "./flow.js";
import { typeFromForm } from "./specifiers.js";
import { quotedType } from "./type-names.js";
import { ANYTHING, type LispType, typeOf } from "./types.js";

export interface Facts {
  holds?: Fact;
  fails?: Fact;
}

const PREDICATES: Readonly<Record<string, string>> = {
  NUMBERP: "NUMBER",
  INTEGERP: "INTEGER",
  RATIONALP: "RATIONAL",
  REALP: "REAL",
  FLOATP: "FLOAT",
  STRINGP: "STRING",
  SYMBOLP: "SYMBOL",
  CONSP: "CONS",
  LISTP: "LIST",
  FUNCTIONP: "FUNCTION",
  CHARACTERP: "CHARACTER",
  VECTORP: "VECTOR",
  ARRAYP: "ARRAY",
  "HASH-TABLE-P": "HASH-TABLE",
  NULL: "NULL",
  NOT: "NULL",
};

export function factsOf(unit: Unit, test: LispValue, env: Environment): Facts {
  if (unit.host.internalCode) return {};
  if (isSymbol(test)) return facts(test, "NULL", env, true);
  if (!isCons(test)) return {};
  const head = test.$$jscl_car;
  const rest = test.$$jscl_cdr;
  if (!isSymbol(head) || head.package?.packageName !== "COMMON-LISP" || env.function(head)) return {};
  const argument = car(rest);
  const more = cdr(rest) !== unit.host.nil;
  if (head.name === "ATOM" && !more) return facts(argument, "CONS", env, true);
  const name = Object.hasOwn(PREDICATES, head.name) ? PREDICATES[head.name] : undefined;
  if (name !== undefined && !more) return facts(argument, name, env, false);
  if (head.name !== "TYPEP") return {};
  const type = quotedType(car(cdr(rest)));
  return type === undefined ? {} : typeFacts(argument, typeFromForm(unit.host, type), null, env);
}

function facts(form: LispValue, name: string, env: Environment, negated: boolean): Facts {
  const type = typeOf(name);
  const complement = typeOf(["NOT", name]);
  return negated ? typeFacts(form, complement, type, env) : typeFacts(form, type, complement, env);
}

function typeFacts(form: LispValue, then: LispType, otherwise: LispType | null, env: Environment): Facts {
  const binding = isSymbol(form) ? env.variable(form) : undefined;
  if (binding?.kind !== "lexical") return {};
  const result: Facts = {};
  if (then.kinds !== ANYTHING.kinds) result.holds = { binding, type: then };
  if (otherwise !== null) result.fails = { binding, type: otherwise };
  return result;
}
