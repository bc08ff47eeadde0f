/** What the places of property lists ask of the runtime. */

import type { BaseImage } from "../base-image.js";
import { carOf, cdrOf, setCarOf, setCdrOf } from "../objects/conses.js";
import type { LispCons, LispValue, ValuesFunction } from "../objects/marshal.js";
import { setSymbolPlist, symbolPlist } from "../objects/symbols.js";
import { isCons, isSymbol, nil, simpleError, sym, t } from "../signals.js";
import { next } from "../stack/safepoints.js";
import { wrongArgument, wrongType } from "../streams/stream-arguments.js";

/** The cons that holds an indicator; `broken` gets what stands where the cons of a value belongs. */
function cellOf(plist: LispValue, indicator: LispValue, broken: (value: LispValue) => void): LispCons | null {
  let rest = plist;
  while (isCons(rest)) {
    if (carOf(rest) === indicator) return rest;
    const value: LispValue = cdrOf(rest);
    if (!isCons(value)) broken(value);
    if (!isCons(value)) return null;
    rest = next(value);
  }
  return rest === nil() ? null : wrongType(rest, sym("LIST"));
}

function requireList(rest: LispValue): void {
  if (rest !== nil()) wrongType(rest, sym("LIST"));
}

function brokenRemf(value: LispValue): never {
  return simpleError(value === nil() ? "Odd-length list in REMF." : "Improper list in REMF.");
}

export function installProperties(image: BaseImage): void {
  const { Cons } = image.internals;

  /** The list without the property, and whether it was there. */
  const removeProperty = (values: ValuesFunction, indicator: LispValue, plist: LispValue): LispValue => {
    const cell = cellOf(plist, indicator, brokenRemf);
    if (cell === null) return values(plist, nil());
    const value = cdrOf(cell);
    if (!isCons(value)) return brokenRemf(value);
    if (cell === plist) return values(cdrOf(value), t());
    let before = cdrOf(plist as LispCons) as LispCons;
    while (cdrOf(before) !== cell) before = cdrOf(cdrOf(before) as LispCons) as LispCons;
    setCdrOf(before, cdrOf(value));
    return values(plist, t());
  };

  /** The list with the value of a property changed, or with the property before it. */
  const putProperty = (plist: LispValue, indicator: LispValue, value: LispValue): LispValue => {
    const cell = cellOf(plist, indicator, requireList);
    if (cell === null) return new Cons(indicator, new Cons(value, plist));
    const old = cdrOf(cell);
    if (!isCons(old)) return wrongType(old, sym("CONS"));
    setCarOf(old, value);
    return plist;
  };

  /** Stores a property of a symbol. */
  const setGet = (symbol: LispValue, indicator: LispValue, value: LispValue): LispValue => {
    if (!isSymbol(symbol)) return wrongArgument(symbol, sym("SYMBOL"), sym("SYMBOL"));
    const plist = symbolPlist(symbol) ?? nil();
    const broken = (): never => simpleError("~S has an odd number of items in its property list.", symbol);
    const cell = cellOf(plist, indicator, broken);
    if (cell === null) {
      setSymbolPlist(symbol, new Cons(indicator, new Cons(value, plist)));
      return value;
    }
    const rest = cdrOf(cell);
    if (!isCons(rest)) return broken();
    setCarOf(rest, value);
    return value;
  };

  Object.assign(image.runtime, { removeProperty, putProperty, setGet });
}
