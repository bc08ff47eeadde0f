/**
 * Hash tables whose test is a program's, or whose entries go when their keys or values are garbage. An entry
 * hangs on the objects that keep it, and the table itself has only weak references to it. Few programs have
 * any, so there is no class of them: the methods of such a table are its own.
 */

import { WeakReference } from "../platform.js";
import { allocated, safepoint } from "../stack/safepoints.js";
import type { Equality } from "./equality.js";
import { contentHash, type KeyedTest, tableKey } from "./hash-keys.js";
import {
  type HashEntry,
  HashTable,
  type ProgramTest,
  type TableOptions,
  type Weakness,
} from "./hash-table.js";
import type { LispValue } from "./marshal.js";

const ENTRY_BYTES = 256;

/** Answers an entry while it is there. */
type Held = () => HashEntry | undefined;

const strongly =
  (entry: HashEntry): Held =>
  () =>
    entry;

/** A function of its own, since functions that are made together keep what any of them names. */
const weakly =
  (entry: WeakReference<HashEntry>): Held =>
  () =>
    entry.deref();

/** A map whose keys may be objects, which it does not keep. */
interface Places<Value> {
  get(key: unknown): Value | undefined;
  set(key: unknown, value: Value): void;
  delete(key: unknown): void;
}

function makePlaces<Value>(): Places<Value> {
  const objects = new WeakMap<object, Value>();
  const others = new Map<unknown, Value>();
  const mapOf = (key: unknown) =>
    ((typeof key === "object" && key !== null) || typeof key === "function" ? objects : others) as Map<
      unknown,
      Value
    >;
  return {
    get: (key) => mapOf(key).get(key),
    set: (key, value) => void mapOf(key).set(key, value),
    delete: (key) => void mapOf(key).delete(key),
  };
}

interface Keeper {
  keep(entry: HashEntry): void;
  release(entry: HashEntry): void;
}

/** Keeps entries as long as the objects that they hang on are there. */
function makeKeeper(weakness: Weakness): Keeper {
  const byKey = makePlaces<Places<HashEntry> | HashEntry>();
  const byValue = makePlaces<Set<HashEntry>>();
  return {
    keep: (entry) => {
      const { key, value } = entry;
      if (weakness === "KEY-AND-VALUE") {
        const inner = makePlaces<HashEntry>();
        inner.set(value, entry);
        byKey.set(key, inner);
        return;
      }
      if (weakness !== "VALUE") byKey.set(key, entry);
      if (weakness !== "KEY") {
        const entries = byValue.get(value) ?? new Set<HashEntry>();
        entries.add(entry);
        byValue.set(value, entries);
      }
    },
    release: (entry) => {
      byKey.delete(entry.key);
      byValue.get(entry.value)?.delete(entry);
    },
  };
}

/** Where keys are, and which are the same. */
function comparison(test: KeyedTest, program: ProgramTest | null) {
  const placeOf = (key: LispValue): unknown => {
    if (program !== null) return program.hash(key);
    const hash = contentHash(key, test);
    return hash < 0 ? tableKey(key, test) : hash;
  };
  const isSame = (a: LispValue, b: LispValue, equality: Equality): boolean => {
    if (program !== null) return program.isSame(a, b);
    if (test === "EQUALP") return equality.equalp(a, b);
    return test !== "EQUAL" || equality.equal(a, b);
  };
  return { placeOf, isSame };
}

export function generalTable(test: KeyedTest, size: number, options: TableOptions): HashTable {
  const { program, weakness } = options;
  const { placeOf, isSame } = comparison(test, program);
  const table = new HashTable(test, size);
  table.options = options;
  const isWeak = weakness !== null && WeakReference !== null;
  let keeper = isWeak ? makeKeeper(weakness) : null;
  let places = makePlaces<Held[]>();
  /** All entries, the oldest first. */
  let all = new Set<Held>();

  const live = (): HashEntry[] => {
    const entries: HashEntry[] = [];
    for (const held of all) {
      safepoint();
      const entry = held();
      if (entry === undefined) all.delete(held);
      else entries.push(entry);
    }
    return entries;
  };
  const hold = (entry: HashEntry): Held => {
    if (keeper === null || WeakReference === null) return strongly(entry);
    keeper.keep(entry);
    return weakly(new WeakReference(entry));
  };
  const find = (key: LispValue, equality: Equality): HashEntry | undefined => {
    for (const held of places.get(placeOf(key)) ?? []) {
      const entry = held();
      if (entry !== undefined && isSame(key, entry.key, equality)) return entry;
    }
    return undefined;
  };

  table.find = find;
  table.set = (key, value, equality) => {
    const found = find(key, equality);
    if (found !== undefined) {
      keeper?.release(found);
      found.value = value;
      keeper?.keep(found);
      return;
    }
    const held = hold({ key, value });
    const place = placeOf(key);
    const others = (places.get(place) ?? []).filter((other) => other() !== undefined);
    places.set(place, [...others, held]);
    all.add(held);
    allocated(ENTRY_BYTES, table);
  };
  table.remove = (key, equality) => {
    const found = find(key, equality);
    if (found === undefined) return false;
    const place = placeOf(key);
    const others = (places.get(place) ?? []).filter((held) => {
      if (held() === found) all.delete(held);
      return held() !== found;
    });
    if (others.length > 0) places.set(place, others);
    else places.delete(place);
    keeper?.release(found);
    return true;
  };
  table.clear = () => {
    all = new Set();
    places = makePlaces();
    keeper = isWeak ? makeKeeper(weakness) : null;
  };
  Object.defineProperties(table, {
    iterated: { get: () => ({ entries: live() }) },
    count: { get: () => (isWeak ? live().length : all.size) },
  });
  return table;
}
