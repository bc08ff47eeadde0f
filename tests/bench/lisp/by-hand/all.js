/**
 * What a person would write in JavaScript for programs of this bench, by their names: one repetition each,
 * which returns what the Lisp program does. The gap between these and SBCL is the engine's.
 */
import { arrays } from "./arrays.js";
import { calls } from "./calls.js";
import { floats } from "./floats.js";
import { integers } from "./integers.js";
import { structures } from "./structures.js";
import { tables } from "./tables.js";

export const byHand = { ...floats, ...arrays, ...structures, ...integers, ...calls, ...tables };
