/**
 * The files of an image that was granted a directory of the machine. What is in that directory is read and
 * written there, by the machine's own paths; all other files are in memory.
 */

import type { Done, Found, GrantedDirectory } from "../contract/granted-directory.js";
import { UNIVERSAL_EPOCH } from "./library/dates.js";
import { type HowToOpen, type MemoryFile, MemoryFiles, newFile } from "./memory-files.js";
import { LONGEST_VECTOR } from "./objects/heap.js";
import { setSymbolValue } from "./objects/symbols.js";
import { makeString } from "./objects/vectors.js";
import { Pathname } from "./pathnames/pathname.js";
import { lispError, list, sym } from "./signals.js";
import { heapExhausted } from "./stack/exhaustion.js";
import { safepoint } from "./stack/safepoints.js";
import { wholeText } from "./streams/encodings.js";
import type { LispStream } from "./streams/shape.js";
import { utf8Bytes } from "./utf8.js";

/** Where ASDF has its compiled files put. */
const COMPILED = "/.cache/";

/** Files in memory of which it is remembered that they were told of. */
const MOST_TOLD = 1000;

/** Bytes of a file whose characters are counted for a list of files. */
const COUNTED_BYTES = 1_000_000;

const RESTORING = "Definitions are being restored, which leaves the files of the directory as they are";

/** The files of an image that has a directory. */
export function grantedFiles(directory: GrantedDirectory): MemoryFiles {
  return new GrantedFiles(directory);
}

/** Has programs begin in a directory. */
export function beginIn({ root }: GrantedDirectory): void {
  setSymbolValue(sym("*DEFAULT-PATHNAME-DEFAULTS*"), Pathname.ofPath(root));
}

class GrantedFiles extends MemoryFiles {
  override readonly home: string;
  readonly #directory: GrantedDirectory;
  /** Files that are being written, by their paths, until they are closed. */
  readonly #unfinished = new Map<string, MemoryFile>();
  /** Files in memory that were told of. */
  readonly #told = new Set<string>();
  #onlyInMemory: string | null = null;

  constructor(directory: GrantedDirectory) {
    super();
    this.home = directory.root;
    this.#directory = directory;
  }

  override isOnDisk(path: string): boolean {
    return path.startsWith(this.home);
  }

  override lengthOnDisk(path: string): number | null {
    const found = this.isOnDisk(path) ? this.#look(path) : null;
    return found?.kind === "file" ? found.size : null;
  }

  override takeOnlyInMemory(): string | null {
    const path = this.#onlyInMemory;
    this.#onlyInMemory = null;
    return path;
  }

  override has(pathname: Pathname): boolean {
    const { path } = pathname;
    if (!this.isOnDisk(path)) return super.has(pathname);
    return this.#unfinished.has(path) || this.#look(path)?.kind === "file";
  }

