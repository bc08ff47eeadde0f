/** What compiled code asks about structures. */

import type { BaseImage } from "../base-image.js";
import { hasLineage } from "../objects/instances.js";
import type { LispSymbol, LispValue, LispVector } from "../objects/marshal.js";
import { functionNameSymbol } from "../objects/setf-names.js";
import { symbolFunction } from "../objects/symbols.js";
import { stringText } from "../objects/vectors.js";
import { callLisp, INTERNAL_PACKAGE, keyword, nil, simpleError, t } from "../signals.js";

/** Adds what the operators of structures call, such as the test for instances wherever a slot is read. */
export function installStructures(image: BaseImage): void {
  const yes = t();
  const no = nil();
  // An instance holds the definitions of all that its structure includes, by depth.
  image.runtime["structure"] = keyword("STRUCTURE");
  image.runtime["wrongStructure"] = (object: LispValue, name: LispValue): LispValue =>
    callLisp("WRONG-STRUCTURE", INTERNAL_PACKAGE, object, name);
  image.runtime["noteStructureWriter"] = (
    name: LispValue,
    definition: LispValue,
    depth: number,
    key: LispVector,
    type: LispValue,
  ): LispValue => {
    const symbol = functionNameSymbol(name);
    if (symbol === null) return simpleError("~S is not the name of a function.", name);
    const writer = { fn: symbolFunction(symbol), definition, depth, key: stringText(key), type };
    image.definitions.structureWriters.set(symbol, writer);
    return name;
  };
  /** A call of a writer that could not write in place: it says what is wrong. */
  image.runtime["callWriter"] = (name: LispSymbol, value: LispValue, object: LispValue): LispValue =>
    symbolFunction(name)((x) => x, value, object);
  image.runtime["wrongLineage"] = (lineage: LispValue): LispValue =>
    simpleError("~S is not the lineage of a structure with these slots.", lineage);
  image.runtime["isStructure"] = (object: LispValue, definition: LispValue, depth: number): LispValue =>
    hasLineage(object, definition, depth) ? yes : no;
}
