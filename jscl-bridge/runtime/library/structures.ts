/** What compiled code asks about structures. */

import type { BaseImage } from "../base-image.js";
import type { MadeSlot } from "../definitions/global-definitions.js";
import { isDouble, isSingle } from "../numbers/types.js";
import { hasLineage, isSlotKey } from "../objects/instances.js";
import type { LispSymbol, LispValue, LispVector } from "../objects/marshal.js";
import { functionNameSymbol } from "../objects/setf-names.js";
import { floatTypeOfSlot, setSlotOf, slotKey, slotOf } from "../objects/structure-slots.js";
import { homeName, symbolFunction, symbolName } from "../objects/symbols.js";
import { makeString, stringText } from "../objects/vectors.js";
import {
  callLisp,
  elementsOf,
  INTERNAL_PACKAGE,
  isSymbol,
  keyword,
  nil,
  simpleError,
  sym,
  t,
} from "../signals.js";
import { wrongType } from "../streams/stream-arguments.js";

/** Adds what the operators of structures call, such as the test for instances wherever a slot is read. */
export function installStructures(image: BaseImage): void {
  const yes = t();
  const no = nil();
  // An instance holds the definitions of all that its structure includes, by depth.
  image.runtime["structure"] = keyword("STRUCTURE");
  image.runtime["wrongStructure"] = (object: LispValue, name: LispValue) =>
    callLisp("WRONG-STRUCTURE", INTERNAL_PACKAGE, object, name);
  image.runtime["noteStructureWriter"] = (
    name: LispValue,
    definition: LispValue,
    depth: number,
    key: LispVector,
    type: LispValue,
    structure: LispValue,
    slot: LispValue,
  ): LispValue => {
    const symbol = functionNameSymbol(name);
    if (symbol === null) return simpleError("~S is not the name of a function.", name);
    if (!isSlotKey(key)) return notASlot(key);
    const fn = symbolFunction(symbol);
    const writer = { fn, definition, depth, key: stringText(key), type, structure, slot };
    const { structureWriters, changes } = image.definitions;
    const old = structureWriters.get(symbol);
    if (old !== undefined && old.definition !== definition) changes.note(symbol, "structure");
    structureWriters.set(symbol, writer);
    return name;
  };
  image.runtime["noteStructureMaker"] = (
    name: LispSymbol,
    lineage: LispValue,
    ordered: number,
    slots: LispValue,
  ): LispValue => {
    if (!isSymbol(name)) return simpleError("~S is not the name of a function.", name);
    if (homeName(name) === "COMMON-LISP") return simpleError("~S is no constructor.", name);
    const fn = symbolFunction(name);
    image.definitions.structureMakers.set(name, {
      fn,
      lineage,
      ordered,
      slots: elementsOf(slots).map(madeSlot),
    });
    return name;
  };
  /** A call of a constructor that could not be made in place: by what the name means now. */
  image.runtime["callMaker"] = (name: LispSymbol, ...args: LispValue[]) =>
    symbolFunction(name)(image.internals.pv, ...args);
  image.runtime["slotKey"] = (slot: LispSymbol, place: number): LispVector =>
    makeString(slotKey(symbolName(slot), place));
  /** SLOT-VALUE, whose slot the object has. */
  image.runtime["slotOf"] = (object: LispValue, slot: LispVector): LispValue =>
    slotOf(object as object, stringText(slot));
  image.runtime["setSlotOf"] = (object: LispValue, slot: LispVector, value: LispValue): LispValue => {
    const key = stringText(slot);
    const type = floatTypeOfSlot(object as object, key);
    if (type === "DOUBLE-FLOAT" && !isDouble(value)) wrongType(value, sym(type));
    if (type === "SINGLE-FLOAT" && !isSingle(value)) wrongType(value, sym(type));
    setSlotOf(object as object, key, value);
    return value;
  };
  image.runtime["callWriter"] = (...call: WriterCall) => writeOrSignal(image, call);
  image.runtime["wrongLineage"] = (lineage: LispValue): LispValue =>
    simpleError("~S is not the lineage of a structure with these slots.", lineage);
  image.runtime["isStructure"] = (object: LispValue, definition: LispValue, depth: number): LispValue =>
    hasLineage(object, definition, depth) ? yes : no;
}

type WriterCall = [writer: LispSymbol, value: LispValue, object: LispValue];

/** Calls a writer that could not write in place; the caller signals what is wrong, as in SBCL. */
function writeOrSignal(image: BaseImage, [name, value, object]: WriterCall): LispValue {
  const fn = symbolFunction(name);
  const writer = image.definitions.structureWriters.get(name);
  if (writer?.fn !== fn) return fn(image.internals.pv, value, object);
  const { definition, depth, type, structure, slot } = writer;
  return hasLineage(object, definition, depth)
    ? callLisp("WRITE-SLOT", INTERNAL_PACKAGE, value, object, fn, type, slot, structure)
    : callLisp("WRONG-STRUCTURE", INTERNAL_PACKAGE, object, structure);
}

/** A slot from (key argument type [initial]), where `initial` is a constant. */
function madeSlot(description: LispValue): MadeSlot {
  const [key, argument, type, ...initial] = elementsOf(description);
  if (!isSlotKey(key)) return notASlot(key);
  return {
    key: stringText(key),
    argument: argument === nil() ? null : (argument as number | LispSymbol),
    type,
    initial: initial.length === 0 ? null : { value: initial[0] },
  };
}

function notASlot(key: LispValue): never {
  return simpleError("~S does not name a slot of a structure.", key);
}
