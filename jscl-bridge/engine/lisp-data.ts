import { carOf, cdrOf } from "../runtime/objects/conses.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { symbolName } from "../runtime/objects/symbols.js";
import { table } from "../runtime/objects/table.js";
import { isLispString, stringText } from "../runtime/objects/vectors.js";
import { elementsOf, isCons, isSymbol, keyword, nil, t } from "../runtime/signals.js";

/**
 * What the overlay tells as data (`lisp/environment/facts.lisp`), as JSON says it. The type is that of the
 * contract, which the overlay keeps to; a test holds it.
 */
export function dataOf<T>(x: LispValue): T {
  return plain(x) as T;
}

function plain(x: LispValue): unknown {
  if (x === nil()) return null;
  if (x === t()) return true;
  if (x === keyword("FALSE")) return false;
  if (isLispString(x)) return stringText(x);
  if (!isCons(x)) return x;
  const rest = cdrOf(x);
  if (carOf(x) === keyword("ARRAY")) return elementsOf(rest).map(plain);
  const made = table<unknown>();
  const members = elementsOf(rest);
  members.forEach((name, i) => {
    if (i % 2 === 0 && isSymbol(name)) made[memberName(symbolName(name))] = plain(members[i + 1]);
  });
  return made;
}

/** LAMBDA-LIST is `lambdaList`. */
function memberName(name: string): string {
  return name.toLowerCase().replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
