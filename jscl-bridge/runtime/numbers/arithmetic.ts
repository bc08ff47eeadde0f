import { addComplex, divideComplex, makeComplex, multiplyComplex, subtractComplex } from "./complex.js";
import { arithmeticError, divisionByZero, wrongType } from "./errors.js";
import { toDoubleValue, toSingleValue } from "./floats.js";
import {
  addIntegers,
  gcdIntegers,
  multiplyIntegers,
  negateInteger,
  subtractIntegers,
  truncateIntegers,
} from "./integers.js";
import {
  COMPLEX,
  type Complex,
  DOUBLE,
  DoubleFloat,
  floatValue,
  INTEGER,
  isFixnum,
  type LispInteger,
  type LispNumber,
  type LispRational,
  type LispReal,
  RATIO,
  Ratio,
  rank,
  SINGLE,
  SingleFloat,
  single,
} from "./types.js";

/** Addition, subtraction, multiplication and division with contagion (CLHS 12.1.4.1) and SBCL's traps. */

export function numeratorOf(x: LispRational): LispInteger {
  return x instanceof Ratio ? x.num : x;
}
export function denominatorOf(x: LispRational): LispInteger {
  return x instanceof Ratio ? x.den : 1;
}

/** num/den in lowest terms; the denominator is not zero. */
export function makeRational(num: LispInteger, den: LispInteger): LispRational {
  const divisor = gcdIntegers(num, den);
  let n = divisor === 1 ? num : truncateIntegers(num, divisor)[0];
  let d = divisor === 1 ? den : truncateIntegers(den, divisor)[0];
  if (d < 0) {
    n = negateInteger(n);
    d = negateInteger(d);
  }
  return d === 1 ? n : new Ratio(n, d);
}

function addRationals(a: LispRational, b: LispRational): LispRational {
  const da = denominatorOf(a);
  const db = denominatorOf(b);
  return makeRational(
    addIntegers(multiplyIntegers(numeratorOf(a), db), multiplyIntegers(numeratorOf(b), da)),
    multiplyIntegers(da, db),
  );
}

function subtractRationals(a: LispRational, b: LispRational): LispRational {
  const da = denominatorOf(a);
  const db = denominatorOf(b);
  return makeRational(
    subtractIntegers(multiplyIntegers(numeratorOf(a), db), multiplyIntegers(numeratorOf(b), da)),
    multiplyIntegers(da, db),
  );
}

function multiplyRationals(a: LispRational, b: LispRational): LispRational {
  return makeRational(
    multiplyIntegers(numeratorOf(a), numeratorOf(b)),
    multiplyIntegers(denominatorOf(a), denominatorOf(b)),
  );
}

function divideRationals(a: LispRational, b: LispRational): LispRational {
  // Of all but fixnums SBCL has taken out the common divisor before it sees the zero.
  if (b === 0) return divisionByZero("/", isFixnum(a) ? a : numeratorOf(a) < 0 ? -1 : 1, b);
  return makeRational(
    multiplyIntegers(numeratorOf(a), denominatorOf(b)),
    multiplyIntegers(denominatorOf(a), numeratorOf(b)),
  );
}

/** Signals what the trap for a result would, given finite operands; quiet where IEEE 754 is. */
function trapped(operation: string, x: number, y: number, result: number, operands: () => unknown[]): void {
  if (Number.isFinite(result)) return;
  if (Number.isNaN(result)) {
    if (!Number.isNaN(x) && !Number.isNaN(y))
      arithmeticError("FLOATING-POINT-INVALID-OPERATION", operation, ...operands());
  } else if (Number.isFinite(x) && Number.isFinite(y)) {
    const type = operation === "/" && y === 0 ? "DIVISION-BY-ZERO" : "FLOATING-POINT-OVERFLOW";
    arithmeticError(type, operation, ...operands());
  }
}

function finishSingle(operation: string, x: number, y: number, result: number): LispReal {
  const rounded = Math.fround(result);
  if (!Number.isFinite(rounded)) trapped(operation, x, y, rounded, () => [single(x), single(y)]);
  return single(rounded);
}

function finishDouble(operation: string, x: number, y: number, result: number): LispReal {
  if (!Number.isFinite(result)) {
    trapped(operation, x, y, result, () => [new DoubleFloat(x), new DoubleFloat(y)]);
  }
  return new DoubleFloat(result);
}

/** Both operands' common rank; signals TYPE-ERROR for the first that is no number. */
function commonRank(a: unknown, b: unknown): number {
  const ra = rank(a);
  if (ra === 0) wrongType(a, "NUMBER");
  const rb = rank(b);
  if (rb === 0) wrongType(b, "NUMBER");
  return Math.max(ra, rb);
}

