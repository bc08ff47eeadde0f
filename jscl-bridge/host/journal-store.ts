/** A record of definitions as it was written. */
export type StoredDefinitions = {
  /** What the server wrote, to be given to it again. */
  readonly record: string;
  /** When that was, in milliseconds since 1970. */
  readonly savedMs: number;
};

/** What is kept of the definitions between two visits. Each method rejects where nothing can be kept. */
export type JournalStore = {
  /** The record of an earlier visit, and the place in it that was being restored when that ended. */
  read(): Promise<{ readonly stored: StoredDefinitions | null; readonly trying: number | null }>;
  /** Writes the record; nothing is being restored. */
  write(stored: StoredDefinitions): Promise<void>;
  /** Takes the record away. */
  remove(): Promise<void>;
  /** Writes that the form at a place of the record is being restored. */
  mark(place: number): Promise<void>;
};
