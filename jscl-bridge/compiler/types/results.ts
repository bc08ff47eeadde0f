/** Types of the values of functions of COMMON-LISP, from the types of their arguments. */

import { symbolName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { isLispString } from "../../runtime/objects/vectors.js";
import type { CompilerHost } from "../host.js";
import type { CallNode, Node } from "../syntax/tree.js";
import { typeFromForm } from "../warnings/specifiers.js";
import {
  absolute,
  accepted,
  bitLength,
  difference,
  division,
  extreme,
  floatFunction,
  INTEGERS,
  logicalAnd,
  logicalNot,
  logicalOr,
  lowBits,
  NUMBERS,
  negated,
  product,
  quotient,
  REALS,
  shifted,
  sum,
} from "./arithmetic.js";
import { elementOf, madeArray, madeString } from "./arrays.js";
import { typeOfConstant, typeOfDimensions } from "./constants.js";
import { CHARACTER, CONS, DOUBLE, FUNCTION, INTEGER, NULL, RATIO, SINGLE, STRING, VECTOR } from "./kinds.js";
import { integers, isOfKinds, LispType, subtype } from "./lattice.js";
import { typeOf } from "./specifiers.js";

type Types = readonly (LispType | null)[];

/** The type of the first value; undefined where the table of functions knows as much. */
type Result = (types: Types, call: CallNode, host: CompilerHost) => LispType | null | undefined;

const ONE = integers(1n, 1n);
const CONS_TYPE = typeOf("CONS");
const LIST_TYPE = typeOf("LIST");

/** The size of an object. JavaScript has it exactly; its name is SBCL's type. */
const SIZE = integers(0n, BigInt(Number.MAX_SAFE_INTEGER)).named("(MOD 4611686018427387901)");

const fold =
  (step: (a: LispType | null, b: LispType | null) => LispType, unit: bigint): Result =>
  (types) =>
    types.length === 0
      ? integers(unit, unit)
      : types.slice(1).reduce(step, step(types[0] ?? null, integers(unit, unit)));

const rounding =
  (how: "FLOOR" | "CEILING" | "TRUNCATE" | "ROUND"): Result =>
  (types) =>
    division(types[0] ?? null, types.length > 1 ? accepted(types[1] ?? null, REALS) : ONE, how)[0];

const remainderOf =
  (how: "FLOOR" | "TRUNCATE"): Result =>
  (types) =>
    division(types[0] ?? null, accepted(types[1] ?? null, REALS), how)[1];

const ofFloat: Result = ([x = null]) => floatFunction(x) ?? undefined;
/** A function whose value is real where its argument is not negative. */
const ofNonNegative =
  (facets: { nonNegative?: boolean }): Result =>
  ([x = null], call) => {
    if (call.args.length !== 1 || x === null) return undefined;
    const isPositive = x.facets.nonNegative === true && isOfKinds(x, SINGLE | DOUBLE);
    return isPositive ? (floatFunction(x, facets) ?? undefined) : undefined;
  };

/** How many bits an integer has, or has of one kind. */
const bitCount: Result = ([x = null]) => {
  if (!isOfKinds(x, INTEGER) || x.low === null || x.high === null) return undefined;
  return integers(0n, BigInt(Math.max(bitLength(x.low), bitLength(x.high))));
};

const element: Result = ([array = null]) => elementOf(array) ?? undefined;

/** Whether two arguments are the same variable. */
function isSquare([a, b, ...more]: readonly Node[]): boolean {
  return a?.kind === "read" && b?.kind === "read" && more.length === 0 && a.variable === b.variable;
}

const RESULTS: Readonly<Record<string, Result>> = table<Result>({
  "+": fold(sum, 0n),
  "-": ([first = null, ...rest]) =>
    rest.length === 0 ? negated(first) : (rest.reduce(difference, first) ?? undefined),
  "*": (types, { args }) =>
    isSquare(args) && isOfKinds(types[0] ?? null, INTEGER | RATIO | SINGLE | DOUBLE)
      ? product(types[0] ?? null, types[1] ?? null, true)
      : fold((a, b) => product(a, b), 1n)(types, null as never, null as never),
  "/": ([first = null, ...rest]) =>
    rest.length === 0 ? quotient(ONE, first) : (rest.reduce(quotient, first) ?? undefined),
  "1+": ([x = null]) => sum(x, ONE),
  "1-": ([x = null]) => difference(x, ONE),
  ABS: ([x = null]) => absolute(x),
  MIN: (types) =>
    types.slice(1).reduce<LispType>((a, b) => extreme(a, b, false), accepted(types[0] ?? null, REALS)),
  MAX: (types) =>
    types.slice(1).reduce<LispType>((a, b) => extreme(a, b, true), accepted(types[0] ?? null, REALS)),
  LOGAND: (types) => types.reduce<LispType>(logicalAnd, integers(-1n, -1n)),
  LOGIOR: fold(logicalOr, 0n),
  LOGXOR: fold(logicalOr, 0n),
  LOGNOT: ([x = null]) => logicalNot(x),
  ASH: ([x = null, count = null]) => shifted(x, count),
  FLOOR: rounding("FLOOR"),
  CEILING: rounding("CEILING"),
  TRUNCATE: rounding("TRUNCATE"),
  ROUND: rounding("ROUND"),
  MOD: remainderOf("FLOOR"),
  REM: remainderOf("TRUNCATE"),
  LOGCOUNT: bitCount,
  "INTEGER-LENGTH": bitCount,
  LDB: (_, { args }) => {
    const [bytes] = args;
    const size = bytes?.kind === "call" && symbolName(bytes.name) === "BYTE" ? bytes.args[0]?.type : null;
    return size?.high != null && size.high >= 0n ? lowBits(size.high) : undefined;
  },
  SIN: ofFloat,
  COS: ofFloat,
  TAN: ofFloat,
  SINH: ofFloat,
  COSH: ofFloat,
  TANH: ofFloat,
  ATAN: (types) => {
    const [y = null, x = null] = types;
    return types.length === 1 || isOfKinds(x, DOUBLE) === isOfKinds(y, DOUBLE) ? floatFunction(y) : undefined;
  },
  EXP: ([x = null]) => floatFunction(x, { nonNegative: true }) ?? undefined,
  SQRT: ofNonNegative({ nonNegative: true }),
  EXPT: ([base = null, power = null]) => powerOf(base, power) ?? undefined,
  FLOAT: ([x = null, prototype], call) => {
    if (call.args.length > 1) {
      if (isOfKinds(prototype ?? null, DOUBLE)) return FLOATS.double;
      return isOfKinds(prototype ?? null, SINGLE) ? FLOATS.single : undefined;
    }
    return floatFunction(accepted(x, REALS)) ?? undefined;
  },
  RANDOM: ([limit = null]) => randomOf(limit),
  COERCE: ([value = null], { args }, host) => coerced(host, value, args[1]),
  LIST: (types, _, host) => (types.length === 0 ? typeOfConstant(host, host.nil) : CONS_TYPE),
  "LIST*": (types) => (types.length > 1 ? CONS_TYPE : undefined),
  VECTOR: (types) => typeOfDimensions([types.length]),
  CAR: half,
  CDR: half,
  IDENTITY: ([x = null]) => x,
  LENGTH: ([x = null]) => lengthOf(x) ?? SIZE,
  COUNT: () => SIZE,
  "COUNT-IF": () => SIZE,
  "COUNT-IF-NOT": () => SIZE,
  "FILL-POINTER": () => SIZE,
  "ARRAY-DIMENSION": () => SIZE,
  "ARRAY-TOTAL-SIZE": () => SIZE,
  "MAKE-ARRAY": (_, call, host) => madeArray(host, call) ?? undefined,
  "MAKE-STRING": (_, call) => madeString(call) ?? undefined,
  AREF: element,
  "ROW-MAJOR-AREF": element,
  SVREF: element,
  CHAR: element,
  SCHAR: element,
  ELT: element,
  "COPY-SEQ": ([x = null], { args }, host) =>
    isOfKinds(x, NULL | CONS) ? LIST_TYPE : copied(host, x, args[0]),
});

const FLOATS = {
  single: new LispType(SINGLE),
  double: new LispType(DOUBLE),
};

/** Functions that answer the sequence that they were given, changed, or a new one of the same kind. */
const OF_SEQUENCES: ReadonlySet<string> = new Set(
  `SORT STABLE-SORT NREVERSE REVERSE FILL REPLACE SUBSEQ REMOVE REMOVE-IF REMOVE-IF-NOT REMOVE-DUPLICATES DELETE
  DELETE-IF DELETE-IF-NOT DELETE-DUPLICATES SUBSTITUTE SUBSTITUTE-IF SUBSTITUTE-IF-NOT NSUBSTITUTE NSUBSTITUTE-IF
  NSUBSTITUTE-IF-NOT`.split(/\s+/),
);

/** Those whose sequence is as long as the one that they were given. */
const OF_SAME_LENGTH: ReadonlySet<string> = new Set(
  "SORT STABLE-SORT NREVERSE REVERSE FILL REPLACE".split(" "),
);

/** Which argument of such a function is the sequence. */
function sequenceIndex(name: string): number {
  if (name.includes("SUBSTITUTE")) return 2;
  return /^(REMOVE|DELETE)(-IF|-IF-NOT)?$/.test(name) ? 1 : 0;
}

/** What such a function makes of a list is a list. */
function sequenceResult(name: string, types: Types): LispType | undefined {
  const type = types[sequenceIndex(name)] ?? null;
  if (!isOfKinds(type, NULL | CONS)) return undefined;
  return OF_SAME_LENGTH.has(name) && isOfKinds(type, CONS) ? CONS_TYPE : LIST_TYPE;
}

/** The car or cdr of NIL is NIL. */
function half([x = null]: Types): LispType | undefined {
  return isOfKinds(x, NULL)
    ? new LispType(NULL, { low: null, high: null, constant: x.constant }, "NULL")
    : undefined;
}

function lengthOf(x: LispType | null): LispType | undefined {
  const [length, ...more] = x?.dimensions ?? [];
  // A vector of this length may have a fill pointer, unless it is simple.
  const isSimple =
    isOfKinds(x, VECTOR) && more.length === 0 && (x.facets.simple === true || x.constant !== undefined);
  return length !== undefined && isSimple ? integers(BigInt(length), BigInt(length)) : undefined;
}

function powerOf(base: LispType | null, power: LispType | null): LispType | null {
  if (base === null || power === null) return null;
  if (isOfKinds(power, INTEGER)) {
    const isNatural = power.low !== null && power.low >= 0n;
    if (isOfKinds(base, INTEGER)) {
      if (!isNatural) return null;
      return base.low !== null && base.low >= 0n ? integers(0n, null) : INTEGERS;
    }
    if (isOfKinds(base, DOUBLE)) return FLOATS.double;
    if (isOfKinds(base, SINGLE)) return FLOATS.single;
    return null;
  }
  if (isOfKinds(base, DOUBLE) && base.facets.nonNegative && isOfKinds(power, DOUBLE)) return FLOATS.double;
  return null;
}

function randomOf(limit: LispType | null): LispType | undefined {
  if (limit === null) return undefined;
  if (isOfKinds(limit, INTEGER)) return integers(0n, limit.high === null ? null : limit.high - 1n);
  if (isOfKinds(limit, DOUBLE)) return new LispType(DOUBLE, { low: null, high: null, nonNegative: true });
  return isOfKinds(limit, SINGLE)
    ? new LispType(SINGLE, { low: null, high: null, nonNegative: true })
    : undefined;
}

/** Types that COERCE makes objects of whatever it gets. */
const COERCED = FUNCTION | DOUBLE | SINGLE | CHARACTER | NULL | CONS | VECTOR;

function coerced(
  host: CompilerHost,
  value: LispType | null,
  designator: Node | undefined,
): LispType | undefined {
  if (designator?.kind !== "constant") return undefined;
  const type = typeFromForm(host, designator.value);
  if (type.loose || (type.kinds & ~COERCED) !== 0 || type.kinds === 0) return undefined;
  if (value !== null && subtype(value, type)) return value;
  return type.kinds === (SINGLE | DOUBLE) ? undefined : type;
}

/** A fresh copy of a literal string. */
function copied(host: CompilerHost, x: LispType | null, source: Node | undefined): LispType | undefined {
  if (source?.kind !== "constant" || !isLispString(source.value)) return undefined;
  const { kinds, facets, text } = typeOfConstant(host, source.value);
  return x === null ? undefined : new LispType(kinds & STRING, { ...facets, constant: undefined }, text);
}

/** What is known of the first value of a call beyond the table's type; undefined for nothing. */
export function firstValue(host: CompilerHost, call: CallNode, types: Types): LispType | null | undefined {
  const name = symbolName(call.name);
  if (OF_SEQUENCES.has(name)) return sequenceResult(name, types);
  if (!Object.hasOwn(RESULTS, name)) return undefined;
  const result = (RESULTS[name] as Result)(types, call, host);
  return result === null || result === NUMBERS ? undefined : result;
}

/** The types of all values of a call of a function with several; null where the table has them. */
export function severalValues(name: string, types: Types): Types | null {
  switch (name) {
    case "FLOOR":
    case "CEILING":
    case "TRUNCATE":
    case "ROUND":
      return division(types[0] ?? null, types.length > 1 ? accepted(types[1] ?? null, REALS) : ONE, name);
    default:
      return null;
  }
}
