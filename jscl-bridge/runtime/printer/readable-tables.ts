/** What `*print-readably*` makes of hash tables, which have no syntax: a form after `#.`. */
import { HashTable } from "../objects/hash-table.js";
import type { LispValue } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import { callLisp, cons, keyword, list, listOf, nil, sym } from "../signals.js";
import type { Printer } from "./writer.js";

/** Of tables that were made without :SIZE. */
const DEFAULT_SIZE = 7;

/** Writes a hash table, if the object is one and the reader may evaluate; answers whether it did. */
export function writeReadably(printer: Printer, object: LispValue): boolean {
  if (!(object instanceof HashTable) || symbolValue(sym("*READ-EVAL*")) === nil()) return false;
  printer.write("#.");
  printer.object(tableForm(object));
  return true;
}

const quoted = (x: LispValue) => list(sym("QUOTE"), x);

/** The form that makes a table with the same entries. */
function tableForm(table: HashTable): LispValue {
  const ask = (name: string) => callLisp(name, "COMMON-LISP", table);
  const [test, size] = [ask("HASH-TABLE-TEST"), ask("HASH-TABLE-SIZE")];
  const initargs: LispValue[] = [];
  if (test !== sym("EQL")) initargs.push(keyword("TEST"), quoted(test));
  if (size !== DEFAULT_SIZE) initargs.push(keyword("SIZE"), size);
  const weakness = table.options?.weakness ?? null;
  if (weakness !== null) initargs.push(keyword("WEAKNESS"), keyword(weakness));
  const form = listOf([sym("MAKE-HASH-TABLE"), ...initargs]);
  const entries: LispValue[] = [];
  const collect = (_values: unknown, key: LispValue, value: LispValue) => {
    entries.push(cons(key, value));
    return nil();
  };
  callLisp("MAPHASH", "COMMON-LISP", collect as LispValue, table);
  return entries.length === 0
    ? form
    : list(sym("%STUFF-HASH-TABLE", "SB-IMPL"), form, quoted(listOf(entries)));
}
