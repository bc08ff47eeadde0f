/** The layout of structures, CLOS instances and classes: that of JSCL's DEFSTRUCT and of its CLOS. */

import { next } from "../stack/safepoints.js";
import { carOf, cdrOf, hasHalves } from "./conses.js";
import type { Internals, LispCons, LispSymbol, LispValue, LispVector } from "./marshal.js";
import { setSlotOf, slotKey, slotOf } from "./structure-slots.js";
import { symbolName } from "./symbols.js";
import { dimensionListOf, isLispString, stringText } from "./vectors.js";

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

/** The property that says of what make an object is; the symbol there is what JSCL's own TYPE-OF goes by. */
export const TYPE = "dt_Name";

/** The property that holds a structure's definitions, by depth; of structures of JSCL's own, their name. */
export const LINEAGE = "structDescriptors";

/** What is in an object's property that says its make; undefined where there is none. */
export function typeOf(object: object): LispValue {
  return (object as Slots)[TYPE];
}

/** Whether an object of any realm says its make. */
export function hasType(object: object): boolean {
  return Object.hasOwn(object, TYPE);
}

export function lineageOf(object: object): LispValue {
  return (object as Slots)[LINEAGE];
}

/**
 * Whether an object of any kind is an instance of a structure's definition, which stands at a depth of its
 * lineage.
 */
export function hasLineage(object: LispValue, definition: LispValue, depth: number): boolean {
  return (object as { [LINEAGE]?: readonly LispValue[] } | undefined)?.[LINEAGE]?.[depth] === definition;
}

/** The property of a structure's definition that says that its name has another by now. */
export const REPLACED = "replaced";

/** The properties that generated code gives a structure, beside its slots: its make, and its lineage. */
export const STRUCTURE_KEYS = { type: TYPE, lineage: LINEAGE } as const;

/**
 * Whether a Lisp object names a JavaScript property as a structure has for a slot: it ends in the slot's
 * place, a number, and the letter of a slot of raw floats, as no property of JavaScript's own objects does.
 */
export function isSlotKey(x: LispValue): x is LispVector {
  return isLispString(x) && /\d[ds]?$/.test(stringText(x));
}

/** The type code that JSCL's library puts on the objects it makes, such as `STRUCTURE`. */
function typeCode(object: object): string | undefined {
  const code = typeOf(object);
  return typeof code === "object" && code !== null ? symbolName(code as LispSymbol) : undefined;
}

export function isSymbol(x: LispValue, internals: Internals): x is LispSymbol {
  return x instanceof internals.Symbol;
}

export function isCons(x: LispValue, internals: Internals): x is LispCons {
  return x instanceof internals.Cons;
}

/** The elements of a proper list, at most `limit` of them. */
export function listItems(list: LispValue, internals: Internals, limit = 100_000): LispValue[] {
  const items: LispValue[] = [];
  let rest = list;
  while (isCons(rest, internals) && items.length < limit) {
    items.push(carOf(rest));
    rest = next(rest);
  }
  return items;
}

/** The dimensions of an array that is no vector; null for a vector. */
export function arrayDimensions(array: LispVector, internals: Internals): number[] | null {
  const dimensions = dimensionListOf(array);
  if (isCons(dimensions, internals)) return listItems(dimensions, internals) as number[];
  // JSCL's own MAKE-ARRAY leaves the JavaScript false for the empty list of dimensions.
  return dimensions === false || dimensions === internals.intern("NIL") ? [] : null;
}

export interface Fields {
  readonly name: LispSymbol;
  readonly names: readonly LispSymbol[];
  readonly keys: readonly string[];
}

/** The type's name and the slots of the structures of a lineage, which stays as it is made. */
const fieldsOfLineages = new WeakMap<object, Fields>();

function fieldsOf(lineage: Slots[], internals: Internals): Fields {
  let fields = fieldsOfLineages.get(lineage);
  if (fields === undefined) {
    const names = lineage.flatMap((descriptor) =>
      listItems(descriptor["SLOTS11"], internals).map((slot) => (slot as Slots)["NAME0"] as LispSymbol),
    );
    const { NAME0: name } = lineage[lineage.length - 1] as { NAME0: LispSymbol };
    fields = { name, names, keys: names.map((slot, index) => slotKey(symbolName(slot), index)) };
    fieldsOfLineages.set(lineage, fields);
  }
  return fields;
}

/** The name of a structure's type, and its slots' names and JavaScript properties; nothing for others. */
export function structureFields(object: object, internals: Internals): Fields | undefined {
  const descriptors = lineageOf(object);
  return Array.isArray(descriptors) && descriptors.length > 0 ? fieldsOf(descriptors, internals) : undefined;
}

