/** Going through the entries of a hash table, which may be changed and removed meanwhile. */

import { nil, simpleError } from "../signals.js";
import { safepoint } from "../stack/safepoints.js";
import type { LispValue } from "./marshal.js";

interface Entry {
  readonly key: LispValue;
  readonly value: LispValue;
}

type Entries = readonly (Entry | undefined)[];

export class TableCursor {
  /** Those of the entry that it has come to. */
  key: LispValue = nil();
  value: LispValue = nil();
  #place = -1;
  readonly #entries: Entries;
  readonly #table: { readonly entries: Entries };

  /** `table` has other entries as soon as it is emptied: then there is none to come. */
  constructor(table: { readonly entries: Entries }) {
    this.#table = table;
    this.#entries = table.entries;
  }

  /** Goes on to the next entry; whether there is one. */
  next(): boolean {
    const entries = this.#entries;
    if (this.#table.entries !== entries) return false;
    for (let place = this.#place + 1; place < entries.length; place++) {
      const entry = entries[place];
      if (entry !== undefined) {
        this.#place = place;
        this.key = entry.key;
        this.value = entry.value;
        return true;
      }
      safepoint();
    }
    this.#place = entries.length;
    return false;
  }
}

/** What an expansion that was typed again may call with anything. */
export function cursorOf(x: unknown): TableCursor {
  return x instanceof TableCursor ? x : simpleError("~S goes through no hash table.", x as LispValue);
}
