import type { BaseImage } from "../base-image.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { isLispString, stringText } from "../objects/vectors.js";
import { nil } from "../signals.js";
import { fixedArguments } from "./fixed.js";

/** How programs show pictures; DISPLAY in the overlay checks the arguments. */
export function pictureFunctions(image: BaseImage): Record<string, LispFunction> {
  return {
    "JSCL-MCP::SHOW-PICTURE": fixedArguments(3, 3, (mime, data, title) => {
      image.onPicture?.({ mime: textOf(mime), data: textOf(data), title: textOf(title) });
      return nil();
    }),
  };
}

function textOf(x: LispValue): string {
  return isLispString(x) ? stringText(x) : "";
}
