import type { LispValue } from "../objects/marshal.js";

/** What a usual call of a library function answers: undefined where the function itself has to be called. */
export type Answer = LispValue | undefined;
