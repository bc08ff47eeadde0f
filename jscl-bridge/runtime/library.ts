/** Functions of COMMON-LISP written in TypeScript, installed over JSCL's. */
import { applied } from "./applied.js";
import { formatLibrary } from "./format.js";
import type { Image } from "./image.js";
import { arrayFunctions } from "./library/arrays.js";
import { characterFunctions, installCharacterConstants } from "./library/characters.js";
import { dateFunctions } from "./library/dates.js";
import { elementFunctions } from "./library/elements.js";
import { evaluationFunctions } from "./library/evaluation.js";
import { fileFunctions } from "./library/files.js";
import { installFunctionPlaces } from "./library/function-places.js";
import { hashTableFunctions } from "./library/hash-tables.js";
import { installNumberVariables, moreNumberFunctions } from "./library/more-numbers.js";
import { numberFunctions } from "./library/numbers.js";
import { objectFunctions } from "./library/objects.js";
import { packageFunctions } from "./library/packages.js";
import { installProperties } from "./library/properties.js";
import { stringFunctions } from "./library/strings.js";
import { installStructures } from "./library/structures.js";
import { timeFunctions } from "./library/time.js";
import type { LispFunction, LispSymbol } from "./marshal.js";
import { readingFunctions } from "./reading.js";
import { sym } from "./signals.js";
import { streamLibrary } from "./streams.js";

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
