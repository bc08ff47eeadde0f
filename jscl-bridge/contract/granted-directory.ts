/** What an image asks of a directory of the machine that it was granted. */

/** What the machine answers: a value, or why it has not done something, in its words. */
export type Done<T> = { readonly value: T } | { readonly problem: string };

/** Bytes of a file: it is read as a whole, and takes a quarter of what a program may hold. */
export const LONGEST_FILE = 2 ** 25;

/** What a name of the directory means. */
export interface Found {
  readonly kind: "file" | "directory";
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly writtenMs: number;
}

/** A directory of the machine. Paths are absolute, have slashes, and lie in it. */
export interface GrantedDirectory {
  /** Its own path, with a slash at the end. */
  readonly root: string;
  /** Null where there is nothing of that name, or nothing that is a file or a directory. */
  look(path: string): Done<Found | null>;
  read(path: string): Done<Uint8Array>;
  /** Puts a file in the place of one that there may be: it is never half written. */
  write(path: string, content: Uint8Array): Done<void>;
  remove(path: string): Done<void>;
  rename(from: string, to: string): Done<void>;
  /** Makes a directory, and those above it. */
  makeDirectory(path: string): Done<void>;
  /** Removes an empty directory. */
  removeDirectory(path: string): Done<void>;
  /** What is in a directory; names of directories end with a slash, and no links to some are among them. */
  list(path: string): Done<readonly string[]>;
}
