/**
 * Functions of the runtime that SETF forms and iterations expand into, checked as the functions that SBCL has
 * in their place.
 */

import { table } from "../../runtime/objects/table.js";
import type { CompilerHost } from "../host.js";
import type { RuntimeNode } from "../syntax/tree.js";
import { shownForm } from "../warnings/conflict-texts.js";
import type { LispType } from "./lattice.js";
import { typeOf } from "./specifiers.js";

interface RuntimeFunction {
  /** The type that the first argument is to be of. */
  type: LispType;
  /** The form that SBCL shows. */
  shown: (texts: readonly string[]) => string;
}

const FUNCTIONS: Readonly<Record<string, RuntimeFunction>> = table({
  setCar: { type: typeOf("CONS"), shown: (texts) => `(SB-KERNEL:%RPLACA ${texts.join(" ")})` },
  setCdr: { type: typeOf("CONS"), shown: (texts) => `(SB-KERNEL:%RPLACD ${texts.join(" ")})` },
  setAref: {
    type: typeOf("ARRAY"),
    shown: ([array, ...rest]) => `(AREF ${array} ${rest.slice(0, -1).join(" ")})`,
  },
  setChar: { type: typeOf("STRING"), shown: ([string]) => `(THE STRING ${string})` },
  setGet: { type: typeOf("SYMBOL"), shown: (texts) => `(SB-KERNEL:%PUT ${texts.join(" ")})` },
  putProperty: { type: typeOf("LIST"), shown: (texts) => `(SB-IMPL::%PUTF ${texts.join(" ")})` },
  checkInteger: { type: typeOf("INTEGER"), shown: ([count]) => `(THE INTEGER ${count})` },
});

/** The type that the first argument of a function of the runtime is to be of; null where it is not checked. */
export function runtimeFunction(name: string): LispType | null {
  return Object.hasOwn(FUNCTIONS, name) ? (FUNCTIONS[name]?.type ?? null) : null;
}

/** The form that SBCL shows as the one whose argument is wrong. */
export function runtimeContext(host: CompilerHost, { name, args }: RuntimeNode): string {
  return FUNCTIONS[name]?.shown(args.map((arg) => host.print(shownForm(arg)))) ?? "";
}
