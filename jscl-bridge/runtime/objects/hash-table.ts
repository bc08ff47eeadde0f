/**
 * Hash tables: a JavaScript Map from keys that stand for Lisp objects under the table's test, and an index of
 * strings and lists, where these are equal by their contents.
 */

import { keyword } from "../signals.js";
import { allocated, safepoint } from "../stack/safepoints.js";
import { ContentIndex } from "./content-index.js";
import type { Equality } from "./equality.js";
import { contentHash, KeyedByKind, type KeyedTest, tableKey } from "./hash-keys.js";
import type { LispSymbol, LispValue } from "./marshal.js";

const ENTRY_BYTES = 128;

/** No place; stands in the index for that of a key that was removed. */
const REMOVED = -1;

/** The index is made anew without removed keys when there are more than these, and than entries. */
const LEAST_REMOVED = 32;

export interface HashEntry {
  readonly key: LispValue;
  value: LispValue;
}

/** A test that a program defined, and its function of keys: equal ones have the same number. */
export interface ProgramTest {
  readonly name: LispValue;
  readonly isSame: (a: LispValue, b: LispValue) => boolean;
  readonly hash: (key: LispValue) => unknown;
}

export type Weakness = "KEY" | "VALUE" | "KEY-AND-VALUE" | "KEY-OR-VALUE";

export interface TableOptions {
  readonly program: ProgramTest | null;
  readonly weakness: Weakness | null;
  readonly synchronized: boolean;
}

export class HashTable extends KeyedByKind {
  readonly test: KeyedTest;
  /** By place; a place whose entry was removed is undefined until the next entry takes it, as in SBCL. */
  entries: (HashEntry | undefined)[] = [];
  /** Places that are free, the one to be taken first at the end. */
  free: number[] = [];
  /** What a program asked for that few do; null for all other tables. */
  options: TableOptions | null = null;
  /** The size given to MAKE-HASH-TABLE; nothing depends on it. */
  readonly initialSize: number;
  /** The places of entries by key; null until it is needed, so that a table is plain data otherwise. */
  index: Map<unknown, number | number[]> | null = null;
  /** The places of those whose keys are equal by their contents. */
  #contents!: ContentIndex;

  /** Keys that were removed since the index was made, some of which may have come back. */
  #removed = 0;
  /** The key that was found last, which is often the one that is stored next, and its place. */
  #lastKey: LispValue = undefined;
  #lastPlace = 0;

  constructor(test: KeyedTest, initialSize = 7) {
    super();
    this.test = test;
    this.initialSize = initialSize;
  }

  /** Where JSCL's library looks for the type of an object. */
  get dt_Name(): LispSymbol {
    return keyword("HASH-TABLE");
  }

  override get kind(): string {
    return `H ${this.test}`;
  }

  /** What a cursor goes through. */
  get iterated(): { readonly entries: readonly (HashEntry | undefined)[] } {
    return this;
  }

  get count(): number {
    return this.entries.length - this.free.length;
  }

  find(key: LispValue, equality: Equality): HashEntry | undefined {
    const place = this.#placeOf(key, contentHash(key, this.test), equality);
    if (place < 0) return undefined;
    this.#lastKey = key;
    this.#lastPlace = place;
    return this.entries[place];
  }

  set(key: LispValue, value: LispValue, equality: Equality): void {
    if (key === this.#lastKey) {
      (this.entries[this.#lastPlace] as HashEntry).value = value;
      return;
    }
    const hash = contentHash(key, this.test);
    const place = this.#placeOf(key, hash, equality);
    if (place < 0) this.#insert({ key, value }, hash);
    else (this.entries[place] as HashEntry).value = value;
  }

  /** Removes an entry; false if there was none. */
  remove(key: LispValue, equality: Equality): boolean {
    const hash = contentHash(key, this.test);
    const place = this.#placeOf(key, hash, equality);
    if (place < 0) return false;
    const index = this.#indexed();
    if (hash >= 0) this.#contents.remove(place, hash);
    else {
      const identity = tableKey(key, this.test);
      const places = index.get(identity);
      const rest = Array.isArray(places) ? places.filter((other) => other !== place) : [];
      if (rest.length > 0) index.set(identity, rest);
      else {
        // A map that keys are deleted from and added to is made anew again and again; a mark changes nothing.
        index.set(identity, REMOVED);
        if (++this.#removed > LEAST_REMOVED && this.#removed > this.count) this.index = null;
      }
    }
    this.entries[place] = undefined;
    this.free.push(place);
    this.#lastKey = undefined;
    return true;
  }

  clear(): void {
    this.entries = [];
    this.free = [];
    this.index = null;
    this.#lastKey = undefined;
  }

  /** Puts what a function gives for them in the place of all keys and values. */
  replace(by: (object: LispValue) => LispValue): void {
    this.entries = this.entries.map((entry) => {
      safepoint();
      return entry === undefined ? entry : { key: by(entry.key), value: by(entry.value) };
    });
    this.index = null;
    this.#lastKey = undefined;
  }

  #insert(entry: HashEntry, hash: number): void {
    const index = this.#indexed();
    const place = this.free.pop() ?? this.entries.length;
    allocated(ENTRY_BYTES, this);
    this.entries[place] = entry;
    this.#note(index, entry.key, hash, place);
  }

  #note(index: Map<unknown, number | number[]>, key: LispValue, hash: number, place: number): void {
    if (hash >= 0) this.#contents.add(place, hash);
    else if (this.test === "EQUALP") addPlace(index, tableKey(key, this.test), place);
    else index.set(tableKey(key, this.test), place);
  }

  /** Negative where there is none; `hash` is that of the key's contents, if they count. */
  #placeOf(key: LispValue, hash: number, equality: Equality): number {
    const index = this.#indexed();
    const isSame = this.test === "EQUALP" ? equality.equalp : equality.equal;
    if (hash >= 0) {
      const contents = this.#contents;
      let place = contents.first(hash);
      while (place >= 0 && !isSame((this.entries[place] as HashEntry).key, key))
        place = contents.next(place, hash);
      return place;
    }
    const places = index.get(tableKey(key, this.test));
    if (places === undefined) return REMOVED;
    // But for EQUALP the key says it all.
    if (this.test !== "EQUALP" || places === REMOVED) return places as number;
    const matches = (place: number): boolean => isSame((this.entries[place] as HashEntry).key, key);
    if (typeof places === "number") return matches(places) ? places : REMOVED;
    return places.find(matches) ?? REMOVED;
  }

  #indexed(): Map<unknown, number | number[]> {
    if (this.index !== null) return this.index;
    const index = new Map<unknown, number | number[]>();
    this.#removed = 0;
    this.#contents = new ContentIndex();
    this.entries.forEach((entry, place) => {
      if (entry !== undefined) this.#note(index, entry.key, contentHash(entry.key, this.test), place);
    });
    this.index = index;
    return index;
  }
}

function addPlace(index: Map<unknown, number | number[]>, hash: unknown, place: number): void {
  const places = index.get(hash);
  if (places === undefined || places === REMOVED) index.set(hash, place);
  else if (typeof places === "number") index.set(hash, [places, place]);
  else places.push(place);
}
