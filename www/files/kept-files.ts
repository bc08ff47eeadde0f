/**
 * The files of session main that this browser keeps for the person's next visit, where they ask for that. What
 * is kept is put into each fresh Lisp of the session, as files on a disk outlive a program that works on them.
 */
import { clear, createStore, delMany, entries, setMany, type UseStore } from "idb-keyval";
import { messageOf } from "../../jscl-bridge/element/message-of.js";
import type { FileStore } from "./store.js";
import { isText } from "./texts.js";

/** What is kept at most: of one file, and of all, in characters. */
const MOST_OF_FILE = 2_000_000;
const MOST_OF_ALL = 20_000_000;

/** What stands in a text for bytes that are none. */
const NO_CHARACTER = "\ufffd";

/** What is kept, and what could not be. */
export interface KeptState {
  readonly count: number;
  /** Files that are too long, or no text. */
  readonly leftOut: readonly string[];
}

export class KeptFiles {
  readonly #files: FileStore;
  readonly #shelf: UseStore;
  /** What the browser has of the files, by their paths. */
  #known: Map<string, string> | null = null;
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
    this.#known ??= new Map(await asked(() => entries<string, string>(this.#shelf)));
    const isFresh = image !== this.#image;
    const { texts, leftOut } = await this.#textsBelow("/");
    if (isFresh) {
      for (const [path, text] of this.#known) {
        if (texts.has(path) || leftOut.includes(path)) continue;
        await this.#files.putBack(path, text);
        texts.set(path, text);
      }
      this.#image = image;
    }
    await this.#keep(texts);
    return { count: texts.size, leftOut };
  }

  async #keep(texts: ReadonlyMap<string, string>): Promise<void> {
    const known = this.#known ?? new Map<string, string>();
    const changed = [...texts].filter(([path, text]) => known.get(path) !== text);
    const gone = [...known.keys()].filter((path) => !texts.has(path));
    if (changed.length > 0) await asked(() => setMany(changed, this.#shelf));
    if (gone.length > 0) await asked(() => delMany(gone, this.#shelf));
    this.#known = new Map(texts);
  }

  /** All files that can be kept, as far as there is room, and the names of the others. */
  async #textsBelow(top: string): Promise<{ texts: Map<string, string>; leftOut: string[] }> {
    const texts = new Map<string, string>();
    const leftOut: string[] = [];
    let room = MOST_OF_ALL;
    const directories = [top];
    for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
      const listing = await this.#files.list(directory);
      if (listing.total > listing.entries.length) leftOut.push(`others in ${directory}`);
      for (const { path, kind } of listing.entries) {
        if (kind === "directory") {
          directories.push(path);
          continue;
        }
        const text = await this.#files.look(path, Math.min(room, MOST_OF_FILE));
        if (text === null) continue;
        if (typeof text === "number" || text.includes(NO_CHARACTER) || !isText(text)) leftOut.push(path);
        else {
          texts.set(path, text);
          room -= text.length;
        }
      }
    }
    return { texts, leftOut };
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }
}

/** What the browser's storage answers; an Error says that it is the storage that refuses. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new Error(`This browser does not keep files: ${messageOf(error)}`);
  }
}
