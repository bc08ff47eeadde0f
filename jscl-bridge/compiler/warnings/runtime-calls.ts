/** What SETF forms and iterations expand into, checked as the functions that SBCL has in their place. */
import type { LispValue } from "../../runtime/marshal.js";
import type { Environment } from "../environment.js";
import type { Unit } from "../unit.js";
import { conflict } from "./conflicts.js";
import { derive } from "./derive.js";
import { checkSubscripts } from "./folding.js";
import { checkWritten } from "./modified.js";
import { disjoint, type LispType, typeOf } from "./types.js";

interface RuntimeFunction {
  type: LispType;
  /** The form that SBCL shows. */
  shown: (texts: readonly string[]) => string;
}

const FUNCTIONS: Readonly<Record<string, RuntimeFunction>> = {
  setCar: { type: typeOf("CONS"), shown: (texts) => `(SB-KERNEL:%RPLACA ${texts.join(" ")})` },
  setCdr: { type: typeOf("CONS"), shown: (texts) => `(SB-KERNEL:%RPLACD ${texts.join(" ")})` },
  setAref: {
    type: typeOf("ARRAY"),
    shown: ([array, ...rest]) => `(AREF ${array} ${rest.slice(0, -1).join(" ")})`,
  },
  setChar: { type: typeOf("STRING"), shown: ([string]) => `(THE STRING ${string})` },
  checkInteger: { type: typeOf("INTEGER"), shown: ([count]) => `(THE INTEGER ${count})` },
};

/** Checks a call of a function of the runtime; the code for it where its argument is of a wrong type. */
export function checkRuntimeCall(
  unit: Unit,
  name: string,
  args: readonly LispValue[],
  texts: readonly string[],
  env: Environment,
): string | null {
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  const { host } = unit;
  if (known === undefined || host.internalCode || unit.flow.dead) return null;
  const [object] = args;
  checkWritten(unit, name, object, env);
  const derived = derive(unit, object, env);
  if (derived !== null && disjoint(derived.type, known.type)) {
    const shown = known.shown(args.map((arg) => host.print(arg)));
    return conflict(unit, derived, object, known.type, shown, { args, texts }, 0, env);
  }
  if (name === "setAref" || name === "setChar") checkSubscripts(unit, args.slice(0, -1), env);
  return null;
}
