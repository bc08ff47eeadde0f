/** What compiled code asks about structures. */
import type { Image } from "../image.js";
import type { LispValue } from "../marshal.js";
import { nil, t } from "../signals.js";

interface Instance {
  structDescriptors?: readonly LispValue[];
}

/** Adds the test for instances of a structure, which is open-coded wherever a slot is read. */
export function installStructures(image: Image): void {
  const yes = t();
  const no = nil();
  // An instance holds the definitions of all that its structure includes, by depth.
  image.runtime["isStructure"] = (object: LispValue, definition: LispValue, depth: number): LispValue =>
    (object as Instance | undefined)?.structDescriptors?.[depth] === definition ? yes : no;
}
