/** The functions of CLHS chapter 18, SXHASH, and EQUAL and EQUALP, which tables compare by. */

import type { BaseImage } from "../base-image.js";
import type { FunctionTable } from "../function-table.js";
import { SingleFloat } from "../numbers.js";
import { carOf, cdrOf } from "../objects/conses.js";
import { makeEquality } from "../objects/equality.js";
import { hashCode, type KeyedTest } from "../objects/hash-keys.js";
import { HashTable } from "../objects/hash-table.js";
import type { Internals, LispCons, LispFunction, LispValue } from "../objects/marshal.js";
import {
  clearStockTable,
  isStockTable,
  stockTableEntries,
  stockTableHash,
  stockTableTest,
} from "../objects/stock-tables.js";
import { symbolFunction } from "../objects/symbols.js";
import { isLispString, stringText } from "../objects/vectors.js";
import { isSymbol, list, nil, simpleError, sym, t } from "../signals.js";
import { countArguments, keywordArguments, wrongType } from "../streams/stream-arguments.js";
import { fixedArguments, oneValue, predicate, truth } from "./fixed.js";

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
  const entriesOf = (table: LispValue): Iterable<readonly [LispValue, LispValue]> => {
    if (table instanceof HashTable) return pairs(table);
    if (!isStockTable(table)) return notTable(table);
    return Object.values(stockTableEntries(table)).map((entry) => [carOf(entry), cdrOf(entry)] as const);
  };
  return { equality, get, put, remove, count, testOf, entriesOf };
}

type TableAccess = ReturnType<typeof tableAccess>;

const makeTable: LispFunction = (values, ...args) => {
  const options = keywordArguments(args, 0);
  const { TEST: test = sym("EQL"), SIZE: size } = options;
  if (size !== undefined && !(typeof size === "number" && Number.isInteger(size) && size >= 0)) {
    return wrongType(size, sym("UNSIGNED-BYTE"));
  }
  return values(new HashTable(testArgument(test), typeof size === "number" ? Math.max(size, 7) : 7));
};

/** What goes through the entries of a table. */
function iterations({ stack, internals, runtime }: BaseImage, access: TableAccess): FunctionTable {
  const { equality, testOf, entriesOf } = access;
  const mapTable: LispFunction = (values, ...args) => {
    const [designator, table] = args;
    const fn = (runtime["callable"] as (x: LispValue) => LispFunction)(designator);
    const { sp } = stack;
    for (const [key, value] of entriesOf(table)) {
      fn(internals.pv, key, value);
      stack.sp = sp;
    }
    return values(nil());
  };
  return {
    MAPHASH: mapTable,
    "JSCL::COPY-HASH-TABLE": fixedArguments(1, 1, (table) => {
      const copy = new HashTable(testOf(table) as KeyedTest);
      for (const [key, value] of entriesOf(table)) copy.set(key, value, equality);
      return copy;
    }),
    // What WITH-HASH-TABLE-ITERATOR expands to a call of: a function of no arguments that answers as its
    // macro does.
    "JSCL-MCP::HASH-TABLE-ITERATOR": fixedArguments(1, 1, (table) => {
      const entries = entriesOf(table)[Symbol.iterator]();
      const step: LispFunction = (values) => {
        const next = entries.next();
        return next.done === true ? values(nil()) : values(t(), next.value[0], next.value[1]);
      };
      return step;
    }),
  };
}

export function hashTableFunctions(image: BaseImage): FunctionTable {
  const { internals } = image;
  const access = tableAccess(internals);
  const { equality, get, put, remove, count, testOf } = access;
  // Restores tables from a snapshot of the heap.
  image.runtime["HashTable"] = HashTable;
  image.printer.hashTable = (object) =>
    object instanceof HashTable ? { test: object.test, count: object.count } : undefined;

  return {
    "MAKE-HASH-TABLE": makeTable,
    "HASH-TABLE-P": predicate(isTable),
    GETHASH: (values, key, table, fallback) => {
      const value = get(key, table);
      return value === undefined ? values(fallback ?? nil(), nil()) : values(value, t());
    },
    "(SETF_GETHASH)": (values, ...args) => {
      countArguments(args, 3, 4);
      return values(put(args[0], args[1], args[2]));
    },
    // Only the expansion of (SETF GETHASH) calls this, always with three arguments.
    "JSCL::SETHASH": (_values, value, key, table) => put(value, key, table),
    REMHASH: oneValue((key, table) => truth(remove(key, table))),
    CLRHASH: oneValue((table) => {
      if (table instanceof HashTable) table.clear();
      else if (isStockTable(table)) clearStockTable(table);
      else notTable(table);
      return table;
    }),
    "HASH-TABLE-COUNT": oneValue(count),
    "HASH-TABLE-TEST": oneValue((table) => sym(testOf(table))),
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

function* pairs(table: HashTable): Generator<readonly [LispValue, LispValue]> {
  for (const { key, value } of table) yield [key, value];
}

/** The test that a symbol names or a function is. Signals SIMPLE-ERROR for one that no table has. */
function testArgument(x: LispValue): KeyedTest {
  const found = TESTS.find((name) => x === sym(name) || x === symbolFunction(sym(name)));
  if (found !== undefined) return found;
  if (!isSymbol(x) && typeof x !== "function")
    return wrongType(x, list(sym("OR"), sym("FUNCTION"), sym("SYMBOL")));
  return simpleError("Unknown :TEST for MAKE-HASH-TABLE: ~S", x);
}
