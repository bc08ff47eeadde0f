/** The library, by name: each function takes its arguments and the evaluator, and answers values. */
import { arithmetic } from "./arithmetic.mjs";
import { control } from "./control.mjs";
import { lists } from "./lists.mjs";
import { sequences } from "./sequences.mjs";

export const library = new Map(Object.entries({ ...arithmetic, ...control, ...lists, ...sequences }));
