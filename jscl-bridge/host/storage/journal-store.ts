/**
 * The interface of a store of definitions. `definition-store.ts` (IndexedDB) and `node/file-store.ts`
 * implement it.
 */

/** A record of definitions as it was written. */
export type StoredDefinitions = {
  /** What the server wrote, to be given to it again. */
  readonly record: string;
  /** When that was, in milliseconds since 1970. */
  readonly savedMs: number;
};

/** What others have left. */
export type Left = {
  /** Several where several have written at once, the oldest first. */
  readonly records: readonly StoredDefinitions[];
  /** The ids of the forms that were being restored when those who did it ended without a word. */
  readonly trying: readonly string[];
};

/** What is to be kept, as its store asks for it in the very moment of writing. */
export type Content = {
  /** All that is to be kept now. */
  record(): string;
  /**
   * Takes a record that somebody else has `stored` into what is to be kept, but for what `known` holds, the
   * record that was read or written before, or "". Returns whether it was understood.
   */
  takeIn(stored: string, known: string): boolean;
};

/**
 * What is kept of the definitions between two visits. Whoever writes takes the place of nothing but what he
 * has written or taken in himself, so that a record is only ever replaced by one that holds it. Each method
 * rejects where it cannot be done, and may then be called again.
 */
export type JournalStore = {
  /**
   * What others have left. It may be replaced by what is written afterwards, if {@link taken} is told that it
   * is in that.
   */
  read(): Promise<Left>;
  /** What was read is in the content from now on. */
  taken(): void;
  /** Keeps the content. What was taken in is kept twice at most, never not at all. */
  write(content: Content): Promise<void>;
  /** Takes away all that is kept, whoever wrote it. */
  remove(): Promise<void>;
  /**
   * Notes that a form is being restored: if nothing else is heard of this page, it was that which ended it.
   */
  mark(form: string): Promise<void>;
  /** Notes that nothing is being restored. */
  unmark(): Promise<void>;
  /** Told when what is kept may have been taken away from outside. */
  onLost: (reason: string) => void;
};
