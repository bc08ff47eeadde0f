/** Functions of COMMON-LISP written in TypeScript, installed over JSCL's. */

import { formatLibrary } from "../runtime/format.js";
import { install } from "../runtime/function-table.js";
import { arrayFunctions } from "../runtime/library/arrays.js";
import { bindCallees } from "../runtime/library/callees.js";
import { characterFunctions, installCharacterConstants } from "../runtime/library/characters.js";
import { dateFunctions } from "../runtime/library/dates.js";
import { elementFunctions } from "../runtime/library/elements.js";
import { fileFunctions } from "../runtime/library/files.js";
import { installFunctionPlaces } from "../runtime/library/function-places.js";
import { hashTableFunctions } from "../runtime/library/hash-tables.js";
import { keptValueFunctions } from "../runtime/library/kept-values.js";
import { installNumberVariables, moreNumberFunctions } from "../runtime/library/more-numbers.js";
import { numberFunctions } from "../runtime/library/numbers.js";
import { objectFunctions } from "../runtime/library/objects.js";
import { packageFunctions } from "../runtime/library/packages.js";
import { pictureFunctions } from "../runtime/library/pictures.js";
import { installProperties } from "../runtime/library/properties.js";
import { sequenceFunctions } from "../runtime/library/sequences.js";
import { sortingFunctions } from "../runtime/library/sorting.js";
import { stringFunctions } from "../runtime/library/strings.js";
import { installStructures } from "../runtime/library/structures.js";
import { timeFunctions } from "../runtime/library/time.js";
import { streamLibrary } from "../runtime/streams.js";
import { evaluationFunctions } from "./evaluation-functions.js";
import type { Image } from "./image.js";
import { readingFunctions } from "./reading.js";

export function installFunctions(image: Image): void {
  install(numberFunctions());
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
  bindCallees(image);
  install(sequenceFunctions(image));
  install(sortingFunctions);
  install(streamLibrary(image.printer));
  install(formatLibrary(image.printer));
  install(fileFunctions(image));
  install(keptValueFunctions(image));
  install(pictureFunctions(image));
  install(dateFunctions);
  install(readingFunctions(image));
  install(timeFunctions(image));
}
