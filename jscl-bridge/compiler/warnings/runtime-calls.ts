/**
 * Warnings about calls of the runtime's functions that SETF forms and iterations expand into, checked as the
 * functions that SBCL has in their place.
 */

import type { LispValue } from "../../runtime/objects/marshal.js";
import { table } from "../../runtime/objects/table.js";
import type { Unit } from "../emit/unit.js";
import type { Environment } from "../scope/environment.js";
import { CallChecks } from "./call-checks.js";
import { shownAs } from "./conflicts.js";
import { checkSubscripts } from "./folding.js";
import { checkWritten } from "./modified.js";
import { type LispType, typeOf } from "../types/lattice.js";

interface RuntimeFunction {
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
  return new RuntimeCallChecks(unit, name, known, args, env);
}

class RuntimeCallChecks extends CallChecks {
  protected readonly call = null;
  readonly checksAll = true;

  constructor(
    unit: Unit,
    private readonly name: string,
    private readonly callee: RuntimeFunction,
    args: readonly LispValue[],
    env: Environment,
  ) {
    super(unit, args, env);
  }

  protected expectedType(index: number): LispType | null {
    return index === 0 ? this.callee.type : null;
  }

  protected context(): string {
    return this.callee.shown(this.args.map((arg) => this.unit.host.print(shownAs(this.unit, arg, this.env))));
  }

  protected checkAll(): void {
    const { unit, name, args } = this;
    checkWritten(unit, name, () => this.known(0));
    if (name === "setAref" || name === "setChar") checkSubscripts(unit, args.slice(0, -1), this.known);
  }
}