  override remove(pathname: Pathname): void {
    const { path } = pathname;
    if (!this.isOnDisk(path)) return super.remove(pathname);
    this.#mustNotRestore(path);
    this.#unfinished.delete(path);
    valueOf(this.#directory.remove(path), (problem) => {
      const namestring = makeString(path);
      const control = "Could not delete the file ~S: ~A";
      return signal("DELETE-FILE-ERROR", namestring, control, namestring, makeString(problem));
    });
  }

  override rename(from: Pathname, to: Pathname): void {
    const [old, target] = [from.path, to.path];
    if (!this.isOnDisk(target)) return super.rename(from, to);
    this.#mustNotRestore(target);
    if (this.isOnDisk(old)) return this.#move(old, target);
    const file = super.fileOf(old);
    if (file === undefined) return;
    this.#save(target, file);
    super.remove(from);
  }

  override write(pathname: Pathname, content: string | Uint8Array, written?: number): boolean {
    const { path } = pathname;
    if (!this.isOnDisk(path)) return super.write(pathname, content, written);
    this.#mustNotRestore(path);
    if (content.length > LONGEST_VECTOR) return false;
    this.makeDirectory(path.slice(0, path.lastIndexOf("/") + 1));
    this.#save(path, newFile(content));
    return true;
  }

  override written(pathname: Pathname): number | undefined {
    const { path } = pathname;
    if (!this.isOnDisk(path)) return super.written(pathname);
    const unfinished = this.#unfinished.get(path);
    if (unfinished !== undefined) return unfinished.written;
    const found = this.#look(path);
    return found === null ? undefined : Math.floor(found.writtenMs / 1000) + UNIVERSAL_EPOCH;
  }

  override sizeOf(path: string): { characters: number | null; bytes: number } {
    if (!this.isOnDisk(path)) return super.sizeOf(path);
    const found = this.#directory.look(path);
    const bytes = "value" in found ? (found.value?.size ?? 0) : 0;
    // What cannot be read is one of its directory's files, too.
    const read = bytes > COUNTED_BYTES ? null : this.#directory.read(path);
    if (read === null || !("value" in read)) return { characters: null, bytes };
    const text = wholeText(read.value);
    return { characters: text === null ? null : Array.from(text).length, bytes: read.value.length };
  }

  override inside(directory: string): string[] {
    const { home } = this;
    if (this.isOnDisk(directory))
      return this.#look(directory)?.kind === "directory"
        ? this.#names(directory).map((name) => `${directory}${name}`)
        : [];
    return [...super.inside(directory), ...(home.startsWith(directory) ? [home] : [])];
  }

  override hasDirectory(path: string): boolean {
    if (this.home.startsWith(path)) return true;
    return this.isOnDisk(path) ? this.#look(path)?.kind === "directory" : super.hasDirectory(path);
  }

  override makeDirectory(path: string): boolean {
    if (!this.isOnDisk(path)) return super.makeDirectory(path);
    if (this.hasDirectory(path)) return false;
    this.#mustNotRestore(path);
    valueOf(this.#directory.makeDirectory(path), (problem) => {
      const file = this.#fileAmong(path);
      const name = makeString(file ?? path.slice(0, -1));
      const type = "SIMPLE-FILE-ERROR";
      return file === null
        ? signal(type, name, "Can't create directory ~A: ~A", name, makeString(problem))
        : signal(type, name, "Can't create directory ~A,~%a file with the same name already exists.", name);
    });
    return true;
  }

  override removeDirectory(path: string): boolean {
    if (!this.isOnDisk(path)) return super.removeDirectory(path);
    if (path === this.home || this.#look(path)?.kind !== "directory" || this.#names(path).length > 0)
      return false;
    this.#mustNotRestore(path);
    valueOf(this.#directory.removeDirectory(path), about("removing", path));
    return true;
  }

  override pathsFrom(start: string, depth: number): string[] {
    const { home } = this;
    if (!home.startsWith(start) && !this.isOnDisk(start)) return super.pathsFrom(start, depth);
    const found = super.pathsFrom(start, depth);
    const top = this.isOnDisk(start) ? start.slice(0, start.lastIndexOf("/") + 1) : home;
    this.#walk(top, depth - levels(top), found);
    if (top === home) found.push(home);
    return found.filter((path) => path.startsWith(start)).sort();
  }

  override open(pathname: Pathname, how: HowToOpen, named: Pathname): LispStream {
    const { path } = pathname;
    if (how.direction === "input") return super.open(pathname, how, named);
    if (!this.isOnDisk(path)) {
      this.#tellOf(path);
      return super.open(pathname, how, named);
    }
    this.#mustNotRestore(path);
    const old = /^(APPEND|OVERWRITE)$/.test(how.ifExists) ? this.fileOf(path) : undefined;
    if (old !== undefined) this.#unfinished.set(path, old);
    const stream = super.open(pathname, how, named);
    const { file, output } = stream;
    const written = this.#unfinished.get(path);
    if (file === undefined || written === undefined) return stream;
    let { ifExists } = how;
    const finish = () => {
      if (this.#unfinished.get(path) !== written) return;
      if (ifExists.startsWith("RENAME") && this.#look(path) !== null) this.#move(path, `${path}.bak`);
      this.#save(path, written);
      if (ifExists === "RENAME-AND-DELETE") this.remove(Pathname.ofPath(`${path}.bak`));
      // What it was is under its other name, once.
      ifExists = "OVERWRITE";
    };
    if (output !== undefined) output.finish = finish;
    file.close = (isAbort) => {
      if (!isAbort) finish();
      if (this.#unfinished.get(path) === written) this.#unfinished.delete(path);
    };
    return stream;
  }

  protected override fileOf(path: string): MemoryFile | undefined {
    if (!this.isOnDisk(path)) return super.fileOf(path);
    const unfinished = this.#unfinished.get(path);
    if (unfinished !== undefined) return unfinished;
    const found = this.#look(path);
    if (found?.kind !== "file") return undefined;
    if (found.size > LONGEST_VECTOR) heapExhausted();
    return newFile(valueOf(this.#directory.read(path), about("reading", path)));
  }

  protected override replacing(...given: Parameters<MemoryFiles["replacing"]>): (isAbort: boolean) => void {
    return this.isOnDisk(given[0]) ? () => {} : super.replacing(...given);
  }

  protected override fits(path: string, length: number): boolean {
    return this.isOnDisk(path) ? length <= LONGEST_VECTOR : super.fits(path, length);
  }

  protected override link(path: string, file: MemoryFile): void {
    if (!this.isOnDisk(path)) return super.link(path, file);
    const above = path.slice(0, path.lastIndexOf("/") + 1);
    if (!this.hasDirectory(above))
      signal(
        "SIMPLE-FILE-ERROR",
        Pathname.ofPath(path),
        "The path ~S does not exist.",
        Pathname.ofPath(path),
      );
    this.#unfinished.set(path, file);
  }

  protected override unlink(path: string): void {
    if (this.isOnDisk(path)) this.remove(Pathname.ofPath(path));
    else super.unlink(path);
  }

  /** Nothing that is done again for its definitions changes the person's files again. */
  #mustNotRestore(path: string): void {
    if (this.isRestoring) about("changing", path)(RESTORING);
  }

  /** Each file once, and none of ASDF's own, which nobody looks for. */
  #tellOf(path: string): void {
    if (this.isRestoring || path.startsWith(COMPILED) || this.#told.has(path)) return;
    if (this.#told.size >= MOST_TOLD) this.#told.clear();
    this.#told.add(path);
    this.#onlyInMemory ??= path;
  }

  #look(path: string): Found | null {
    return valueOf(this.#directory.look(path), about("finding", path));
  }

  /** The first of a directory and of those above it that is a file; null where none is. */
  #fileAmong(directory: string): string | null {
    for (let end = this.home.length; end < directory.length; end++) {
      end = directory.indexOf("/", end);
      const path = directory.slice(0, end);
      if (this.#look(path)?.kind === "file") return path;
    }
    return null;
  }

  #names(directory: string): readonly string[] {
    return valueOf(this.#directory.list(directory), about("reading", directory));
  }

  #save(path: string, { text, bytes }: MemoryFile): void {
    const content = bytes === null ? utf8Bytes(text) : bytes.data.subarray(0, bytes.length);
    valueOf(this.#directory.write(path, content), about("writing", path));
  }

  #move(from: string, to: string): void {
    const [old, target] = [Pathname.ofPath(from), makeString(to)];
    const control = "couldn't rename ~A to ~A: ~A";
    valueOf(this.#directory.rename(from, to), (problem) =>
      signal("SIMPLE-FILE-ERROR", old, control, makeString(from), target, makeString(problem)),
    );
  }

  #walk(directory: string, depth: number, found: string[]): void {
    if (this.#look(directory)?.kind !== "directory") return;
    for (const name of this.#names(directory)) {
      safepoint();
      const path = `${directory}${name}`;
      found.push(path);
      if (name.endsWith("/") && depth > 0) this.#walk(path, depth - 1, found);
    }
  }
}

function levels(directory: string): number {
  return directory.split("/").length - 2;
}

/** Signals that something could not be done with a file. */
function about(doing: string, path: string): (problem: string) => never {
  return (problem) => {
    const pathname = Pathname.ofPath(path);
    return signal("SIMPLE-FILE-ERROR", pathname, `Error ${doing} ~S: ~A`, pathname, makeString(problem));
  };
}

function signal(type: string, pathname: unknown, control: string, ...args: unknown[]): never {
  const format = ["FORMAT-CONTROL", makeString(control), "FORMAT-ARGUMENTS", list(...args)];
  return lispError(type, "PATHNAME", pathname, ...format);
}

/** What the machine answers; `signals` is called with why there is nothing. */
function valueOf<T>(done: Done<T>, signals: (problem: string) => never): T {
  return "value" in done ? done.value : signals(done.problem);
}
