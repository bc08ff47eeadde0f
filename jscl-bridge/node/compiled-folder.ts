import { randomUUID } from "node:crypto";
import { mkdirSync, realpathSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Shelf } from "../engine/compiled-notes.js";
import { type CompiledStore, outdated } from "../host/storage/compiled-store.js";
import { seal } from "./sealed-places.js";

/** The end of the name of a file that is being written. */
const NEW = ".new";

/** Compiled systems in a folder, each in a file whose name is its key. Several processes may write there. */
export class CompiledFolder implements CompiledStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    seal([folder]);
  }

  async shelf(): Promise<Shelf> {
    await readdir(this.#folder);
    return { folder: this.#folder };
  }

  async put(key: string, text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, key);
    const bytes = Buffer.byteLength(text);
    for (const gone of outdated(await this.#entries(key), bytes)) await rm(gone, { force: true });
    // Nobody reads half of it, and of two processes that write it the last one wins.
    const beside = `${path}.${randomUUID()}${NEW}`;
    try {
      await writeFile(beside, text, { mode: 0o600, flag: "wx" });
      await rename(beside, path);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  }

  /** Two processes that compile the same at the same time write the same. */
  alone(work: () => Promise<void>): Promise<void> {
    return work();
  }

  /** All files but that one; those that a process has left half written are the first to go. */
  async #entries(but: string) {
    const names = (await readdir(this.#folder)).filter((name) => name !== but);
    const entries = names.map(async (name) => {
      const key = join(this.#folder, name);
      const found = await stat(key).catch(() => null);
      if (!found?.isFile()) return [];
      return [{ key, bytes: found.size, savedMs: name.endsWith(NEW) ? 0 : found.mtimeMs }];
    });
    return (await Promise.all(entries)).flat();
  }
}

/** Where compiled systems of this user are kept when nothing else is said. */
function defaultFolder(): string {
  const { XDG_CACHE_HOME: given, LOCALAPPDATA: local } = process.env;
  const base =
    given !== undefined && isAbsolute(given)
      ? given
      : process.platform === "win32" && local !== undefined
        ? local
        : join(homedir(), process.platform === "darwin" ? "Library/Caches" : ".cache");
  return join(base, "jscl-mcp", "systems");
}

/**
 * The folder for compiled systems, which is there then; null where there is none, for `true` alone. `granted`
 * is the directory that programs may write to, which must not have it: what is in it is run.
 * @throws Error that says why the folder that is named cannot be used.
 */
export function compiledFolder(given: string | true, granted: string | null): string | null {
  const folder = given === true ? defaultFolder() : resolve(given);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const real = realpathSync(folder);
    if (granted !== null && areNested(real, realpathSync(granted)))
      throw new Error(`${granted} is granted to programs, which must not write there`);
    return real;
  } catch (problem) {
    if (given === true) return null;
    throw new Error(`Compiled systems cannot be kept in ${given}: ${(problem as Error).message}.`);
  }
}

/** Whether one of two folders has the other. */
function areNested(one: string, other: string): boolean {
  const isIn = (inner: string, outer: string) => {
    const path = relative(outer, inner);
    return path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  };
  return isIn(one, other) || isIn(other, one);
}
