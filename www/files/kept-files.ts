/**
 * The files of session main that this browser keeps for the person's next visit, where they ask for that.
 * What is kept is put into each fresh Lisp of the session, as files on a disk outlive a program that works on
 * them.
 */
import { clear, createStore, delMany, entries, setMany, type UseStore } from "idb-keyval";
import { messageOf } from "../elements/message-of.js";
import type { FileStore } from "./store.js";

/** What is kept at most: of one file, and of all, in characters, or bytes where a file is no text. */
const MOST_OF_FILE = 2_000_000;
const MOST_OF_ALL = 20_000_000;

/** A file as it is kept: a text, or bytes that are none. */
type Content = string | Uint8Array;

/** What is kept, and what could not be. */
export interface KeptState {
  readonly count: number;
  /** Files that are too long. */
  readonly leftOut: readonly string[];
}

export class KeptFiles {
  readonly #files: FileStore;
  readonly #shelf: UseStore;
  /** What the browser has of the files, by their paths. */
  #known: Map<string, Content> | null = null;
  /** The Lisp that has them. */
  #image: number | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** `files` are those of session main. */
  constructor(files: FileStore) {
    this.#files = files;
    this.#shelf = createStore("jscl-mcp-files", "main");
  }

  /**
   * Puts what is kept into a Lisp that is fresh, or keeps what has changed in one that is not. Rejects with
   * an Error where the browser, or the Lisp, refuses.
   */
  refresh(): Promise<KeptState> {
    return this.#inTurn(() => this.#refresh());
  }

  forget(): Promise<void> {
    return this.#inTurn(async () => {
      this.#known = null;
      this.#image = null;
      await asked(() => clear(this.#shelf));
    });
  }

  async #refresh(): Promise<KeptState> {
    const { image } = await this.#files.list("/");
    this.#known ??= new Map(await asked(() => entries<string, Content>(this.#shelf)));
    const isFresh = image !== this.#image;
    const { contents, leftOut } = await this.#contentsBelow("/");
    if (isFresh) {
      for (const [path, content] of this.#known) {
        if (contents.has(path) || leftOut.includes(path)) continue;
        await this.#files.putBack(path, content);
        contents.set(path, content);
      }
      this.#image = image;
    }
    await this.#keep(contents);
    return { count: contents.size, leftOut };
  }

  async #keep(contents: ReadonlyMap<string, Content>): Promise<void> {
    const known = this.#known ?? new Map<string, Content>();
    const changed = [...contents].filter(([path, content]) => !isSame(known.get(path), content));
    const gone = [...known.keys()].filter((path) => !contents.has(path));
    if (changed.length > 0) await asked(() => setMany(changed, this.#shelf));
    if (gone.length > 0) await asked(() => delMany(gone, this.#shelf));
    this.#known = new Map(contents);
  }

  /** All files that can be kept, as far as there is room, and the names of the others. */
  async #contentsBelow(top: string): Promise<{ contents: Map<string, Content>; leftOut: string[] }> {
    const contents = new Map<string, Content>();
    const leftOut: string[] = [];
    let room = MOST_OF_ALL;
    const directories = [top];
    for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
      const listing = await this.#files.list(directory);
      if (listing.total > listing.entries.length) leftOut.push(`others in ${directory}`);
      for (const { path, kind, characters } of listing.entries) {
        if (kind === "directory") {
          directories.push(path);
          continue;
        }
        const most = Math.min(room, MOST_OF_FILE);
        const content =
          characters === null
            ? await this.#files.lookAtBytes(path, most)
            : await this.#files.look(path, most);
        if (content === null) continue;
        if (typeof content === "number") leftOut.push(path);
        else {
          contents.set(path, content);
          room -= content.length;
        }
      }
    }
    return { contents, leftOut };
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }
}

function isSame(a: Content | undefined, b: Content): boolean {
  if (typeof a === "string" || typeof b === "string" || a === undefined) return a === b;
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** What the browser's storage answers; an Error says that it is the storage that refuses. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new Error(`This browser does not keep files: ${messageOf(error)}`);
  }
}