/** A structure made by DEFSTRUCT, or by the library's simpler DEF!STRUCT. */
export function structureShape(object: object, internals: Internals): StructureShape | undefined {
  const descriptors = lineageOf(object);
  if (isSymbol(descriptors, internals)) return { name: descriptors, slots: null };
  const fields = structureFields(object, internals);
  if (fields === undefined) return undefined;
  const { name: typeName, names, keys } = fields;
  return {
    name: typeName,
    slots: names.map((name, index) => ({ name, value: slotOf(object, keys[index] as string) })),
  };
}

/**
 * Puts what a function gives for them in the place of the slots' values of a structure or a CLOS instance.
 */
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
  for (const [i, slot] of (shape?.slots ?? []).entries())
    setSlotOf(object, slotKey(symbolName(slot.name), i), by(slot.value));
}

/**
 * The values of a CLOS instance's slots by place, those of a condition too; undefined where one is unbound.
 */
export function slotValues(object: object): LispValue[] | undefined {
  const values = (object as Slots)["SLOTS1"];
  return Array.isArray(values) ? values : undefined;
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
    return isSymbol(name, internals) ? symbolName(name) : "";
  };
  return { name: slots[CLASS_NAME], precedence: listItems(slots[CLASS_PRECEDENCE], internals).map(nameOf) };
}

/** Whether each class inherits from STREAM, as far as that was asked, with the list that it was found in. */
const streamClasses = new WeakMap<object, { precedence: LispValue; isStream: boolean }>();

/** Whether an object is an instance of a class that inherits from the class of that name, STREAM. */
export function isInstanceOfStream(object: object, name: LispSymbol): boolean {
  const owner = classOfInstance(object);
  const precedence = (owner as Slots | undefined)?.["SLOTS1"] as LispValue[] | undefined;
  if (owner === undefined || !Array.isArray(precedence)) return false;
  const list = precedence[CLASS_PRECEDENCE];
  const known = streamClasses.get(owner);
  if (known !== undefined && known.precedence === list) return known.isStream;
  let isStream = false;
  for (let rest = list; hasHalves(rest) && !isStream; rest = next(rest)) {
    const slots = (carOf(rest) as unknown as Slots)["SLOTS1"];
    isStream = Array.isArray(slots) && slots[CLASS_NAME] === name;
  }
  streamClasses.set(owner, { precedence: list, isStream });
  return isStream;
}

/** Whether the class of an instance, maybe a function, inherits from the standard class of that name. */
export function isInstanceOf(object: object, name: string, internals: Internals): boolean {
  const owner = (classOfFunction(object) ?? classOfInstance(object)) as Slots | undefined;
  const slots = owner?.["SLOTS1"];
  if (!Array.isArray(slots)) return false;
  const wanted = internals.intern(name);
  const precedence = listItems(slots[CLASS_PRECEDENCE], internals);
  return precedence.some((each) => metaobjectSlot(each, CLASS_NAME) === wanted);
}

/** The class of a function that is an instance: a generic function, or of a class of a program's. */
export function classOfFunction(object: object): object | undefined {
  return typeof object === "function" ? (object as unknown as { CLASS0?: object }).CLASS0 : undefined;
}

/** Where classes, generic functions and methods hold what is shown of them, fixed by JSCL's bootstrap. */
export const METAOBJECT = {
  name: 0,
  methods: 2,
  qualifiers: 1,
  specializers: 2,
  genericFunction: 4,
} as const;

/** What a class, a generic function or a method holds at a place. */
export function metaobjectSlot(object: LispValue, place: number): LispValue {
  const slots = (object as Slots | null | undefined)?.["SLOTS1"];
  return Array.isArray(slots) ? (slots[place] as LispValue) : undefined;
}

/** The value of an instance's slot by name; undefined when there is no such slot or it has no value. */
export function instanceSlot(object: object, slot: string, internals: Internals): LispValue {
  const owner = classOfInstance(object);
  const table = (owner as Slots | undefined)?.["HASH2"];
  const values = (object as Slots)["SLOTS1"];
  if (!isCons(table, internals) || !Array.isArray(values)) return undefined;
  for (const entry of Object.values(cdrOf(table) as Record<string, LispCons>)) {
    const name = carOf(entry);
    if (isSymbol(name, internals) && symbolName(name) === slot) return values[cdrOf(entry) as number];
  }
  return undefined;
}
