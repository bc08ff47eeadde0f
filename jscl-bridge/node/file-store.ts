import { constants } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import type { JournalStore, StoredDefinitions } from "../host/journal-store.js";

/** The files that a store at a path reads and writes. */
export function filesOfStore(path: string): readonly string[] {
  return [path, newFile(path)];
}

/** The file that takes the place of the one at a path when it is whole. */
function newFile(path: string): string {
  return `${path}.new`;
}

type Kept = StoredDefinitions & { readonly trying: number | null };

/** Definitions that are kept in a file, as JSON. It is never half written: a new one takes its place. */
export class FileStore implements JournalStore {
  readonly #path: string;
  #kept: StoredDefinitions | null = null;
  /** Why nothing is written: what is there is somebody's, and to write another in its place would be the loss of it. */
  #refusal: Error | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  async read(): Promise<{ readonly stored: StoredDefinitions | null; readonly trying: number | null }> {
    let text: string;
    try {
      text = await readFile(this.#path, "utf8");
    } catch (error) {
      if ((error as { code?: unknown }).code !== "ENOENT") throw error;
      // That nothing can be kept is better known now than when there is something.
      await this.#write("");
      await rm(newFile(this.#path));
      return { stored: null, trying: null };
    }
    const kept = keptIn(text);
    if (kept === null) {
      this.#refusal = new Error(`${this.#path} is there, but no journal of jscl-mcp's.`);
      throw this.#refusal;
    }
    const { record, savedMs, trying } = kept;
    this.#kept = { record, savedMs };
    return { stored: this.#kept, trying };
  }

  async write(stored: StoredDefinitions): Promise<void> {
    await this.#replace({ ...stored, trying: null });
    this.#kept = stored;
  }

  async mark(place: number): Promise<void> {
    if (this.#kept !== null) await this.#replace({ ...this.#kept, trying: place });
  }

  async remove(): Promise<void> {
    if (this.#refusal !== null) throw this.#refusal;
    await rm(this.#path, { force: true });
    this.#kept = null;
  }

  async #replace(kept: Kept): Promise<void> {
    if (this.#refusal !== null) throw this.#refusal;
    await this.#write(`${JSON.stringify({ kind: KIND, ...kept })}\n`);
    await rename(newFile(this.#path), this.#path);
  }

  async #write(text: string): Promise<void> {
    const file = await open(newFile(this.#path), LASTING, 0o600);
    try {
      await file.writeFile(text);
      if (!IS_LASTING) await file.sync();
    } finally {
      await file.close();
    }
  }
}

const { O_WRONLY, O_CREAT, O_TRUNC, O_SYNC } = constants;

/** Whether what is written can be on the disk by the way the file is opened: under permissions some Nodes have no other way. */
const IS_LASTING = O_SYNC !== undefined;
const LASTING = O_WRONLY | O_CREAT | O_TRUNC | (O_SYNC ?? 0);

const KIND = "jscl-mcp journal";

function keptIn(text: string): Kept | null {
  try {
    const { kind, record, savedMs, trying } = JSON.parse(text) as Record<string, unknown>;
    if (kind !== KIND || typeof record !== "string" || typeof savedMs !== "number") return null;
    return { record, savedMs, trying: typeof trying === "number" ? trying : null };
  } catch {
    return null;
  }
}
