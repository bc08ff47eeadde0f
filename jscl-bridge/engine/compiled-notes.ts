/**
 * What an image and its host say to each other of compiled code that is kept between visits. None of it is
 * part of the contract with the server, which knows nothing of it.
 */

/** What an image tells its host. */
export type CompilerNote =
  /** Systems that it compiled itself, for an image that compiles for others to do the same. */
  | { readonly kind: "compiled-wants"; readonly names: readonly string[] }
  /** What that image made. */
  | { readonly kind: "compiled-code"; readonly key: string; readonly text: string }
  /** It has made all that it was asked for. */
  | { readonly kind: "compiled-all" };

/** Where an image finds what is kept: Blobs by their keys, or files of a folder. */
export type Shelf = { readonly blobs: ReadonlyMap<string, Blob> } | { readonly folder: string };

/** Gives an image its shelf; null where there is none. */
export type ShelfMessage = { readonly kind: "shelf"; readonly shelf: Shelf | null };

/** Systems that an image asks for at once. */
export const MOST_WANTED = 100;

/** UTF-16 units of a system's name. */
const LONGEST_NAME = 1000;

/** UTF-16 units of what is kept of one system. */
const LONGEST_COMPILED = 16 * 1024 * 1024;

interface Members {
  readonly kind?: unknown;
  readonly names?: unknown;
  readonly key?: unknown;
  readonly text?: unknown;
}

const KEY = /^[0-9a-f]{64}$/;

const isName = (x: unknown): x is string => typeof x === "string" && x.length <= LONGEST_NAME;

/** The note in a message of a thread, whose code may be a program's; null for what is none, or too much. */
export function readNote(data: unknown): CompilerNote | null {
  if (typeof data !== "object" || data === null) return null;
  const { kind, names, key, text } = data as Members;
  if (kind === "compiled-all") return { kind };
  if (kind === "compiled-wants")
    return Array.isArray(names) && names.length <= MOST_WANTED && names.every(isName)
      ? { kind, names }
      : null;
  if (kind !== "compiled-code" || typeof key !== "string" || typeof text !== "string") return null;
  return KEY.test(key) && text.length <= LONGEST_COMPILED ? { kind, key, text } : null;
}

/** Whether a message of an image is a note, or claims to be: the server is not to hear of it. */
export function isNote(data: unknown): boolean {
  const { kind } = (data ?? {}) as { kind?: unknown };
  return typeof kind === "string" && kind.startsWith("compiled-");
}

export function isShelfMessage(data: unknown): data is ShelfMessage {
  return typeof data === "object" && data !== null && (data as { kind?: unknown }).kind === "shelf";
}
