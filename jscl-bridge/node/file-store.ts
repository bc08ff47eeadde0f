import { constants, realpathSync } from "node:fs";
import { open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import type { Content, JournalStore, Left, StoredDefinitions } from "../host/storage/journal-store.js";
import { dateNow } from "../host/time/date.js";
import { withLock } from "./file-lock.js";
import { isAlive } from "./process-alive.js";
import { seal } from "./sealed-places.js";

/** The files that a store at a path reads and writes, by that path and by the one that it leads to. */
export function filesOfStore(path: string): readonly string[] {
  const paths = new Set([path, realPath(path)]);
  return [...paths].flatMap((each) =>
    ["", ".new", ".lock", ".lock.stale", ".restoring"].map((end) => each + end),
  );
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Who restores what. */
type Mark = { readonly form: string; readonly pid: number; readonly host: string };

/**
 * Definitions that are kept in a file, as JSON, for several processes at once. It is never half written: a
 * new one takes its place. What another process has written since is taken in before that, under a lock.
 * Beside the file there are `.new`, `.lock` and `.restoring` with its name, for as long as it takes.
 */
export class FileStore implements JournalStore {
  onLost: (reason: string) => void = () => {};
  #path: string;
  #read: string | null = null;
  /** The record that was written last, or taken in: what is in the file as long as it is only ours. */
  #known: string | null = null;
  #hasLeftMark = false;
  #isMarked = false;
  /** What is under way: one thing after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
    seal(filesOfStore(path));
  }

  read(): Promise<Left> {
    return this.#inTurn(async () => {
      // A link leads to the file that is meant; to put another one in the link's place would leave that as it
      // was.
      this.#path = realPath(this.#path);
      // That nothing can be kept is better known now than when there is something.
      await this.#exclusively(async () => {});
      const stored = await this.#stored();
      this.#read = stored?.record ?? null;
      const mark = await this.#mark();
      this.#hasLeftMark = mark !== null && !isOfAnother(mark);
      return {
        records: stored === null ? [] : [stored],
        trying: mark !== null && this.#hasLeftMark ? [mark.form] : [],
      };
    });
  }

  taken(): void {
    this.#known = this.#read;
  }

  write(content: Content): Promise<void> {
    return this.#inTurn(async () => {
      const stored = await this.#exclusively(async (check) => {
        const found = await this.#stored();
        if (found !== null && found.record !== this.#known) this.#takeIn(content, found.record);
        const next: StoredDefinitions = { record: content.record(), savedMs: dateNow() };
        await this.#replace(next, check);
        return next;
      });
      this.#known = stored.record;
      // Whom it suspects the record says from now on.
      if (this.#hasLeftMark) await rm(this.#restoring, { force: true });
      this.#hasLeftMark = false;
    });
  }

  remove(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#exclusively(async () => {
        await this.#stored();
        await rm(this.#path, { force: true });
      });
      await rm(this.#restoring, { force: true });
      this.#known = null;
    });
  }

  /** An end of the whole machine is no form's fault, so nothing is waited for but that the file is there. */
  mark(form: string): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#isMarked) {
        const mark = await this.#mark();
        // Another process restores, too: that one is told of if it ends.
        if (mark !== null && isOfAnother(mark)) return;
      }
      const own: Mark = { form, pid: process.pid, host: hostname() };
      // Made anew: a link of that name is not followed.
      await rm(this.#restoring, { force: true });
      await writeFile(this.#restoring, JSON.stringify(own), { mode: 0o600, flag: "wx" });
      this.#isMarked = true;
      this.#hasLeftMark = false;
    });
  }

  unmark(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isMarked) await rm(this.#restoring, { force: true });
      this.#isMarked = false;
    });
  }

  get #restoring(): string {
    return `${this.#path}.restoring`;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done;
  }

  #exclusively<T>(work: (check: () => Promise<void>) => Promise<T>): Promise<T> {
    return withLock(`${this.#path}.lock`, work);
  }

  #takeIn(content: Content, found: string): void {
    if (content.takeIn(found, this.#known ?? "")) this.#known = found;
    else throw new Error(`${this.#path} holds a record that this version does not understand.`);
  }

  /** What the file holds; null where there is none, or an empty one. */
  async #stored(): Promise<StoredDefinitions | null> {
    // To read what is no file, a pipe say, may take for ever; to put a file in its place would be the loss of
    // it.
    if (!(await isFileOrNothing(this.#path))) throw new Error(`${this.#path} is no file.`);
    const text = await textOf(this.#path);
    if (text === null || text.trim() === "") return null;
    const stored = storedIn(text);
    // What is there is somebody's, and to write another in its place would be the loss of it.
    if (stored === null) throw new Error(`${this.#path} is there, but no journal of jscl-mcp's.`);
    return stored;
  }

  async #mark(): Promise<Mark | null> {
    const text = await textOf(this.#restoring);
    try {
      const { form, pid, host } = JSON.parse(text ?? "") as Partial<Mark>;
      if (typeof form !== "string" || typeof pid !== "number" || typeof host !== "string") return null;
      return { form, pid, host };
    } catch {
      return null;
    }
  }

  async #replace(stored: StoredDefinitions, check: () => Promise<void>): Promise<void> {
    const beside = `${this.#path}.new`;
    // One that a process has left that was ended in the middle of this.
    await rm(beside, { force: true });
    try {
      const file = await open(beside, LASTING, 0o600);
      try {
        await file.writeFile(`${JSON.stringify({ kind: KIND, ...stored })}\n`);
        if (!IS_LASTING) await file.sync();
      } finally {
        await file.close();
      }
      await check();
      await rename(beside, this.#path);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  }
}

const KIND = "jscl-mcp journal";

const { O_WRONLY, O_CREAT, O_EXCL, O_SYNC } = constants;

/**
 * Whether what is written can be on the disk by the way the file is opened: under permissions some Nodes have
 * no other way.
 */
const IS_LASTING = O_SYNC !== undefined;
const LASTING = O_WRONLY | O_CREAT | O_EXCL | (O_SYNC ?? 0);

/** Whether another process that runs has made a mark, as far as can be told. */
function isOfAnother({ pid, host }: Mark): boolean {
  return host === hostname() && pid !== process.pid && isAlive(pid);
}

async function isFileOrNothing(path: string): Promise<boolean> {
  return (await stat(path).catch(unlessMissing))?.isFile() ?? true;
}

function textOf(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(unlessMissing);
}

function unlessMissing(error: unknown): null {
  if ((error as { code?: unknown }).code === "ENOENT") return null;
  throw error;
}

function storedIn(text: string): StoredDefinitions | null {
  try {
    const { kind, record, savedMs } = JSON.parse(text) as Record<string, unknown>;
    if (kind !== KIND || typeof record !== "string" || typeof savedMs !== "number") return null;
    return { record, savedMs };
  } catch {
    return null;
  }
}
