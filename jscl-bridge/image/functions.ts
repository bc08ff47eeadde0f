/** Functions of COMMON-LISP written in TypeScript, installed over JSCL's. */
import { applied } from "../runtime/applied.js";
import { formatLibrary } from "../runtime/format.js";
import { arrayFunctions } from "../runtime/library/arrays.js";
import { characterFunctions, installCharacterConstants } from "../runtime/library/characters.js";
import { dateFunctions } from "../runtime/library/dates.js";
import { elementFunctions } from "../runtime/library/elements.js";
import { fileFunctions } from "../runtime/library/files.js";
import { installFunctionPlaces } from "../runtime/library/function-places.js";
import { hashTableFunctions } from "../runtime/library/hash-tables.js";
import { installNumberVariables, moreNumberFunctions } from "../runtime/library/more-numbers.js";
import { numberFunctions } from "../runtime/library/numbers.js";
import { objectFunctions } from "../runtime/library/objects.js";
import { packageFunctions } from "../runtime/library/packages.js";
import { installProperties } from "../runtime/library/properties.js";
import { stringFunctions } from "../runtime/library/strings.js";
import { installStructures } from "../runtime/library/structures.js";
import { timeFunctions } from "../runtime/library/time.js";
import type { LispFunction, LispSymbol } from "../runtime/objects/marshal.js";
import { sym } from "../runtime/signals.js";
import { streamLibrary } from "../runtime/streams.js";
import { evaluationFunctions } from "./evaluation-functions.js";
import type { Image } from "./image.js";
import { readingFunctions } from "./reading.js";

/** Functions by the names of their symbols in COMMON-LISP. */
export type FunctionTable = Record<string, LispFunction>;

export function installFunctions(image: Image): void {
  install(numberFunctions(image));
  install(moreNumberFunctions());
  installNumberVariables(image);
  install(hashTableFunctions(image));
  installStructures(image);
  installProperties(image);
  installFunctionPlaces(image);
  install(objectFunctions(image));
  install(packageFunctions(image));
  install(evaluationFunctions(image));
  install(characterFunctions);
  installCharacterConstants(image);
  install(stringFunctions);
  install(arrayFunctions(image));
  install(elementFunctions);
  install(streamLibrary(image.printer));
  install(formatLibrary(image.printer));
  install(fileFunctions(image));
  install(dateFunctions);
  install(readingFunctions(image));
  install(timeFunctions(image));
}

/** Installs functions; a name may say its package: `JSCL::NAME`. */
export function install(table: FunctionTable): void {
  for (const [key, fn] of Object.entries(table)) {
    const [name, home] = key.split("::").reverse() as [string, string?];
    const symbol = sym(name, home ?? "COMMON-LISP");
    // One JavaScript function may stand under several names; each name prints as its own.
    const isNamed = fn.fname !== undefined && (fn.fname as LispSymbol).name !== name;
    const own: LispFunction = isNamed ? (...given) => applied(fn, given) : fn;
    own.fname = symbol;
    symbol.fvalue = own;
  }
}
