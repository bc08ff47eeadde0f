/** When objects are the same. */
import { Character, Cons } from "../data.mjs";
import { isNumber, sameNumber } from "../numbers.mjs";

/** EQL. */
export function same(a, b) {
  if (a === b) return true;
  if (a instanceof Character) return b instanceof Character && a.text === b.text;
  return isNumber(a) && isNumber(b) && sameNumber(a, b);
}

/** EQUAL. */
export function equal(a, b) {
  if (a instanceof Cons) return b instanceof Cons && equal(a.car, b.car) && equal(a.cdr, b.cdr);
  if (a?.isString && b?.isString)
    return a.items.length === b.items.length && a.items.every(({ text }, i) => text === b.items[i].text);
  return same(a, b);
}
