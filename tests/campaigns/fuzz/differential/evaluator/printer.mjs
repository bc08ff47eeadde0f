/** How objects are printed, as PRIN1 does it under standard settings. */
import {
  Character,
  Cons,
  Float,
  LispSymbol,
  Malformed,
  NIL,
  Ratio,
  TooMuch,
  textOf,
  Vector,
} from "./data.mjs";

/** Objects that one text may have. */
const LARGEST = 400;

export function print(value) {
  let left = LARGEST;
  const text = (value) => {
    if (--left < 0) throw new TooMuch("a printed object");
    if (typeof value === "bigint") return value.toString();
    if (value instanceof LispSymbol) return value.name;
    if (value instanceof Cons) return `(${listText(value)})`;
    if (value instanceof Ratio) return `${value.numerator}/${value.denominator}`;
    if (value instanceof Float) return floatText(value);
    if (value instanceof Character) return characterText(value);
    if (value instanceof Vector)
      return value.isString
        ? `"${textOf(value).replace(/[\\"]/g, "\\$&")}"`
        : `#(${value.items.map(text).join(" ")})`;
    throw new Malformed(`no text for ${value?.constructor?.name}`);
  };
  const listText = ({ car, cdr }) => {
    if (cdr instanceof Cons) return `${text(car)} ${listText(cdr)}`;
    return cdr === NIL ? text(car) : `${text(car)} . ${text(cdr)}`;
  };
  return text(value);
}

/** Characters that have a name are not for it to know. */
function characterText({ text }) {
  if (text > "~") throw new TooMuch("the name of a character");
  return `#\\${text}`;
}

/** The fewest digits that read as the same float; of two that are as near the larger. */
function digitsOf(value, isDouble) {
  for (let digits = 0; ; digits++) {
    const text = value.toExponential(digits);
    const read = isDouble ? Number(text) : Math.fround(Number(text));
    if (read === value) return text;
  }
}

function floatText({ value, isDouble }) {
  const marker = isDouble ? "d" : "e";
  if (value === 0) return `${Object.is(value, -0) ? "-" : ""}0.0${isDouble ? "d0" : ""}`;
  const [mantissa, power] = digitsOf(Math.abs(value), isDouble).split("e");
  const digits = mantissa.replace(".", "");
  const exponent = Number(power);
  const minus = value < 0 ? "-" : "";
  if (exponent < -3 || exponent >= 7)
    return `${minus}${digits[0]}.${digits.slice(1) || "0"}${marker}${exponent}`;
  const fixed =
    exponent < 0
      ? `0.${"0".repeat(-exponent - 1)}${digits}`
      : `${digits.slice(0, exponent + 1).padEnd(exponent + 1, "0")}.${digits.slice(exponent + 1) || "0"}`;
  return `${minus}${fixed}${isDouble ? "d0" : ""}`;
}
