/**
 * All operators, by name: each takes the evaluator, the forms behind the name and the environment, and
 * answers values.
 */
import { basic } from "./basic.mjs";
import { definitions } from "./definitions.mjs";
import { exits } from "./exits.mjs";
import { handlers } from "./handlers.mjs";

export const operators = new Map(Object.entries({ ...basic, ...exits, ...handlers, ...definitions }));
