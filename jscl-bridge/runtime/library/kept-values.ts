import type { BaseImage } from "../base-image.js";
import { isInteger } from "../numbers/types.js";
import type { LispFunction } from "../objects/marshal.js";
import { sym } from "../signals.js";
import { wrongType } from "../streams/stream-arguments.js";
import { fixedArguments } from "./fixed.js";

/** How programs come to the values that the image keeps for clients. */
export function keptValueFunctions({ kept }: BaseImage): Record<string, LispFunction> {
  return {
    "JSCL-MCP::FIND-KEPT-VALUE": fixedArguments(1, 1, (handle) =>
      isInteger(handle) && handle >= 0 ? kept.get(handle) : wrongType(handle, sym("UNSIGNED-BYTE")),
    ),
  };
}
