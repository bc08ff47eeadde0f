import { cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons } from "../../runtime/objects/marshal.js";
import type { Destination } from "../emit/destination.js";
import type { Unit } from "../emit/unit.js";
import type { Environment } from "../scope/environment.js";
import type { SpecialForms } from "./special-forms.js";

/**
 * (%RUNTIME-GUARD . body): a JavaScript exception in the body becomes a Lisp error while its handlers are
 * active.
 */
function guard(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const region = unit.context.openRegion();
  const code = unit.buffered(() => unit.body(cdrOf(form), env, destination));
  unit.context.closeRegion(region, true);
  unit.emit(region.text);
  unit.emit(`try{${code}}catch(e){if(R.isExit(e))throw e;R.convertForeign(e);}`);
}

export const guardForms: SpecialForms = { "%RUNTIME-GUARD": { statement: guard } };
