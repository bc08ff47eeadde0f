/** Texts of the program's own objects for a report, where neither their size nor what prints them is ours. */

import type { BaseImage } from "../base-image.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { makeString } from "../objects/vectors.js";
import { printToString } from "../printer.js";
import { nil } from "../signals.js";
import { makeOutputStream } from "../streams.js";

/** Nesting of a printed object before `...` stands for a part. */
const DEPTH = 200;

/** What the overlay calls for them. */
export function boundedTextFunctions(image: BaseImage) {
  return {
    /** An object as PRIN1 writes it; `...` at the end stands for what is beyond so many characters. */
    printWithin: (object: LispValue, chars: number): LispValue =>
      makeString(
        printToString(object, image.printer, {
          escape: true,
          layout: false,
          budget: { chars, depth: DEPTH },
        }),
      ),

    /**
     * What a function writes to the stream it is given; it is left when that is more than so many characters.
     */
    writtenWithin(chars: number, write: LispFunction): LispValue {
      const { internals, stack } = image;
      const { sp } = stack;
      class Full extends internals.CatchNLX {}
      const full = new Full(undefined, nil());
      let text = "";
      const stream = makeOutputStream((more) => {
        text += more.slice(0, chars + 1 - text.length);
        if (text.length > chars) throw full;
      });
      try {
        write(internals.pv, stream);
      } catch (e) {
        if (e !== full) throw e;
        stack.sp = sp;
      }
      return makeString(text);
    },
  };
}
