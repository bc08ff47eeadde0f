/** Nodes that have just one value, whatever happens. */

import { standardFunction } from "./standard-functions.js";
import type { Node } from "./tree.js";

/** Whether a node has just one value, and so no list of values where several are wanted. */
export function hasOneValue(node: Node): boolean {
  switch (node.kind) {
    case "constant":
    case "read":
    case "global":
    case "function":
    case "global-function":
    case "local-function":
    case "assign":
    case "assign-global":
    case "structure-slot":
    case "make-structure":
      return true;
    case "call":
      return standardFunction(node.name)?.values?.length === 1;
    default:
      return false;
  }
}
