/**
 * Slots of structures by their properties: the slot's name and place. A slot whose type is a kind of float
 * holds a number of JavaScript's; its property ends in a letter that says which, and any other in a digit.
 */

import { DoubleFloat, floatValue, type LispFloat, single } from "../numbers/types.js";
import type { LispValue } from "./marshal.js";
import type { FloatFormat } from "./vectors.js";

type Slots = Record<string, LispValue>;

/** The property of a slot of that name and place, but for the letter. */
export function slotKey(name: string, place: number): string {
  // Without something in between, X at place 12 would be X1 at place 2.
  const last = name.at(-1) ?? "";
  return `${name}${"0" <= last && last <= "9" ? "_" : ""}${place}`;
}

const ENDS: readonly (readonly [string, FloatFormat])[] = [
  ["d", "double"],
  ["s", "single"],
];

/** What floats a slot's property holds as JavaScript's numbers; null for one of Lisp objects. */
export function slotFormat(key: string): FloatFormat | null {
  return ENDS.find(([end]) => key.endsWith(end))?.[1] ?? null;
}

/** The property that holds a slot of an object, by its name and place. */
function keyOf(object: object, slot: string): string {
  if (Object.hasOwn(object, slot)) return slot;
  const [end = ""] = ENDS.find(([each]) => Object.hasOwn(object, slot + each)) ?? [];
  return slot + end;
}

/** The value of a slot. */
export function slotOf(object: object, slot: string): LispValue {
  // Most slots hold objects, under the name and place alone.
  const held = (object as Slots)[slot];
  if (held !== undefined) return held;
  const key = keyOf(object, slot);
  const value = (object as Slots)[key];
  const format = slotFormat(key);
  if (format === null) return value;
  return format === "double" ? new DoubleFloat(value as number) : single(value as number);
}

/** Stores an object that may be the value of the slot. */
export function setSlotOf(object: object, slot: string, value: LispValue): void {
  const key = keyOf(object, slot);
  (object as Slots)[key] = slotFormat(key) === null ? value : floatValue(value as LispFloat);
}

/** The name of the type whose floats a slot holds without boxes; null for a slot of objects. */
export function floatTypeOfSlot(object: object, slot: string): string | null {
  const format = slotFormat(keyOf(object, slot));
  return format === null ? null : format === "double" ? "DOUBLE-FLOAT" : "SINGLE-FLOAT";
}
