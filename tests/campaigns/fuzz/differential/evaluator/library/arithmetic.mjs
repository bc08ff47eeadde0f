/** Functions of numbers. */
import { ByteSpecifier, Float, TooMuch, truth, typeError } from "../data.mjs";
import {
  add,
  bitCount,
  checkInteger,
  checkNumber,
  compare,
  divide,
  divideWhole,
  gcd,
  integerLength,
  isNumber,
  isRational,
  magnitude,
  multiply,
  negate,
  parts,
  power,
  ratio,
  shift,
  sign,
  subtract,
  toFloat,
} from "../numbers.mjs";
import { exactly, predicate, takes } from "./define.mjs";

const MANY = Number.POSITIVE_INFINITY;
const sumOf = (unit, combine) =>
  takes(0, MANY, (...numbers) => {
    if (numbers.length === 1) return checkNumber(numbers[0]);
    return numbers.length === 0 ? unit : numbers.reduce(combine);
  });

/** Makes `-` or `/`: `single` for one argument, otherwise `combine` from the left. */
const differenceOf = (single, combine) =>
  takes(1, MANY, (first, ...rest) => (rest.length === 0 ? single(first) : rest.reduce(combine, first)));

/** Every neighbouring pair compares so. */
const chain = (holds, expected) =>
  takes(1, MANY, (...numbers) => {
    for (const number of numbers) checkReal(number, expected);
    return truth(numbers.every((number, i) => i === 0 || holds(compare(numbers[i - 1], number))));
  });

function checkReal(x, expected = "REAL") {
  return checkNumber(x, expected);
}

function different(...numbers) {
  for (const number of numbers) checkNumber(number);
  return truth(numbers.every((x, i) => numbers.slice(i + 1).every((y) => compare(x, y) !== 0)));
}

const extreme = (isBetter) =>
  takes(1, MANY, (...numbers) => {
    for (const number of numbers) checkReal(number);
    return numbers.reduce((best, number) => (isBetter(compare(number, best)) ? number : best));
  });

const whole = (kind) => takes(1, 2, (x, y = 1n) => divideWhole(kind, x, y));
const remainder = (kind) => exactly(2, (x, y) => divideWhole(kind, x, y)[1]);
const bits = (unit, combine) =>
  takes(0, MANY, (...numbers) => numbers.map(checkInteger).reduce(combine, unit));

function checkByte(specifier) {
  if (!(specifier instanceof ByteSpecifier)) throw typeError(specifier, "BYTE");
  return specifier;
}

const mask = (size) => (1n << size) - 1n;

function loadByte(specifier, integer) {
  const { size, position } = checkByte(specifier);
  return (checkInteger(integer) >> position) & mask(size);
}

function depositByte(byte, specifier, integer) {
  const { size, position } = checkByte(specifier);
  const hole = mask(size) << position;
  return (checkInteger(integer) & ~hole) | ((checkInteger(byte) << position) & hole);
}

function makeByte(size, position) {
  for (const n of [size, position]) if (checkInteger(n) < 0n) throw typeError(n, "UNSIGNED-BYTE");
  if (size > 200n || position > 200n) throw new TooMuch("a byte");
  return new ByteSpecifier(size, position);
}

function squareRoot(n) {
  if (checkInteger(n) < 0n) throw typeError(n, "UNSIGNED-BYTE");
  let root = 0n;
  for (let bit = 1n << (integerLength(n) / 2n + 1n); bit > 0n; bit >>= 1n)
    if ((root + bit) ** 2n <= n) root += bit;
  return root;
}

function signum(x) {
  const value = BigInt(sign(x));
  return x instanceof Float ? toFloat(value, x.isDouble) : value;
}

function checkRational(x) {
  if (!isRational(x)) throw typeError(x, "RATIONAL");
  return parts(x);
}

function float(x, prototype) {
  checkReal(x);
  if (prototype !== undefined && !(prototype instanceof Float)) throw typeError(prototype, "FLOAT");
  if (prototype !== undefined) return toFloat(x, prototype.isDouble);
  return x instanceof Float ? x : toFloat(x, false);
}

function coerce(x, type) {
  const wanted = type.name;
  if (!isNumber(x)) throw typeError(x, "NUMBER");
  return wanted === "FLOAT" ? float(x) : toFloat(x, wanted === "DOUBLE-FLOAT");
}

export const arithmetic = {
  "+": sumOf(0n, add),
  "*": sumOf(1n, multiply),
  "-": differenceOf(negate, subtract),
  "/": differenceOf((x) => divide(1n, x), divide),
  "1+": exactly(1, (x) => add(x, 1n)),
  "1-": exactly(1, (x) => subtract(x, 1n)),
  "=": chain((order) => order === 0, "NUMBER"),
  "/=": takes(1, MANY, different),
  "<": chain((order) => order < 0),
  ">": chain((order) => order > 0),
  "<=": chain((order) => order <= 0),
  ">=": chain((order) => order >= 0),
  MAX: extreme((order) => order > 0),
  MIN: extreme((order) => order < 0),
  FLOOR: whole("FLOOR"),
  CEILING: whole("CEILING"),
  TRUNCATE: whole("TRUNCATE"),
  ROUND: whole("ROUND"),
  MOD: remainder("FLOOR"),
  REM: remainder("TRUNCATE"),
  ABS: exactly(1, (x) =>
    x instanceof Float ? new Float(Math.abs(x.value), x.isDouble) : magnitude(checkReal(x)),
  ),
  SIGNUM: exactly(1, signum),
  GCD: bits(0n, gcd),
  LCM: bits(1n, (a, b) => (a === 0n || b === 0n ? 0n : magnitude(a * b) / gcd(a, b))),
  EXPT: exactly(2, power),
  ISQRT: exactly(1, squareRoot),
  NUMERATOR: exactly(1, (x) => checkRational(x)[0]),
  DENOMINATOR: exactly(1, (x) => checkRational(x)[1]),
  RATIONAL: exactly(1, (x) => ratio(...parts(checkReal(x)))),
  FLOAT: takes(1, 2, float),
  COERCE: exactly(2, coerce),
  ZEROP: predicate((x) => compare(x, 0n, "NUMBER") === 0),
  PLUSP: predicate((x) => sign(x) > 0),
  MINUSP: predicate((x) => sign(x) < 0),
  EVENP: predicate((x) => checkInteger(x) % 2n === 0n),
  ODDP: predicate((x) => checkInteger(x) % 2n !== 0n),
  LOGAND: bits(-1n, (a, b) => a & b),
  LOGIOR: bits(0n, (a, b) => a | b),
  LOGXOR: bits(0n, (a, b) => a ^ b),
  LOGNOT: exactly(1, (x) => ~checkInteger(x)),
  ASH: exactly(2, shift),
  LOGBITP: exactly(2, (index, x) => {
    if (checkInteger(index) < 0n) throw typeError(index, "UNSIGNED-BYTE");
    return truth(((checkInteger(x) >> index) & 1n) === 1n);
  }),
  LOGCOUNT: exactly(1, bitCount),
  "INTEGER-LENGTH": exactly(1, integerLength),
  BYTE: exactly(2, makeByte),
  LDB: exactly(2, loadByte),
  "LDB-TEST": exactly(2, (specifier, x) => truth(loadByte(specifier, x) !== 0n)),
  DPB: exactly(3, depositByte),
};
