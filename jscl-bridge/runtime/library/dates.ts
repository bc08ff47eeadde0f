/** Dates (CLHS 25.1.4). Universal time counts seconds from 1900-01-01 UTC. */
import type { LispFunction, LispValue } from "../marshal.js";
import { isInteger, isReal, toDoubleValue } from "../numbers.js";
import { list, nil, sym, t } from "../signals.js";
import { countArguments, wrongType } from "../streams/arguments.js";
import { fixedArguments } from "./fixed.js";

/** Seconds from 1900 to the epoch of JavaScript's clock. */
const UNIVERSAL_EPOCH = 2_208_988_800;
const HOUR = 3600;

function seconds(x: LispValue): number {
  return isInteger(x) ? Number(x) : wrongType(x, sym("INTEGER"));
}

/** Hours west of UTC that the clock of this machine keeps, and whether daylight saving is on at `date`. */
function localZone(date: Date): { zone: number; daylight: boolean } {
  const offset = date.getTimezoneOffset();
  const year = date.getFullYear();
  const standard = Math.max(
    new Date(year, 0, 1).getTimezoneOffset(),
    new Date(year, 6, 1).getTimezoneOffset(),
  );
  return { zone: standard / 60, daylight: offset < standard };
}

function zoneArgument(x: LispValue): number {
  return isReal(x) ? toDoubleValue(x) : wrongType(x, list(sym("RATIONAL"), -24, 24));
}

/** The nine values of DECODE-UNIVERSAL-TIME. */
function decoded(universal: number, given: LispValue): LispValue[] {
  const at = (universal - UNIVERSAL_EPOCH) * 1000;
  const isLocal = given === undefined || given === nil();
  const local = localZone(new Date(at));
  const zone = isLocal ? local.zone : zoneArgument(given);
  const daylight = isLocal && local.daylight;
  const shifted = new Date(at - (zone - (daylight ? 1 : 0)) * HOUR * 1000);
  return [
    shifted.getUTCSeconds(),
    shifted.getUTCMinutes(),
    shifted.getUTCHours(),
    shifted.getUTCDate(),
    shifted.getUTCMonth() + 1,
    shifted.getUTCFullYear(),
    (shifted.getUTCDay() + 6) % 7,
    daylight ? t() : nil(),
    zone,
  ];
}

function encoded(args: LispValue[]): number {
  const [second = 0, minute = 0, hour = 0, day = 1, month = 1, year = 1900] = args.slice(0, 6).map(seconds);
  const zone = args[6];
  if (zone !== undefined && zone !== nil()) {
    const utc = Date.UTC(year, month - 1, day, hour, minute, second) / 1000 + UNIVERSAL_EPOCH;
    return utc + zoneArgument(zone) * HOUR;
  }
  return Math.round(new Date(year, month - 1, day, hour, minute, second).getTime() / 1000) + UNIVERSAL_EPOCH;
}

function now(): number {
  return Math.floor(Date.now() / 1000) + UNIVERSAL_EPOCH;
}

export const dateFunctions: Record<string, LispFunction> = {
  "GET-UNIVERSAL-TIME": fixedArguments(0, 0, now),
  "GET-DECODED-TIME": (values, ...args) => {
    countArguments(args, 0, 0);
    return values(...decoded(now(), undefined));
  },
  "DECODE-UNIVERSAL-TIME": (values, ...args) => {
    countArguments(args, 1, 2);
    return values(...decoded(seconds(args[0]), args[1]));
  },
  "ENCODE-UNIVERSAL-TIME": (values, ...args) => {
    countArguments(args, 6, 7);
    return values(encoded(args));
  },
};
