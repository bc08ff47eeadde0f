/** What tests say of variables where they succeed, and where they fail. */

import { expandedType } from "../../functions/designators.js";
import type { FunctionEntry } from "../../functions/table.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import type { CompilerHost } from "../host.js";
import { standardFunction } from "../syntax/standard-functions.js";
import type { CallNode, Node, ReadNode, Variable } from "../syntax/tree.js";
import { readSpecifier } from "../warnings/known-functions.js";
import { typeFromForm } from "../warnings/specifiers.js";
import { typeOfConstant } from "./constants.js";
import { COMPLEX, DOUBLE, INTEGER, SINGLE } from "./kinds.js";
import { ANYTHING, integers, isOfKinds, LispType } from "./lattice.js";
import { type Specifier, typeOf } from "./specifiers.js";

/** The types of a value for which a predicate holds, and for which it fails; null where it says nothing. */
interface Outcomes {
  readonly holds: LispType | null;
  readonly fails: LispType | null;
}

/** What a test says of a variable. */
interface Fact extends Outcomes {
  readonly variable: Variable;
}

/** The outcomes of a predicate of a type. */
function outcomes(type: Specifier): Outcomes {
  const [head, part] = typeof type === "object" ? type : [];
  const holds = typeOf(type);
  const fails = typeOf(head === "NOT" && part !== undefined ? part : ["NOT", type]);
  return { holds: told(holds), fails: told(fails) };
}

/** A type, unless it admits everything. */
const told = (type: LispType): LispType | null => (type.kinds === ANYTHING.kinds ? null : type);

const predicates = new Map<FunctionEntry, Outcomes>();

/** What a predicate of COMMON-LISP that tests for a type says; undefined for another function. */
function predicateOutcomes(entry: FunctionEntry): Outcomes | undefined {
  if (entry.tests === null) return undefined;
  let found = predicates.get(entry);
  if (found === undefined) {
    found = outcomes(readSpecifier(expandedType(entry.tests)));
    predicates.set(entry, found);
  }
  return found;
}

/** What a value says as a test itself. */
export const TRUTH: Outcomes = { holds: outcomes("NULL").fails, fails: outcomes("NULL").holds };

/** What ENDP says of what it has accepted, a list. */
const END: Outcomes = { holds: typeOf("NULL"), fails: typeOf("CONS") };

/** The facts of a call as a test, whose arguments have just been evaluated. */
export function factsOf(host: CompilerHost, call: CallNode): Fact[] {
  const entry = standardFunction(call.name);
  if (entry === undefined) return [];
  const { args } = call;
  const [first, second] = args;
  const name = symbolName(call.name);
  switch (name) {
    case "EQL":
    case "EQ":
      return args.length === 2 ? sameFacts(host, first as Node, second as Node) : [];
    case "ENDP":
      return args.length === 1 ? facts(first, END) : [];
    case "TYPEP":
      return first === undefined ? [] : typepFacts(host, first, second);
    case "<":
    case ">":
    case "<=":
    case ">=":
    case "=":
      return args.length === 2 ? comparison(name, first as Node, second as Node) : [];
    case "ZEROP":
    case "PLUSP":
    case "MINUSP":
      return args.length === 1 ? signFacts(name, first as Node) : [];
    case "LOGBITP":
      return args.length === 2 ? highestBitFacts(first as Node, second as Node) : [];
  }
  const tested = args.length === 1 ? predicateOutcomes(entry) : undefined;
  return tested === undefined ? [] : facts(first, tested);
}

function facts(node: Node | undefined, { holds, fails }: Outcomes): Fact[] {
  return node?.kind === "read" ? [{ variable: node.variable, holds, fails }] : [];
}

/** The facts of a comparison of a variable with a constant, or with another variable. */
function sameFacts(host: CompilerHost, a: Node, b: Node): Fact[] {
  return [...sameAs(host, a, b), ...sameAs(host, b, a)];
}

function sameAs(host: CompilerHost, node: Node, other: Node): Fact[] {
  if (node.kind !== "read" || other.kind !== "constant") return [];
  const type = typeOfConstant(host, other.value);
  // Of few objects alone it follows that others are not them.
  const fails = other.value === host.nil ? TRUTH.holds : null;
  return facts(node, { holds: type, fails });
}

