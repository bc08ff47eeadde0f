/** The image's own Lisp files as one JavaScript function. */

import { CODE_PARAMETERS } from "../runtime/base-image.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import type { Image } from "./image.js";

interface OverlaySource {
  name: string;
  text: string;
}

/**
 * Evaluates the files in the image, in order, and returns the function, of that name, that does the same when
 * it is called.
 */
export function compileFiles(image: Image, sources: readonly OverlaySource[], called: string): string {
  const literals = image.compiler.fileLiterals();
  const parts: string[] = [];
  for (const { name, text } of sources) {
    let last: LispValue = null;
    try {
      for (const form of image.readAll(text)) {
        last = form;
        parts.push(image.compiler.compileForFile(form, literals));
      }
    } catch (error) {
      const where = last === null ? name : `${name}, at ${image.print(last, { chars: 200, depth: 10 })}`;
      throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
  return `function ${called}(${CODE_PARAMETERS.join(",")}){\n${parts.join("\n")}\n}\n`;
}
