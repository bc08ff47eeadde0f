/** What REMF asks of the runtime. */
import type { Image } from "../image.js";
import type { LispCons, LispValue } from "../marshal.js";
import { next } from "../safepoints.js";
import { isCons, lispError, nil, sym, t } from "../signals.js";

/** Adds the removal of a property from a list: two values, the list without it and whether it was there. */
export function installProperties(image: Image): void {
  const { mv } = image.internals;
  image.runtime["removeProperty"] = (plist: LispValue, indicator: LispValue): LispValue => {
    let before: LispCons | null = null;
    let rest = plist;
    while (isCons(rest)) {
      const value = rest.$$jscl_cdr;
      if (!isCons(value)) return malformed(plist);
      if (rest.$$jscl_car === indicator) {
        if (before === null) return mv(value.$$jscl_cdr, t());
        before.$$jscl_cdr = value.$$jscl_cdr;
        return mv(plist, t());
      }
      before = value;
      rest = next(value);
    }
    return rest === nil() ? mv(plist, nil()) : malformed(rest);
  };
}

function malformed(datum: LispValue): never {
  return lispError("TYPE-ERROR", "DATUM", datum, "EXPECTED-TYPE", sym("LIST"));
}
