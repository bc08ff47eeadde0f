/**
 * All macros, by name: each takes the evaluator, the forms behind the name and the environment, and answers
 * a form.
 */
import { basic } from "./basic.mjs";
import { loop } from "./loop.mjs";
import { places } from "./places.mjs";

export const macros = new Map(Object.entries({ ...basic, ...places, LOOP: loop }));
