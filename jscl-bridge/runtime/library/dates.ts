/** Dates (CLHS 25.1.4). Universal time counts seconds from 1900-01-01 UTC. */

import { integer, isInteger, isRational, type LispInteger, toDoubleValue } from "../numbers.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { list, nil, sym, t } from "../signals.js";
import { wrongType } from "../streams/stream-arguments.js";
import { oneValue } from "./fixed.js";

/** Seconds from 1900 to the epoch of JavaScript's clock. */
export const UNIVERSAL_EPOCH = 2_208_988_800;
const HOUR = 3600;

/**
 * The calendar repeats itself, days of the week included, after so many years: JavaScript's dates do not
 * reach far.
 */
const CYCLE_YEARS = 400n;
const CYCLE_SECONDS = 12_622_780_800n;

function checkedTime(x: LispValue): bigint {
  return isInteger(x) && x >= 0 ? BigInt(x) : wrongType(x, sym("UNSIGNED-BYTE"));
}

function partBetween(x: LispValue, least: number, most: number): number {
  if (typeof x === "number" && Number.isInteger(x) && x >= least && x <= most) return x;
  return wrongType(x, least === 0 ? list(sym("MOD"), most + 1) : list(sym("INTEGER"), least, most));
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
  if (isRational(x)) {
    const zone = toDoubleValue(x);
    if (zone >= -24 && zone <= 24) return zone;
  }
  return wrongType(x, list(sym("OR"), list(sym("RATIONAL"), -24, 24), sym("NULL")));
}

/** The nine values of DECODE-UNIVERSAL-TIME. */
function decoded(universal: bigint, given: LispValue): LispValue[] {
  const at = (Number(universal % CYCLE_SECONDS) - UNIVERSAL_EPOCH) * 1000;
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
    integer(BigInt(shifted.getUTCFullYear()) + (universal / CYCLE_SECONDS) * CYCLE_YEARS),
    (shifted.getUTCDay() + 6) % 7,
    daylight ? t() : nil(),
    isLocal ? zone : given,
  ];
}

/** A year of two digits is the one within fifty years of now. */
function yearArgument(x: LispValue): bigint {
  if (isInteger(x) && x >= 0 && x < 100) {
    const first = new Date().getFullYear() - 50;
    return BigInt(first + ((((Number(x) - first) % 100) + 100) % 100));
  }
  if (isInteger(x) && x >= 1899) return BigInt(x);
  return wrongType(x, list(sym("OR"), list(sym("MOD"), 100), list(sym("INTEGER"), 1899)));
}

function encoded(args: LispValue[]): LispInteger {
  const second = partBetween(args[0], 0, 59);
  const minute = partBetween(args[1], 0, 59);
  const hour = partBetween(args[2], 0, 23);
  const day = partBetween(args[3], 1, 31);
  const month = partBetween(args[4], 1, 12);
  const far = yearArgument(args[5]);
  const cycles = far / CYCLE_YEARS;
  // A year of four digits, which JavaScript does not take for one of the twentieth century.
  const year = Number(far % CYCLE_YEARS) + 2000;
  const zone = args[6];
  const at =
    zone === undefined || zone === nil()
      ? new Date(year, month - 1, day, hour, minute, second).getTime() / 1000
      : Date.UTC(year, month - 1, day, hour, minute, second) / 1000 + zoneArgument(zone) * HOUR;
  const universal = integer(BigInt(Math.round(at) + UNIVERSAL_EPOCH) + (cycles - 5n) * CYCLE_SECONDS);
  return universal < 0 ? wrongType(universal, sym("UNSIGNED-BYTE")) : universal;
}

/** The time now, as GET-UNIVERSAL-TIME counts it. */
export function universalNow(): number {
  return Math.floor(Date.now() / 1000) + UNIVERSAL_EPOCH;
}

export const dateFunctions: Record<string, LispFunction> = {
  "GET-UNIVERSAL-TIME": oneValue(universalNow),
  "GET-DECODED-TIME": (values, ..._args) => {
    return values(...decoded(BigInt(universalNow()), undefined));
  },
  "DECODE-UNIVERSAL-TIME": (values, ...args) => {
    return values(...decoded(checkedTime(args[0]), args[1]));
  },
  "ENCODE-UNIVERSAL-TIME": (values, ...args) => {
    return values(encoded(args));
  },
};