export function add(a: unknown, b: unknown): LispNumber {
  if (typeof a === "number" && typeof b === "number") {
    if (Number.isInteger(a) && Number.isInteger(b)) return addIntegers(a, b);
    return single(Math.fround(Math.fround(a) + Math.fround(b)));
  }
  if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
    return finishDouble("+", a.value, b.value, a.value + b.value);
  }
  switch (commonRank(a, b)) {
    case INTEGER:
      return addIntegers(a as LispInteger, b as LispInteger);
    case RATIO:
      return addRationals(a as LispRational, b as LispRational);
    case SINGLE: {
      const x = toSingleValue(a as LispReal);
      const y = toSingleValue(b as LispReal);
      return finishSingle("+", x, y, x + y);
    }
    case DOUBLE: {
      const x = toDoubleValue(a as LispReal);
      const y = toDoubleValue(b as LispReal);
      return finishDouble("+", x, y, x + y);
    }
    default:
      return addComplex(a as LispNumber, b as LispNumber);
  }
}

export function sub(a: unknown, b: unknown): LispNumber {
  if (typeof a === "number" && typeof b === "number") {
    if (Number.isInteger(a) && Number.isInteger(b)) return subtractIntegers(a, b);
    return single(Math.fround(Math.fround(a) - Math.fround(b)));
  }
  if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
    return finishDouble("-", a.value, b.value, a.value - b.value);
  }
  switch (commonRank(a, b)) {
    case INTEGER:
      return subtractIntegers(a as LispInteger, b as LispInteger);
    case RATIO:
      return subtractRationals(a as LispRational, b as LispRational);
    case SINGLE: {
      const x = toSingleValue(a as LispReal);
      const y = toSingleValue(b as LispReal);
      return finishSingle("-", x, y, x - y);
    }
    case DOUBLE: {
      const x = toDoubleValue(a as LispReal);
      const y = toDoubleValue(b as LispReal);
      return finishDouble("-", x, y, x - y);
    }
    default:
      return subtractComplex(a as LispNumber, b as LispNumber);
  }
}

export function mul(a: unknown, b: unknown): LispNumber {
  if (typeof a === "number" && typeof b === "number") {
    if (Number.isInteger(a) && Number.isInteger(b)) return multiplyIntegers(a, b);
    return single(Math.fround(Math.fround(a) * Math.fround(b)));
  }
  if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
    return finishDouble("*", a.value, b.value, a.value * b.value);
  }
  switch (commonRank(a, b)) {
    case INTEGER:
      return multiplyIntegers(a as LispInteger, b as LispInteger);
    case RATIO:
      return multiplyRationals(a as LispRational, b as LispRational);
    case SINGLE: {
      const x = toSingleValue(a as LispReal);
      const y = toSingleValue(b as LispReal);
      return finishSingle("*", x, y, x * y);
    }
    case DOUBLE: {
      const x = toDoubleValue(a as LispReal);
      const y = toDoubleValue(b as LispReal);
      return finishDouble("*", x, y, x * y);
    }
    default:
      return multiplyComplex(a as LispNumber, b as LispNumber);
  }
}

export function div(a: unknown, b: unknown): LispNumber {
  if (a instanceof DoubleFloat && b instanceof DoubleFloat) {
    return finishDouble("/", a.value, b.value, a.value / b.value);
  }
  switch (commonRank(a, b)) {
    case INTEGER: {
      if (typeof a === "number" && typeof b === "number" && b !== 0 && a % b === 0) return a / b + 0;
      return divideRationals(a as LispRational, b as LispRational);
    }
    case RATIO:
      return divideRationals(a as LispRational, b as LispRational);
    case SINGLE: {
      const x = toSingleValue(a as LispReal);
      const y = toSingleValue(b as LispReal);
      return finishSingle("/", x, y, x / y);
    }
    case DOUBLE: {
      const x = toDoubleValue(a as LispReal);
      const y = toDoubleValue(b as LispReal);
      return finishDouble("/", x, y, x / y);
    }
    default:
      return divideComplex(a as LispNumber, b as LispNumber);
  }
}

/** (- a): for floats this is no subtraction from zero, since (- 0.0) is -0.0. */
export function neg(a: unknown): LispNumber {
  switch (rank(a)) {
    case INTEGER:
      return negateInteger(a as LispInteger);
    case RATIO: {
      const { num, den } = a as Ratio;
      return new Ratio(negateInteger(num), den);
    }
    case SINGLE:
      return typeof a === "number" ? -a : new SingleFloat(-(a as SingleFloat).value);
    case DOUBLE:
      return new DoubleFloat(-(a as DoubleFloat).value);
    case COMPLEX:
      return makeComplex(neg((a as Complex).re) as LispReal, neg((a as Complex).im) as LispReal);
    default:
      return wrongType(a, "NUMBER");
  }
}

/** (/ a) */
export function reciprocal(a: unknown): LispNumber {
  return div(1, a);
}

/** (1+ a) */
export function inc(a: unknown): LispNumber {
  return add(a, 1);
}

/** (1- a) */
export function dec(a: unknown): LispNumber {
  return sub(a, 1);
}

/** The absolute value of a real; the magnitude of a complex is {@link magnitude}'s. */
export function absReal(a: LispReal): LispReal {
  switch (rank(a)) {
    case SINGLE:
      return single(Math.abs(floatValue(a as number | SingleFloat)));
    case DOUBLE:
      return new DoubleFloat(Math.abs((a as DoubleFloat).value));
    default:
      return numeratorOf(a as LispRational) < 0 ? (neg(a) as LispReal) : a;
  }
}
