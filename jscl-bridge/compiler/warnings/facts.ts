/** What a test says of a variable where it succeeds, and where it fails. */

import { expandedType } from "../../functions/designators.js";
import type { FunctionEntry } from "../../functions/table.js";
import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import type { Unit } from "../emit/unit.js";
import type { Environment } from "../scope/environment.js";
import { constantForm } from "../syntax/constant-forms.js";
import { elements, isCons, isSymbol } from "../syntax/forms.js";
import { standardFunction } from "../syntax/standard-functions.js";
import { constantOf } from "./constants.js";
import type { Fact, Facts, Moment } from "./flow.js";
import { readSpecifier } from "./known-functions.js";
import { typeFromForm } from "./specifiers.js";
import { quotedType } from "./type-names.js";
import { ANYTHING, type LispType, type Specifier, typeOf, typeOfConstant } from "../types/lattice.js";

const NONE: Facts = { holds: [], fails: [] };

/** The types of a value for which a predicate holds, and for which it fails. */
interface Outcomes {
  readonly holds: LispType;
  readonly fails: LispType;
}

/** The outcomes of a predicate of a type. */
function outcomes(type: Specifier): Outcomes {
  const [head, part] = typeof type === "object" ? type : [];
  return { holds: typeOf(type), fails: typeOf(head === "NOT" && part !== undefined ? part : ["NOT", type]) };
}

const predicates = new Map<FunctionEntry, Outcomes>();

/** What a predicate of COMMON-LISP that tests for a type says; undefined for another function. */
function predicateOutcomes(name: LispSymbol): Outcomes | undefined {
  const entry = standardFunction(name);
  if (entry === undefined || entry.tests === null) return undefined;
  const known = predicates.get(entry);
  if (known !== undefined) return known;
  const found = outcomes(readSpecifier(expandedType(entry.tests)));
  predicates.set(entry, found);
  return found;
}

const { holds: NULL, fails: NOT_NULL } = outcomes("NULL");

/** The facts of a test whose code began at `since` and has just run. */
export function factsOf(unit: Unit, test: LispValue, env: Environment, since: Moment): Facts {
  if (unit.host.internalCode) return NONE;
  const { holds, fails, ...never } = testFacts(unit, test, env);
  // What a part of the test found out of a variable is past when a later part assigned it.
  const lasts = ({ binding }: Fact): boolean => !unit.flow.assigns(since, binding);
  return { holds: holds.filter(lasts), fails: fails.filter(lasts), ...never };
}

/**
 * The facts of a test whose operands are variables and constants, so that nothing happens between it and its
 * value.
 */
export function plainTestFacts(unit: Unit, test: LispValue, env: Environment): Facts | null {
  const head = isCons(test) ? carOf(test) : null;
  if (!isCons(test) || !isSymbol(head)) return null;
  if (symbolName(head) !== "NOT" && predicateOutcomes(head) === undefined) return null;
  if (elements(cdrOf(test)).some(isCons)) return null;
  const facts = testFacts(unit, test, env);
  return facts === NONE ? null : facts;
}

function testFacts(unit: Unit, test: LispValue, env: Environment): Facts {
  const constant = constantOf(unit.host, test);
  if (constant !== undefined) return constantFacts(unit, constant.value);
  if (isSymbol(test)) return variableFacts(unit, test, env);
  if (!isCons(test)) return NONE;
  const head = carOf(test);
  if (!isSymbol(head) || homeName(head) !== "COMMON-LISP" || env.function(head)) return NONE;
  const args = elements(cdrOf(test));
  const [argument] = args;
  switch (symbolName(head)) {
    case "AND":
      return partsFacts(unit, args, env, "holds");
    case "OR":
      return partsFacts(unit, args, env, "fails");
    case "NOT":
    case "NULL": {
      return args.length === 1 ? negated(testFacts(unit, argument, env)) : NONE;
    }
    case "EQL":
      return args.length === 2 ? sameAsConstant(unit, args, env) : NONE;
    case "TYPEP": {
      const type = quotedType(args[1]);
      return type === undefined ? NONE : typeFacts(argument, typeFromForm(unit.host, type), null, env);
    }
  }
  const value = constantForm(unit.host, test, null)?.value;
  if (value !== undefined) return constantFacts(unit, value);
  const tested = predicateOutcomes(head);
  return tested === undefined || args.length !== 1
    ? NONE
    : typeFacts(argument, tested.holds, tested.fails, env);
}

function constantFacts({ host }: Unit, value: LispValue): Facts {
  return { ...NONE, never: value === host.nil ? "holds" : "fails" };
}

/** The facts of a comparison of a variable with a constant. */
function sameAsConstant(unit: Unit, [a, b]: readonly LispValue[], env: Environment): Facts {
  const second = constantOf(unit.host, b);
  const constant = second ?? constantOf(unit.host, a);
  if (constant === undefined) return NONE;
  return typeFacts(second === undefined ? b : a, typeOfConstant(unit.host, constant.value), null, env);
}

function negated({ holds, fails, never }: Facts): Facts {
  const swapped = { holds: fails, fails: holds };
  return never === undefined ? swapped : { ...swapped, never: never === "holds" ? "fails" : "holds" };
}

/** What a variable's value says as a test: that it is NIL or not, and what the test said that made it. */
function variableFacts(unit: Unit, symbol: LispSymbol, env: Environment): Facts {
  const own = typeFacts(symbol, NOT_NULL, NULL, env);
  const binding = env.variable(symbol);
  const test = binding?.kind === "lexical" ? unit.flow.testOf(binding) : null;
  if (test === null) return own;
  return { holds: [...own.holds, ...test.holds], fails: [...own.fails, ...test.fails] };
}

/** Of several tests, each holds where AND does, and each fails where OR does. */
function partsFacts(
  unit: Unit,
  tests: readonly LispValue[],
  env: Environment,
  outcome: "holds" | "fails",
): Facts {
  const parts = tests.map((test) => testFacts(unit, test, env));
  const facts = { ...NONE, [outcome]: parts.flatMap((part) => part[outcome]) };
  return parts.some(({ never }) => never === outcome) ? { ...facts, never: outcome } : facts;
}

function typeFacts(form: LispValue, then: LispType, otherwise: LispType | null, env: Environment): Facts {
  const binding = isSymbol(form) ? env.variable(form) : undefined;
  if (binding?.kind !== "lexical") return NONE;
  return {
    holds: then.kinds === ANYTHING.kinds ? [] : [{ binding, type: then }],
    fails: otherwise === null ? [] : [{ binding, type: otherwise }],
  };
}
