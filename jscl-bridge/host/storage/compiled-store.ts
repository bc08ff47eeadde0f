import type { Shelf } from "../../engine/compiled-notes.js";

/**
 * The interface of a store of compiled systems. `compiled-blobs.ts` (IndexedDB) and `node/compiled-folder.ts`
 * implement it. What it loses is compiled again. Methods reject where there is no storage.
 */
export type CompiledStore = {
  /** What is kept now, for an image to read from. */
  shelf(): Promise<Shelf>;
  /** Keeps a text under its key; what was kept longest goes where there is no room. */
  put(key: string, text: string): Promise<void>;
  /** Does some work when no other page, or process, does such work on this store. */
  alone(work: () => Promise<void>): Promise<void>;
};

/** Systems that a store holds. */
export const MOST_KEPT = 500;

/** Bytes that they have together. */
export const MOST_KEPT_BYTES = 64 * 1024 * 1024;

/** An entry of a store, as far as it matters for what is to go. */
export type KeptEntry<K> = { readonly key: K; readonly bytes: number; readonly savedMs: number };

/** The keys of what has to go, the oldest first, for there to be room for `bytes` more. */
export function outdated<K>(entries: readonly KeptEntry<K>[], bytes: number): readonly K[] {
  const oldest = [...entries].sort((one, other) => one.savedMs - other.savedMs);
  let count = oldest.length + 1;
  let taken = oldest.reduce((sum, entry) => sum + entry.bytes, bytes);
  const gone: K[] = [];
  for (const entry of oldest) {
    if (count <= MOST_KEPT && taken <= MOST_KEPT_BYTES) break;
    gone.push(entry.key);
    count -= 1;
    taken -= entry.bytes;
  }
  return gone;
}
