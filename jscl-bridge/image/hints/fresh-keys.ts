/** Strings that are looked for in a hash table which compares its keys by identity. */

import type { Hint } from "../../contract/engine.js";
import { HashTable } from "../../runtime/objects/hash-table.js";
import type { LispCons } from "../../runtime/objects/marshal.js";
import { symbolValue } from "../../runtime/objects/symbols.js";
import { isLispString } from "../../runtime/objects/vectors.js";
import { elementsOf, isSymbol, sym } from "../../runtime/signals.js";
import type { Image } from "../image.js";
import { printed } from "./hint-facts.js";

/** The hint about (GETHASH key table), which found nothing, where the table is a global variable's. */
export function freshKeys(image: Image, form: LispCons): Hint[] {
  const [operator, , table] = [...elementsOf(form)];
  if (operator !== sym("GETHASH") || !isSymbol(table)) return [];
  const value: unknown = symbolValue(table);
  if (!(value instanceof HashTable) || (value.test !== "EQ" && value.test !== "EQL")) return [];
  if (!value.entries.some((entry) => entry !== undefined && isLispString(entry.key))) return [];
  const about = printed(image, table);
  return [{ kind: "keys", about, text: value.test, thing: "hash table", distance: null }];
}
