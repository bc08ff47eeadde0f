/** Functions of COMMON-LISP written in TypeScript, installed over JSCL's. */
import type { Image } from "./image.js";
import { evaluationFunctions } from "./library/evaluation.js";
import { numberFunctions } from "./library/numbers.js";
import { objectFunctions } from "./library/objects.js";
import type { LispFunction } from "./marshal.js";
import { sym } from "./signals.js";

/** Functions by the names of their symbols in COMMON-LISP. */
export type FunctionTable = Record<string, LispFunction>;

export function installFunctions(image: Image): void {
  for (const table of [numberFunctions(image), objectFunctions(image), evaluationFunctions(image)]) {
    install(table);
  }
}

export function install(table: FunctionTable): void {
  for (const [name, fn] of Object.entries(table)) {
    const symbol = sym(name);
    fn.fname = symbol;
    symbol.fvalue = fn;
  }
}
