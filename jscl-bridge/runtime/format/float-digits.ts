/**
 * Decimal digits of floats to a wanted place, exactly rounded (halves away from zero). Where the shortest
 * digits that distinguish the float from its neighbours end earlier, no further digits are added.
 */
import { type FloatDigits, shortestDigits } from "../numbers.js";

/** A positive float as an integer times a power of two. */
function exactParts(value: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}

/** The nearest integer to value / 10^position. */
function roundedAt(value: number, position: number): bigint {
  const { mantissa, exponent } = exactParts(value);
  let num = mantissa;
  let den = 1n;
  if (exponent > 0) num <<= BigInt(exponent);
  else den <<= BigInt(-exponent);
  if (position > 0) den *= 10n ** BigInt(position);
  else num *= 10n ** BigInt(-position);
  return (2n * num + den) / (2n * den);
}

/** Digits of a positive float down to 10^position; empty when it rounds to zero there. */
function digitsDownTo(value: number, isDouble: boolean, position: number): FloatDigits {
  const shortest = shortestDigits(value, isDouble);
  if (shortest.point - shortest.digits.length >= position) return shortest;
  // No digit can stand so high: the value is far below half a unit of that place.
  if (position > shortest.point + 1) return { digits: "", point: 0 };
  const rounded = roundedAt(value, position);
  if (rounded === 0n) return { digits: "", point: 0 };
  const text = rounded.toString();
  return { digits: text.replace(/0+$/, ""), point: position + text.length };
}

interface FloatText {
  /** Digits with a decimal point, without a zero before or after it unless asked for. */
  text: string;
  leadingPoint: boolean;
  trailingPoint: boolean;
}

interface FloatField {
  /** Characters the number should fit in, when its digits are not fixed. */
  width?: number | undefined;
  /** Digits after the point. */
  fraction?: number | undefined;
  /** The number is shown multiplied by this power of ten. */
  scale?: number;
  /** Digits after the point that are shown at least. */
  least?: number | undefined;
}

/** A non-negative float without exponent; `shift` divides it by a power of ten beforehand. */
export function fixedText(value: number, isDouble: boolean, field: FloatField, shift = 0): FloatText {
  const { width, fraction, scale = 0, least } = field;
  if (value === 0) {
    const zeros = "0".repeat(Math.max(0, fraction ?? 0));
    return { text: `.${zeros}`, leadingPoint: true, trailingPoint: zeros === "" };
  }
  const { digits, point } = chooseDigits(value, isDouble, { width, fraction, scale, least }, shift);
  const places = digits === "" ? 0 : point - shift + scale;
  const text =
    places > 0 ? wholeAndFraction(digits, places, fraction) : fractionOnly(digits, places, fraction, least);
  return { text, leadingPoint: text.startsWith("."), trailingPoint: text.endsWith(".") };
}

function chooseDigits(value: number, isDouble: boolean, field: FloatField, shift: number): FloatDigits {
  const { width, fraction, scale = 0, least } = field;
  if (fraction !== undefined) {
    const places = least === undefined ? fraction : Math.max(fraction, least);
    return digitsDownTo(value, isDouble, shift - (places + scale));
  }
  if (width === undefined || width <= 1) return shortestDigits(value, isDouble);
  const significant = Math.max(1, width - 1 + (scale < 0 ? scale : 0));
  const fitting = digitsDownTo(value, isDouble, positionFor(value, isDouble, significant, shift));
  const needed = digitsDownTo(value, isDouble, shift - ((least ?? 0) + scale));
  return fitting.digits.length >= needed.digits.length ? fitting : needed;
}

/** The place of the last of `significant` digits, counted from the units for numbers below one. */
function positionFor(value: number, isDouble: boolean, significant: number, shift: number): number {
  const { point } = shortestDigits(value, isDouble);
  const whole = Math.max(0, point - shift);
  const position = shift + whole - significant;
  const { digits, point: rounded } = digitsDownTo(value, isDouble, position);
  return digits !== "" && rounded - shift > whole ? position - 1 : position;
}

function wholeAndFraction(digits: string, places: number, fraction: number | undefined): string {
  const whole = digits.slice(0, places).padEnd(places, "0");
  const rest = digits.slice(places);
  return `${whole}.${fraction === undefined ? rest : rest.padEnd(Math.max(0, fraction), "0")}`;
}

function fractionOnly(
  digits: string,
  places: number,
  fraction: number | undefined,
  least: number | undefined,
): string {
  if (fraction === undefined) return `.${"0".repeat(-places)}${digits}`;
  const shown = Math.max(0, least ?? 0, fraction + places);
  return `.${`${"0".repeat(-places)}${digits.slice(0, shown)}`.slice(0, Math.max(fraction, least ?? 0)).padEnd(fraction, "0")}`;
}