/** Whether all objects of a type's kinds are of the type. */
function isWholeKinds({ facets }: LispType): boolean {
  return Object.values(facets).every((facet) => facet == null || facet === false);
}

function typepFacts(host: CompilerHost, node: Node, designator: Node | undefined): Fact[] {
  if (designator?.kind !== "constant") return [];
  const type = typeFromForm(host, designator.value);
  const fails = isWholeKinds(type)
    ? new LispType(ANYTHING.kinds & ~type.kinds, undefined, () => `(NOT ${type.text})`)
    : null;
  return facts(node, { holds: told(type), fails });
}

type Comparison = "<" | ">" | "<=" | ">=" | "=";

const OPPOSITE = { "<": ">=", ">": "<=", "<=": ">", ">=": "<" } as const;
const MIRRORED = { "<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=" } as const;

function comparison(name: Comparison, a: Node, b: Node): Fact[] {
  return [...compared(name, a, b), ...compared(MIRRORED[name], b, a)];
}

/** What a comparison with a real number says of an integer. */
function compared(name: Comparison, node: Node, { type: other }: Node): Fact[] {
  if (node.kind !== "read" || !isOfKinds(other, INTEGER)) return [];
  if (!isOfKinds(node.type, INTEGER)) return name === "=" ? equalFacts(node, other) : [];
  const holds = limited(name, other);
  const fails = name === "=" ? null : limited(OPPOSITE[name], other);
  return [{ variable: node.variable, holds, fails }];
}

/** The numbers that are equal to an integer. */
function equalFacts(node: ReadNode, { low, high }: LispType): Fact[] {
  if (low === null || low !== high || low > MOST || low < -MOST) return [];
  const text = (): string => {
    const reals = [
      `(INTEGER ${low} ${low})`,
      `(SINGLE-FLOAT ${low}.0 ${low}.0)`,
      `(DOUBLE-FLOAT ${low}.0d0 ${low}.0d0)`,
    ];
    return `(OR ${[...reals, ...reals.map((each) => `(COMPLEX ${each})`)].join(" ")})`;
  };
  const kinds = INTEGER | SINGLE | DOUBLE | COMPLEX;
  return [
    { variable: node.variable, holds: new LispType(kinds, { low, high, loose: true }, text), fails: null },
  ];
}

/** Floats up to here are written without an exponent. */
const MOST = 999_999n;

/** The integers that compare so with one of `other`. */
function limited(name: Comparison, { low, high }: LispType): LispType | null {
  if (name === "=") return integers(low, high);
  if (name === "<" || name === "<=")
    return high === null ? null : integers(null, name === "<" ? high - 1n : high);
  return low === null ? null : integers(name === ">" ? low + 1n : low, null);
}

const SIGNS = {
  ZEROP: { holds: integers(0n, 0n), fails: null },
  PLUSP: { holds: integers(1n, null), fails: integers(null, 0n) },
  MINUSP: { holds: integers(null, -1n), fails: integers(0n, null) },
} as const;

function signFacts(name: keyof typeof SIGNS, node: Node): Fact[] {
  if (isOfKinds(node.type, INTEGER)) return facts(node, SIGNS[name]);
  return name === "ZEROP" && node.kind === "read" ? equalFacts(node, SIGNS.ZEROP.holds) : [];
}

/** What the highest bit says of a number that has no bits above it. */
function highestBitFacts({ type: index }: Node, node: Node): Fact[] {
  if (!isOfKinds(index, INTEGER) || index.low === null || index.low !== index.high) return [];
  if (index.low < 0n || index.low > MOST_PLACES || !isOfKinds(node.type, INTEGER)) return [];
  const { low, high } = node.type;
  const value = 1n << index.low;
  if (low === null || low < 0n || high === null || high >= 2n * value) return [];
  return facts(node, { holds: integers(value, null), fails: integers(null, value - 1n) });
}

/** Words have fewer bits. */
const MOST_PLACES = 64n;

/** Whether a call is NOT or NULL of one argument. */
export function isNegation({ name, args }: CallNode): boolean {
  const symbol = symbolName(name);
  return args.length === 1 && (symbol === "NOT" || symbol === "NULL") && homeName(name) === "COMMON-LISP";
}
