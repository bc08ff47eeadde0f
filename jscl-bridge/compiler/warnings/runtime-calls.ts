/** What SETF forms and iterations expand into, checked as the functions that SBCL has in their place. */
import type { LispValue } from "../../runtime/marshal.js";
import type { Environment } from "../environment.js";
import type { Unit } from "../unit.js";
import { CallChecks, type Callee } from "./call-checks.js";
import { shownAs } from "./conflicts.js";
import { checkSubscripts } from "./folding.js";
import { checkWritten } from "./modified.js";
import { type LispType, typeOf } from "./types.js";

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

/** The checks of a call of a function of the runtime; null where there is nothing to check. */
export function checkRuntimeCall(
  unit: Unit,
  name: string,
  args: readonly LispValue[],
  env: Environment,
): CallChecks | null {
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  const { host } = unit;
  if (known === undefined || host.internalCode || unit.flow.dead) return null;
  const callee: Callee = {
    args,
    call: null,
    expected: (index) => (index === 0 ? known.type : null),
    context: () => known.shown(args.map((arg) => host.print(shownAs(unit, arg, env)))),
    together: (values) => {
      checkWritten(unit, name, () => values(0));
      if (name === "setAref" || name === "setChar") checkSubscripts(unit, args.slice(0, -1), values);
    },
  };
  return new CallChecks(unit, callee, env);
}
