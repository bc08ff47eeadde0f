import type { LispCons } from "../runtime/marshal.js";
import type { Destination } from "./destination.js";
import type { Environment } from "./environment.js";
import type { SpecialForms } from "./special-forms.js";
import type { Unit } from "./unit.js";

/** (%RUNTIME-GUARD . body): a JavaScript exception in the body becomes a Lisp error while its handlers are active. */
function guard(unit: Unit, form: LispCons, env: Environment, destination: Destination): void {
  const region = unit.context.openRegion();
  const code = unit.buffered(() => unit.body(form.$$jscl_cdr, env, destination));
  unit.context.closeRegion(region, true);
  unit.emit(region.text);
  unit.emit(`try{${code}}catch(e){if(R.isExit(e))throw e;R.convertForeign(e);}`);
}

export const guardForms: SpecialForms = { "%RUNTIME-GUARD": { statement: guard } };
