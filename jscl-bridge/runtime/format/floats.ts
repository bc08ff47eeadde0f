/** `~F`, `~E`, `~G` and `~$`. */

import {
  DoubleFloat,
  floatValue,
  isFloat,
  isRational,
  type LispFloat,
  shortestDigits,
  single,
  toSingleValue,
} from "../numbers.js";
import type { LispValue } from "../objects/marshal.js";
import { currentSettings, printToString } from "../printer.js";
import type { Directive } from "./control.js";
import { fixedText } from "./float-digits.js";
import { type Handler, nextArgument, type Run } from "./interpreter.js";
import { characterParameter, integerParameter, optionalInteger, parameters } from "./parameters.js";
import { padded, print } from "./printing.js";
import { checkLength } from "./repeat.js";

interface Field {
  width: number | undefined;
  fraction: number | undefined;
  exponent: number | undefined;
  scale: number | undefined;
  overflow: string | undefined;
  pad: string;
  marker: string | undefined;
  plus: boolean;
}

/** The argument of a float directive, as sign and magnitude. */
interface Magnitude {
  value: number;
  isDouble: boolean;
  negative: boolean;
}

/** The argument as a float, rationals as single-floats; undefined for what is no finite real. */
function magnitude(value: LispValue): Magnitude | undefined {
  let float: LispFloat;
  if (isRational(value)) float = single(toSingleValue(value));
  else if (isFloat(value)) float = value;
  else return undefined;
  const number = floatValue(float);
  if (!Number.isFinite(number)) return undefined;
  return {
    value: Math.abs(number),
    isDouble: float instanceof DoubleFloat,
    negative: number < 0 || Object.is(number, -0),
  };
}

function writeOther(run: Run, value: LispValue, width: number | undefined, left: boolean): void {
  if (width === undefined) print(run, value, { escape: false, readably: false });
  else
    run.port.write(
      padded(printToString(value, run.image, { escape: false, readably: false }), width, 1, 0, " ", left),
    );
}

function signOf(x: Magnitude, plus: boolean): string {
  return x.negative ? "-" : plus ? "+" : "";
}

/** A float in fixed notation; undefined when it does not fit and there is a character to say so. */
function fixed(x: Magnitude, field: Field): string | undefined {
  const sign = signOf(x, field.plus);
  const { width, fraction } = field;
  let room = width === undefined ? Number.POSITIVE_INFINITY : width - sign.length;
  const { text, ...points } = fixedText(x.value, x.isDouble, {
    width: width === undefined ? undefined : room,
    fraction,
    scale: field.scale ?? 0,
  });
  let { leadingPoint, trailingPoint } = points;
  if (fraction === 0) trailingPoint = false;
  room -= text.length;
  if (leadingPoint) {
    if (room > 0 || trailingPoint) room--;
    else leadingPoint = false;
  }
  if (trailingPoint) {
    if (room > 0) room--;
    else trailingPoint = false;
  }
  if (width !== undefined && room < 0 && field.overflow !== undefined) return undefined;
  const padding = width === undefined ? "" : field.pad.repeat(Math.max(0, room));
  return `${padding}${sign}${leadingPoint ? "0" : ""}${text}${trailingPoint ? "0" : ""}`;
}

/** A float in exponential notation (CLHS 22.3.3.2). */
function exponential(x: Magnitude, field: Field, standardMarker: string): string {
  const { width, fraction, exponent: exponentDigits, scale: given, overflow } = field;
  const scale = given ?? 1;
  const point = x.value === 0 ? 1 : shortestDigits(x.value, x.isDouble).point;
  const power = point - scale;
  const digits = String(Math.abs(power));
  const exponentText = digits.padStart(exponentDigits ?? 0, "0");
  const overflowing = () => (overflow as string).repeat(width ?? 0);
  if (
    width !== undefined &&
    overflow !== undefined &&
    exponentDigits !== undefined &&
    digits.length > exponentDigits
  ) {
    return overflowing();
  }
  const sign = signOf(x, field.plus);
  let room = width === undefined ? Number.POSITIVE_INFINITY : width - 2 - exponentText.length - sign.length;
  const places = fraction === undefined ? undefined : scale > 0 ? 1 + fraction - scale : fraction;
  const { text, ...points } = fixedText(
    x.value,
    x.isDouble,
    {
      width: width === undefined ? undefined : room,
      fraction: places,
      scale,
      least: scale < 0 ? 1 : places,
    },
    point,
  );
  let { leadingPoint, trailingPoint } = points;
  if (places === 0) trailingPoint = false;
  room -= text.length;
  const zero = x.value === 0 && fraction === undefined;
  if (zero) room--;
  if (leadingPoint) {
    if (room > 0) room--;
    else leadingPoint = false;
  }
  if (trailingPoint && !zero) {
    if (room > 0) room--;
    else trailingPoint = false;
  }
  if (width !== undefined && room < 0 && overflow !== undefined) return overflowing();
  const padding = width === undefined ? "" : field.pad.repeat(Math.max(0, room));
  const marker = field.marker ?? standardMarker;
  return `${padding}${sign}${leadingPoint ? "0" : ""}${text}${trailingPoint ? "0" : ""}${marker}${power < 0 ? "-" : "+"}${exponentText}`;
}

