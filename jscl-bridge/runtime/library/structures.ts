/** What compiled code asks about structures. */
import type { BaseImage } from "../base-image.js";
import type { LispValue } from "../objects/marshal.js";
import { callLisp, INTERNAL_PACKAGE, keyword, nil, simpleError, t } from "../signals.js";

interface Instance {
  structDescriptors?: readonly LispValue[];
}

/** Adds what the operators of structures call, such as the test for instances wherever a slot is read. */
export function installStructures(image: BaseImage): void {
  const yes = t();
  const no = nil();
  // An instance holds the definitions of all that its structure includes, by depth.
  image.runtime["structure"] = keyword("STRUCTURE");
  image.runtime["wrongStructure"] = (object: LispValue, name: LispValue): LispValue =>
    callLisp("WRONG-STRUCTURE", INTERNAL_PACKAGE, object, name);
  image.runtime["wrongLineage"] = (lineage: LispValue): LispValue =>
    simpleError("~S is not the lineage of a structure with these slots.", lineage);
  image.runtime["isStructure"] = (object: LispValue, definition: LispValue, depth: number): LispValue =>
    (object as Instance | undefined)?.structDescriptors?.[depth] === definition ? yes : no;
}
