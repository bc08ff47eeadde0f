/** Reads the objects that JSCL's library makes, as far as the printer needs them. */

import type {
  Internals,
  LispCons,
  LispPackage,
  LispSymbol,
  LispValue,
  LispVector,
} from "../objects/marshal.js";
import { next } from "../stack/safepoints.js";
import type { HashTableShape, PrinterImage } from "./printer-image.js";

type Slots = Record<string, LispValue>;

export interface StructureShape {
  name: LispSymbol;
  /** Null for structures of the library itself, whose slots are not for printing. */
  slots: { name: LispSymbol; value: LispValue }[] | null;
}

export interface ClassShape {
  name: LispValue;
  /** Names of the class and its superclasses, most specific first. */
  precedence: string[];
}

/** The type code that JSCL's library puts on the objects it makes, such as `STRUCTURE`. */
function typeCode(object: object): string | undefined {
  const code = (object as Slots)["dt_Name"];
  return typeof code === "object" && code !== null ? (code as LispSymbol).name : undefined;
}

export function isSymbol(x: LispValue, internals: Internals): x is LispSymbol {
  return x instanceof internals.Symbol;
}

export function isCons(x: LispValue, internals: Internals): x is LispCons {
  return x instanceof internals.Cons;
}

export function isPackage(x: object): x is LispPackage {
  return "symbols" in x && "packageName" in x;
}

/** The elements of a proper list, at most `limit` of them. */
export function listItems(list: LispValue, internals: Internals, limit = 100_000): LispValue[] {
  const items: LispValue[] = [];
  let rest = list;
  while (isCons(rest, internals) && items.length < limit) {
    items.push(rest.$$jscl_car);
    rest = next(rest);
  }
  return items;
}

/** The dimensions of an array that is no vector; null for a vector. */
export function arrayDimensions(array: LispVector, internals: Internals): number[] | null {
  const dimensions = array.dimensions;
  if (isCons(dimensions, internals)) return listItems(dimensions, internals) as number[];
  // JSCL's own MAKE-ARRAY leaves the JavaScript false for the empty list of dimensions.
  return dimensions === false || dimensions === internals.intern("NIL") ? [] : null;
}

export function vectorLength(vector: LispVector): number {
  return typeof vector.fillpointer === "number" ? vector.fillpointer : vector.length;
}

export function hashTableShape(object: object, image: PrinterImage): HashTableShape | undefined {
  const own = image.hashTable?.(object);
  if (own !== undefined) return own;
  if (typeCode(object) !== "HASH-TABLE" || !isCons(object, image.internals)) return undefined;
  const hash = object.$$jscl_car as LispSymbol;
  return { test: hash.name.replace(/-HASH$/, ""), count: Object.keys(object.$$jscl_cdr as object).length };
}

/** A structure made by DEFSTRUCT, or by the library's simpler DEF!STRUCT. */
export function structureShape(object: object, internals: Internals): StructureShape | undefined {
  const descriptors = (object as Slots)["structDescriptors"];
  if (isSymbol(descriptors, internals)) return { name: descriptors, slots: null };
  if (!Array.isArray(descriptors) || descriptors.length === 0) return undefined;
  const names = descriptors.flatMap((descriptor: Slots) =>
    listItems(descriptor["SLOTS11"], internals).map((slot) => (slot as Slots)["NAME0"] as LispSymbol),
  );
  const last = descriptors[descriptors.length - 1] as Slots;
  return {
    name: last["NAME0"] as LispSymbol,
    slots: names.map((name, index) => ({ name, value: (object as Slots)[`${name.name}${index}`] })),
  };
}

/** Puts what a function gives for them in the place of the slots' values of a structure or a CLOS instance. */
export function replaceSlots(
  object: object,
  internals: Internals,
  by: (value: LispValue) => LispValue,
): void {
  const slots = object as Slots;
  if (classOfInstance(object) !== undefined) {
    const values = slots["SLOTS1"];
    if (!Array.isArray(values)) return;
    // Slots that are unbound hold no object of Lisp.
    for (const [i, value] of values.entries()) if (value !== undefined) values[i] = by(value);
    return;
  }
  const shape = structureShape(object, internals);
  for (const [i, slot] of (shape?.slots ?? []).entries()) slots[`${slot.name.name}${i}`] = by(slot.value);
}

/** The class of a CLOS instance, itself an instance. */
export function classOfInstance(object: object): object | undefined {
  const owner = (object as Slots)["CLASS0"];
  return typeCode(object) === "MOP-OBJECT" && typeof owner === "object" && owner !== null ? owner : undefined;
}

/** Positions of a class's own slots, fixed by JSCL's bootstrap. */
const CLASS_NAME = 0;
const CLASS_PRECEDENCE = 3;

export function classShape(classObject: object, internals: Internals): ClassShape {
  const slots = (classObject as Slots)["SLOTS1"];
  if (!Array.isArray(slots)) return { name: undefined, precedence: [] };
  const nameOf = (other: LispValue) => {
    const otherSlots = (other as Slots | null)?.["SLOTS1"];
    const name = Array.isArray(otherSlots) ? (otherSlots[CLASS_NAME] as LispValue) : undefined;
    return isSymbol(name, internals) ? name.name : "";
  };
  return { name: slots[CLASS_NAME], precedence: listItems(slots[CLASS_PRECEDENCE], internals).map(nameOf) };
}

/** The value of an instance's slot by name; undefined when there is no such slot or it has no value. */
export function instanceSlot(object: object, slot: string, internals: Internals): LispValue {
  const owner = classOfInstance(object);
  const table = (owner as Slots | undefined)?.["HASH2"];
  const values = (object as Slots)["SLOTS1"];
  if (!isCons(table, internals) || !Array.isArray(values)) return undefined;
  for (const entry of Object.values(table.$$jscl_cdr as Record<string, LispCons>)) {
    const name = entry.$$jscl_car;
    if (isSymbol(name, internals) && name.name === slot) return values[entry.$$jscl_cdr as number];
  }
  return undefined;
}