/** `~G`: fixed notation where the exponent is small, with room left for the exponent (CLHS 22.3.3.3). */
function general(x: Magnitude, field: Field, standardMarker: string): string {
  const magnitudeOfTen = x.value === 0 ? 1 : shortestDigits(x.value, x.isDouble).point;
  let { fraction } = field;
  if (fraction === undefined) {
    const { length } = fixedText(x.value, x.isDouble, {}).text;
    fraction = Math.max(length === 1 ? 1 : length - 1, Math.min(magnitudeOfTen, 7));
  }
  const exponentRoom = field.exponent === undefined ? 4 : field.exponent + 2;
  const places = fraction - magnitudeOfTen;
  if (places < 0 || places > fraction) {
    return exponential(x, { ...field, fraction, scale: field.scale ?? 1 }, standardMarker);
  }
  const width = field.width === undefined ? undefined : field.width - exponentRoom;
  const text = fixed(x, { ...field, width, fraction: places, scale: 0 });
  if (text === undefined) return (field.overflow as string).repeat(Math.max(0, (width ?? 0) + exponentRoom));
  return text + " ".repeat(exponentRoom);
}

function standardMarker(run: Run, x: Magnitude): string {
  const { floatFormat } = currentSettings(run.image);
  if (x.isDouble) return floatFormat === "DOUBLE-FLOAT" ? "e" : "d";
  return floatFormat === "SINGLE-FLOAT" ? "e" : "f";
}

function floatDirective(kind: "fixed" | "exponential" | "general"): Handler {
  return (run, token, index) => {
    const given = parameters(run, token);
    const field = kind === "fixed" ? fixedField(given, token) : exponentialField(given, token);
    const value = nextArgument(run, token);
    const x = magnitude(value);
    if (x === undefined) writeOther(run, value, field.width, false);
    else if (kind === "fixed")
      run.port.write(fixed(x, field) ?? (field.overflow ?? " ").repeat(field.width ?? 0));
    else if (kind === "exponential") run.port.write(exponential(x, field, standardMarker(run, x)));
    else run.port.write(general(x, field, standardMarker(run, x)));
    return index + 1;
  };
}

function fixedField(given: LispValue[], token: Directive): Field {
  const width = given[0];
  const fraction = given[1];
  const scale = given[2];
  const overflow = given[3];
  const pad = given[4];
  return {
    width: size(width),
    fraction: places(fraction),
    exponent: undefined,
    scale: size(scale),
    overflow: overflow === undefined ? undefined : characterParameter(overflow, " "),
    pad: characterParameter(pad, " "),
    marker: undefined,
    plus: token.at,
  };
}

function exponentialField(given: LispValue[], token: Directive): Field {
  const [width, fraction, exponent, scale, overflow, pad, marker] = given;
  return {
    width: size(width),
    fraction: places(fraction),
    exponent: size(exponent),
    scale: size(scale),
    overflow: overflow === undefined ? undefined : characterParameter(overflow, " "),
    pad: characterParameter(pad, " "),
    marker: marker === undefined ? undefined : characterParameter(marker, "e"),
    plus: token.at,
  };
}

/** Digits after the point; a negative number of them means none was asked for. */
function places(value: LispValue): number | undefined {
  const number = size(value);
  return number === undefined || number < 0 ? undefined : number;
}

/** A number of characters, such as no string could have more of. */
function size(value: LispValue): number | undefined {
  const number = optionalInteger(value);
  if (number !== undefined) checkLength(Math.abs(number));
  return number;
}

export const fixedFloat = floatDirective("fixed");
export const exponentialFloat = floatDirective("exponential");
export const generalFloat = floatDirective("general");

/** `~$`: dollars and cents (CLHS 22.3.3.4). */
export const monetary: Handler = (run, token, index) => {
  const [fraction, whole, width, pad] = parameters(run, token);
  const least = integerParameter(width, 0);
  for (const given of [fraction, whole, width]) size(given);
  const value = nextArgument(run, token);
  const x = magnitude(value);
  if (x === undefined) {
    writeOther(run, value, least, true);
    return index + 1;
  }
  const { text } = fixedText(x.value, x.isDouble, { fraction: Math.max(0, integerParameter(fraction, 2)) });
  const number = "0".repeat(Math.max(0, integerParameter(whole, 1) - text.indexOf("."))) + text;
  const sign = signOf(x, token.at);
  const padding = characterParameter(pad, " ").repeat(Math.max(0, least - sign.length - number.length));
  run.port.write(token.colon ? sign + padding + number : padding + sign + number);
  return index + 1;
};
