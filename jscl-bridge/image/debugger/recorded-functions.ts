/** The functions of the program that say what they do while an evaluation is recorded. */

import type { LispFunction, LispSymbol } from "../../runtime/objects/marshal.js";
import type { Image } from "../image.js";
import { compiledSilently, ReplacedFunctions, type Replacement } from "./replaced-functions.js";

/** What functions were compiled into that say what they do. */
const compiled = new WeakMap<LispFunction, LispFunction>();

export function recordedFunctions(image: Image, isMeant: (symbol: LispSymbol) => boolean): ReplacedFunctions {
  const replacement: Replacement = {
    compiled,
    isPassing: true,
    compile(fn: LispFunction, isReplacement: boolean): LispFunction | null {
      const { definitions } = image;
      const before = definitions.recorded;
      const recorder = image.recorder.get();
      const { isOn } = recorder;
      definitions.recorded = (name) => isReplacement && name !== null;
      // What macro functions do is no part of what the program does.
      recorder.isOn = false;
      try {
        return compiledSilently(image, fn);
      } finally {
        recorder.isOn = isOn;
        definitions.recorded = before;
      }
    },
  };
  return new ReplacedFunctions(image, replacement, isMeant);
}
