import { conditionExamples } from "./conditions.js";
import { dataExamples } from "./data.js";
import type { Example } from "./first.js";
import { languageExamples } from "./language.js";
import { objectExamples } from "./objects.js";

/** The examples of the menu, in groups by subject. */
export const exampleGroups: ReadonlyArray<readonly Example[]> = [
  dataExamples,
  languageExamples,
  objectExamples,
  conditionExamples,
];
