/** The functions of CLHS chapter 18, SXHASH, and EQUAL and EQUALP, which tables compare by. */

import type { BaseImage } from "../base-image.js";
import type { FunctionTable } from "../function-table.js";
import { SingleFloat } from "../numbers.js";
import { carOf, cdrOf } from "../objects/conses.js";
import { type Equality, makeEquality } from "../objects/equality.js";
import { hashCode, type KeyedTest } from "../objects/hash-keys.js";
import { HashTable } from "../objects/hash-table.js";
import type { Internals, LispCons, LispSymbol, LispValue, ValuesFunction } from "../objects/marshal.js";
import {
  clearStockTable,
  isStockTable,
  stockTableEntries,
  stockTableHash,
  stockTableTest,
} from "../objects/stock-tables.js";
import { symbolFunction } from "../objects/symbols.js";
import { cursorOf, TableCursor } from "../objects/table-cursor.js";
import { isLispString, stringText } from "../objects/vectors.js";
import { addDeferring } from "../operators/deferring.js";
import { nil, sym, t } from "../signals.js";
import { safepoint } from "../stack/safepoints.js";
import { countArguments, wrongType } from "../streams/stream-arguments.js";
import { functionOf } from "./callees.js";
import { fixedArguments, oneValue, predicate, truth } from "./fixed.js";
import { generalShape, makeGeneralTable } from "./general-hash-tables.js";
import { type Keys, keyed } from "./keys.js";

const TESTS: readonly KeyedTest[] = ["EQ", "EQL", "EQUAL", "EQUALP"];

/** The value of an entry of a table of JSCL's. */
function entryValue(entry: LispCons | undefined): LispValue {
  return entry && cdrOf(entry);
}

function isTable(x: LispValue): boolean {
  return x instanceof HashTable || isStockTable(x);
}

function notTable(x: LispValue): never {
  return wrongType(x, sym("HASH-TABLE"));
}

/** What is done with tables, ours and stock ones alike. */
function tableAccess(internals: Internals) {
  const equality = makeEquality(internals);
  const stockEntryName = (table: LispCons, key: LispValue): string => {
    const hash = symbolFunction(stockTableHash(table))(internals.pv, key);
    return isLispString(hash) ? stringText(hash) : String(hash);
  };
  const get = (key: LispValue, table: LispValue): LispValue | undefined => {
    if (table instanceof HashTable) return table.find(key, equality)?.value;
    if (!isStockTable(table)) return notTable(table);
    const name = stockEntryName(table, key);
    return Object.hasOwn(stockTableEntries(table), name)
      ? entryValue(stockTableEntries(table)[name])
      : undefined;
  };
  const put = (value: LispValue, key: LispValue, table: LispValue): LispValue => {
    if (table instanceof HashTable) table.set(key, value, equality);
    else if (isStockTable(table))
      stockTableEntries(table)[stockEntryName(table, key)] = new internals.Cons(key, value);
    else notTable(table);
    return value;
  };
  const remove = (key: LispValue, table: LispValue): boolean => {
    if (table instanceof HashTable) return table.remove(key, equality);
    if (!isStockTable(table)) return notTable(table);
    const name = stockEntryName(table, key);
    return Object.hasOwn(stockTableEntries(table), name) && delete stockTableEntries(table)[name];
  };
  const count = (table: LispValue): number => {
    if (table instanceof HashTable) return table.count;
    return isStockTable(table) ? Object.keys(stockTableEntries(table)).length : notTable(table);
  };
  const testOf = (table: LispValue): string => {
    if (table instanceof HashTable) return table.test;
    return isStockTable(table) ? stockTableTest(table) : notTable(table);
  };
  const cursorAt = (table: LispValue): TableCursor => {
    if (table instanceof HashTable) return new TableCursor(table.iterated);
    if (!isStockTable(table)) return notTable(table);
    const entries = Object.values(stockTableEntries(table));
    return new TableCursor({ entries: entries.map((entry) => ({ key: carOf(entry), value: cdrOf(entry) })) });
  };
  return { equality, get, put, remove, count, testOf, cursorAt };
}

type TableAccess = ReturnType<typeof tableAccess>;

const makeTable =
  (testOf: (x: LispValue) => KeyedTest | null) =>
  (given: LispValue): LispValue => {
    const { test, size, others } = given as Keys;
    if (size !== undefined && !(typeof size === "number" && Number.isInteger(size) && size >= 0)) {
      return wrongType(size, sym("UNSIGNED-BYTE"));
    }
    const kind = test === undefined ? "EQL" : testOf(test);
    const room = typeof size === "number" ? Math.max(size, 7) : 7;
    if (kind === null || others !== null) return makeGeneralTable(kind, room, test, others);
    return new HashTable(kind, room);
  };

