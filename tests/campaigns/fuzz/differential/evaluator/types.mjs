/** Types: which objects are of them, and how the conditions' types stand above each other. */
import {
  Character,
  Condition,
  Cons,
  Float,
  isKeyword,
  isString,
  items,
  LispFunction,
  LispSymbol,
  Malformed,
  NIL,
  Ratio,
  symbol,
  T,
  Table,
  Vector,
} from "./data.mjs";
import { compare, isInteger, isNumber, isRational } from "./numbers.mjs";

/** Each condition type with those right above it. */
const ABOVE = {
  CONDITION: [],
  WARNING: ["CONDITION"],
  "STYLE-WARNING": ["WARNING"],
  "SIMPLE-CONDITION": ["CONDITION"],
  "SIMPLE-WARNING": ["SIMPLE-CONDITION", "WARNING"],
  "SERIOUS-CONDITION": ["CONDITION"],
  ERROR: ["SERIOUS-CONDITION"],
  "SIMPLE-ERROR": ["SIMPLE-CONDITION", "ERROR"],
  "TYPE-ERROR": ["ERROR"],
  "CELL-ERROR": ["ERROR"],
  "UNBOUND-VARIABLE": ["CELL-ERROR"],
  "UNDEFINED-FUNCTION": ["CELL-ERROR"],
  "PROGRAM-ERROR": ["ERROR"],
  "CONTROL-ERROR": ["ERROR"],
  "PARSE-ERROR": ["ERROR"],
  "ARITHMETIC-ERROR": ["ERROR"],
  "DIVISION-BY-ZERO": ["ARITHMETIC-ERROR"],
  "FLOATING-POINT-OVERFLOW": ["ARITHMETIC-ERROR"],
  "FLOATING-POINT-INVALID-OPERATION": ["ARITHMETIC-ERROR"],
};

const isConditionType = (name) => Object.hasOwn(ABOVE, name);

function isBelow(type, wanted) {
  return type === wanted || ABOVE[type].some((above) => isBelow(above, wanted));
}

const within = (low, high) => (x) => isInteger(x) && x >= low && x <= high;
const FIXNUM = within(-(2n ** 62n), 2n ** 62n - 1n);
const isList = (x) => x instanceof Cons || x === NIL;

const NAMED = {
  T: () => true,
  NIL: () => false,
  INTEGER: isInteger,
  FIXNUM,
  BIGNUM: (x) => isInteger(x) && !FIXNUM(x),
  BIT: within(0n, 1n),
  "UNSIGNED-BYTE": (x) => isInteger(x) && x >= 0n,
  RATIO: (x) => x instanceof Ratio,
  RATIONAL: isRational,
  REAL: isNumber,
  NUMBER: isNumber,
  FLOAT: (x) => x instanceof Float,
  "SINGLE-FLOAT": (x) => x instanceof Float && !x.isDouble,
  "DOUBLE-FLOAT": (x) => x instanceof Float && x.isDouble,
  SYMBOL: (x) => x instanceof LispSymbol,
  KEYWORD: isKeyword,
  BOOLEAN: (x) => x === T || x === NIL,
  NULL: (x) => x === NIL,
  CONS: (x) => x instanceof Cons,
  LIST: isList,
  ATOM: (x) => !(x instanceof Cons),
  CHARACTER: (x) => x instanceof Character,
  STRING: isString,
  VECTOR: (x) => x instanceof Vector,
  "SIMPLE-VECTOR": (x) => x instanceof Vector && !x.isString,
  ARRAY: (x) => x instanceof Vector,
  SEQUENCE: (x) => isList(x) || x instanceof Vector,
  FUNCTION: (x) => x instanceof LispFunction,
  "HASH-TABLE": (x) => x instanceof Table,
};

const bound = (limit, holds) => limit === undefined || limit === symbol("*") || holds(limit);

/**
 * Compound specifiers: of the object, and of what stands behind the name. `lisp` calls what SATISFIES
 * names.
 */
const COMPOUND = {
  OR: (x, types, lisp) => types.some((type) => isOfType(x, type, lisp)),
  AND: (x, types, lisp) => types.every((type) => isOfType(x, type, lisp)),
  NOT: (x, [type], lisp) => !isOfType(x, type, lisp),
  MEMBER: (x, objects, lisp) => objects.some((object) => lisp.same(x, object)),
  EQL: (x, [object], lisp) => lisp.same(x, object),
  SATISFIES: (x, [name], lisp) => lisp.callGlobal(name, [x])[0] !== NIL,
  MOD: (x, [n]) => within(0n, n - 1n)(x),
  "UNSIGNED-BYTE": (x, [bits]) => within(0n, 2n ** bits - 1n)(x),
  "SIGNED-BYTE": (x, [bits]) => within(-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n)(x),
  INTEGER: (x, limits) => isInteger(x) && isBetween(x, limits),
  REAL: (x, limits) => isNumber(x) && isBetween(x, limits),
  CONS: (x, [car, cdr], lisp) =>
    x instanceof Cons &&
    (car === undefined || isOfType(x.car, car, lisp)) &&
    (cdr === undefined || isOfType(x.cdr, cdr, lisp)),
};

function isBetween(x, [low, high]) {
  return bound(low, (limit) => compare(x, limit) >= 0) && bound(high, (limit) => compare(x, limit) <= 0);
}

export function isOfType(x, type, lisp) {
  if (type instanceof Cons) {
    const compound = COMPOUND[type.car.name];
    if (compound === undefined) throw new Malformed(`type ${type.car.name}`);
    return compound(x, items(type.cdr), lisp);
  }
  const { name } = type;
  if (isConditionType(name)) return x instanceof Condition && isBelow(x.type, name);
  if (!Object.hasOwn(NAMED, name)) throw new Malformed(`type ${name}`);
  return NAMED[name](x);
}

/** The names of types that a specifier is made of and that are no condition's. */
export const typeNames = Object.keys(NAMED);
