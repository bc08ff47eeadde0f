/** Lisp streams: ports, constructors, and the functions that the image installs over JSCL's. */
import type { LispFunction } from "./objects/marshal.js";
import { prettyFunctions } from "./pretty/functions.js";
import type { PrinterImage } from "./printer/printer-image.js";
import { inputFunctions } from "./streams/input-functions.js";
import { outputFunctions } from "./streams/output-functions.js";
import { printFunctions, printUnadorned } from "./streams/print-functions.js";
import { streamFunctions } from "./streams/stream-functions.js";

export { makeSynonymStream, makeTwoWayStream } from "./streams/compound.js";
export { inputPort } from "./streams/designators.js";
export { makeOutputStream } from "./streams/output.js";
export { ColumnCounter, LispStream, type TextInput } from "./streams/shape.js";
export { printUnadorned };

/**
 * Functions by name: a name alone is a symbol of COMMON-LISP, `PACKAGE::NAME` one of that package. Each
 * replaces the function of JSCL's library.
 */
export function streamLibrary(image: PrinterImage): Record<string, LispFunction> {
  return {
    ...outputFunctions,
    ...inputFunctions,
    ...streamFunctions,
    ...printFunctions(image),
    ...prettyFunctions(image),
  };
}