/** What goes through the entries of a table. */
function iterations({ stack, internals, runtime }: BaseImage, access: TableAccess): FunctionTable {
  Object.assign(runtime, {
    cursorNext: (cursor: LispValue): LispValue => truth(cursorOf(cursor).next()),
    cursorKey: (cursor: LispValue): LispValue => cursorOf(cursor).key,
    cursorValue: (cursor: LispValue): LispValue => cursorOf(cursor).value,
  });
  const { cursorAt } = access;
  const mapTable = (designator: LispValue, table: LispValue): LispValue => {
    const fn = functionOf(designator);
    const { sp } = stack;
    const { pv } = internals;
    const cursor = cursorAt(table);
    while (cursor.next()) {
      fn(pv, cursor.key, cursor.value);
      stack.sp = sp;
      safepoint();
    }
    return nil();
  };
  return {
    MAPHASH: oneValue(mapTable),
    // What WITH-HASH-TABLE-ITERATOR, and MAPHASH of a literal function, expand into a call of.
    "JSCL-MCP::HASH-TABLE-ITERATOR": fixedArguments(1, 1, (table) => cursorAt(table) as LispValue),
  };
}

/** The usual calls of functions of tables. */
function quickFunctions(equality: Equality) {
  return {
    "(SETF_GETHASH)": (value: LispValue, key: LispValue, table: LispValue, _fallback: LispValue) => {
      if (!(table instanceof HashTable)) return undefined;
      table.set(key, value, equality);
      return value;
    },
    "HASH-TABLE-COUNT": (table: LispValue) => (table instanceof HashTable ? table.count : undefined),
    REMHASH: (key: LispValue, table: LispValue) =>
      table instanceof HashTable ? truth(table.remove(key, equality)) : undefined,
  };
}

export function hashTableFunctions(image: BaseImage): FunctionTable {
  const { internals } = image;
  const access = tableAccess(internals);
  const { equality, get, put, remove, count, testOf } = access;
  // Restores tables from a snapshot of the heap.
  image.runtime["HashTable"] = HashTable;
  image.runtime["isEqual"] = equality.equal;
  // GETHASH where compiled code calls it without a frame: of another object than a table of ours it has one.
  image.runtime["gethash"] = (
    values: ValuesFunction,
    key: LispValue,
    table: LispValue,
    fallback?: LispValue,
  ): LispValue => {
    if (table instanceof HashTable) {
      const entry = table.find(key, equality);
      return entry === undefined ? values(fallback ?? nil(), nil()) : values(entry.value, t());
    }
    const fn = symbolFunction(sym("GETHASH"));
    return fallback === undefined ? fn(values, key, table) : fn(values, key, table, fallback);
  };
  addDeferring(image.runtime, quickFunctions(equality));
  image.printer.hashTable = (object) => {
    if (!(object instanceof HashTable)) return undefined;
    return object.options === null ? { test: object.test, count: object.count } : generalShape(object);
  };

  return {
    "MAKE-HASH-TABLE": keyed(0, makeTable(testArgument())),
    "HASH-TABLE-P": predicate(isTable),
    GETHASH: (values, key, table, fallback) => {
      const value = get(key, table);
      return value === undefined ? values(fallback ?? nil(), nil()) : values(value, t());
    },
    "(SETF_GETHASH)": function (_values, value, key, table) {
      // biome-ignore lint/complexity/noArguments: their number, at no cost
      const count = arguments.length - 1;
      // biome-ignore lint/complexity/noArguments: passed on as they came, and never made
      if (count < 3 || count > 4) countArguments(Array.from(arguments).slice(1), 3, 4);
      return put(value, key, table);
    },
    REMHASH: oneValue((key, table) => truth(remove(key, table))),
    CLRHASH: oneValue((table) => {
      if (table instanceof HashTable) table.clear();
      else if (isStockTable(table)) clearStockTable(table);
      else notTable(table);
      return table;
    }),
    "HASH-TABLE-COUNT": oneValue(count),
    "HASH-TABLE-TEST": oneValue(
      (table) => (table instanceof HashTable && table.options?.program?.name) || sym(testOf(table)),
    ),
    "HASH-TABLE-SIZE": oneValue((table) => {
      let size = table instanceof HashTable ? table.initialSize : 7;
      while (size < count(table)) size *= 2;
      return size;
    }),
    "HASH-TABLE-REHASH-SIZE": oneValue((table) => (isTable(table) ? 1.5 : notTable(table))),
    "HASH-TABLE-REHASH-THRESHOLD": oneValue((table) =>
      isTable(table) ? new SingleFloat(1) : notTable(table),
    ),
    ...iterations(image, access),
    SXHASH: oneValue(hashCode),
    EQUAL: oneValue((a, b) => truth(equality.equal(a, b))),
    EQUALP: oneValue((a, b) => truth(equality.equalp(a, b))),
  };
}

/** The test of the standard that a symbol names or a function is; null for another. */
function testArgument(): (x: LispValue) => KeyedTest | null {
  const symbols = TESTS.map((name) => sym(name));
  return (x) => {
    for (let i = 0; i < symbols.length; i++) {
      const symbol = symbols[i] as LispSymbol;
      if (x === symbol || x === symbolFunction(symbol)) return TESTS[i] as KeyedTest;
    }
    return null;
  };
}
