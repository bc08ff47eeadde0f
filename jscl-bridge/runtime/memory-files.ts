/** The files of an image: text or bytes kept in its memory, as a page has no file system to give. */

import { universalNow } from "./library/dates.js";
import { LONGEST_VECTOR } from "./objects/heap.js";
import type { Pathname } from "./pathnames/pathname.js";
import { fillWithRandom } from "./platform.js";
import { heapExhausted } from "./stack/exhaustion.js";
import {
  type Bytes,
  type ByteType,
  type Content,
  type Opening,
  placedStream,
  readFile,
  type WrittenFile,
  writtenFile,
} from "./streams/file-streams.js";
import type { TextOutput } from "./streams/shape.js";
import { ColumnCounter, LispStream } from "./streams/shape.js";
import { StringInput } from "./streams/string-input.js";
import { utf8Bytes, utf8Length, utf8Text } from "./utf8.js";

/** Characters, or bytes, that all files of an image hold together: two of the longest. */
export const MOST_CHARACTERS = 64 * 1024 * 1024;

/** What a file takes beside its name and its content, counted as characters. */
const ENTRY_CHARACTERS = 100;

export interface MemoryFile {
  /** Its content, where that is text. */
  text: string;
  /** Its content, once something took it as bytes. */
  bytes: Bytes | null;
  /** Seconds since 1900, as GET-UNIVERSAL-TIME counts them. */
  written: number;
  /** Whether it has a name; a stream may write to one that was deleted. */
  isNamed: boolean;
}

export interface HowToOpen {
  readonly direction: "input" | "output" | "io";
  readonly ifExists: string;
  readonly bytes: ByteType | null;
}

export class MemoryFiles {
  /** A number that those of another image do not have. */
  readonly id = fillWithRandom(new Uint32Array(1))[0] as number;
  /** The directory in which programs begin. */
  readonly home: string = "/";
  private readonly files = new Map<string, MemoryFile>();
  /** When directories were made, or a file put into them, by their paths with a slash at the end. */
  private readonly directories = new Map<string, number>([["/", 0]]);
  private readonly streams = new WeakMap<LispStream, Pathname>();
  /** What all files that have names take, in characters. */
  private taken = 0;

  has(pathname: Pathname): boolean {
    return this.files.has(pathname.path);
  }

  /** The file of that path, if there is one. */
  protected fileOf(path: string): MemoryFile | undefined {
    return this.files.get(path);
  }

  /** Characters that there is still room for. */
  get room(): number {
    return MOST_CHARACTERS - this.taken;
  }

  remove(pathname: Pathname): void {
    this.unlink(pathname.path);
  }

  rename(from: Pathname, to: Pathname): void {
    const file = this.fileOf(from.path);
    if (file === undefined) return;
    this.remove(from);
    this.link(to.path, file);
  }

  /**
   * Makes a file of this text, or replaces one; answers false where it does not fit. A file in memory is said
   * to be `written` then.
   */
  write(pathname: Pathname, text: string, written = universalNow()): boolean {
    const key = pathname.path;
    if (text.length > LONGEST_VECTOR || !this.fits(key, text.length)) return false;
    this.link(key, { ...newFile(text), written });
    return true;
  }

  written(pathname: Pathname): number | undefined {
    const { path } = pathname;
    return this.files.get(path)?.written ?? this.directories.get(path);
  }

  textOf(pathname: Pathname): string | undefined {
    const file = this.fileOf(pathname.path);
    return file && readText(file);
  }

  /** Characters in a file; 0 where there is none, null where nobody has counted. */
  sizeOf(path: string): number | null {
    const file = this.fileOf(path);
    return file === undefined ? 0 : Array.from(readText(file)).length;
  }

  /**
   * What is in a directory, whose path ends with a slash: paths of files, and paths below those of
   * directories.
   */
  inside(directory: string): string[] {
    return [...this.files.keys()].filter((path) => path.startsWith(directory));
  }

  hasDirectory(path: string): boolean {
    return this.directories.has(path);
  }

  /** Makes a directory, and those above it; answers whether there was anything to make. */
  makeDirectory(path: string): boolean {
    if (this.directories.has(path)) return false;
    for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1)) {
      const above = path.slice(0, end + 1);
      if (this.directories.has(above)) continue;
      const size = charactersOf(above, 0);
      if (size > this.room) heapExhausted();
      this.taken += size;
      this.directories.set(above, universalNow());
    }
    return true;
  }

  /** Removes an empty directory; answers false where it is not empty, or not there. */
  removeDirectory(path: string): boolean {
    const isUsed = (each: string) => each !== path && each.startsWith(path);
    if ([...this.files.keys(), ...this.directories.keys()].some(isUsed)) return false;
    if (!this.directories.delete(path)) return false;
    this.taken -= charactersOf(path, 0);
    return true;
  }

  /**
   * The paths of files and of directories that begin with a text. Those that lie more than `_depth`
   * directories below may be left out.
   */
  pathsFrom(start: string, _depth: number): string[] {
    return [...this.files.keys(), ...this.directories.keys()].filter((path) => path.startsWith(start)).sort();
  }

  /**
   * A stream of the file. What is written goes to a new file in the place of one that there is, unless
   * `ifExists` appends or overwrites. The stream's pathname is `named`, which may be relative.
   */
  open(pathname: Pathname, { direction, ifExists, bytes }: HowToOpen, named: Pathname): LispStream {
    const key = pathname.path;
    const old = this.fileOf(key);
    const atEnd = ifExists === "APPEND";
    const keeps = direction === "input" || atEnd || ifExists === "OVERWRITE";
    let file = keeps ? old : undefined;
    let close: Opening["close"] = () => {};
    if (file === undefined) {
      if (!this.fits(key, 0)) heapExhausted();
      file = newFile("");
      close = this.replacing(key, file, old, ifExists);
      this.link(key, file);
    }
    const name = `file ${key}`;
    const stream =
      bytes !== null || direction === "io" || (direction === "output" && ifExists === "OVERWRITE")
        ? placedStream(this.contentOf(file), { direction, atEnd, bytes, name, close })
        : direction === "input"
          ? this.reader(file, name)
          : this.writer(file, name, close);
    this.streams.set(stream, named);
    return stream;
  }

  /** Has a file that is replaced kept under another name, and comes to what closing the new one does. */
  protected replacing(
    key: string,
    file: MemoryFile,
    old: MemoryFile | undefined,
    ifExists: string,
  ): Opening["close"] {
    const backup = `${key}.bak`;
    const isKept = old !== undefined && ifExists.startsWith("RENAME");
    if (isKept) {
      this.unlink(key);
      this.link(backup, old);
    }
    return (isAbort) => {
      if (isAbort && this.files.get(key) === file) this.unlink(key);
      if (!isKept || this.files.get(backup) !== old) return;
      if (isAbort || ifExists === "RENAME-AND-DELETE") this.unlink(backup);
      if (isAbort) this.link(key, old);
    };
  }

  private reader(file: MemoryFile, name: string): LispStream {
    const input = new StringInput(readText(file));
    return new LispStream({ kind: "FD-STREAM", name, input, file: readFile(input, this.contentOf(file)) });
  }

  private writer(file: MemoryFile, name: string, close: Opening["close"]): LispStream {
    const place = writtenFile(this.contentOf(file), close);
    return new LispStream({ kind: "FD-STREAM", name, output: this.appender(file, place), file: place });
  }

  /** The content of a file for streams that take it as bytes. */
  private contentOf(file: MemoryFile): Content {
    const grow = (count: number) => {
      if (file.isNamed) {
        if (count > this.room) heapExhausted();
        this.taken += count;
      }
    };
    const bytes = (): Bytes => {
      if (file.bytes !== null) return file.bytes;
      const data = utf8Bytes(file.text);
      grow(data.length - file.text.length);
      file.text = "";
      file.bytes = { data, length: data.length };
      return file.bytes;
    };
    return {
      bytes,
      byteLength: () => file.bytes?.length ?? utf8Length(file.text),
      put(at, added) {
        const held = bytes();
        const end = at + added.length;
        if (end > LONGEST_VECTOR) heapExhausted();
        if (end > held.length) grow(end - held.length);
        if (end > held.data.length) {
          const longer = new Uint8Array(Math.min(2 * end, LONGEST_VECTOR));
          longer.set(held.data.subarray(0, held.length));
          held.data = longer;
        }
        held.data.set(added, at);
        held.length = Math.max(held.length, end);
        file.written = universalNow();
      },
    };
  }

  /** The pathname that a stream was opened for. */
  pathnameOf(stream: LispStream): Pathname | undefined {
    return this.streams.get(stream);
  }

  private appender(file: MemoryFile, place: WrittenFile): TextOutput {
    const counter = new ColumnCounter();
    counter.advance(readText(file));
    return {
      write: (text) => {
        counter.advance(text);
        if (place.isPlaced() || file.bytes !== null) return place.write(text);
        if (file.text.length + text.length > LONGEST_VECTOR) heapExhausted();
        if (file.isNamed) {
          if (text.length > this.room) heapExhausted();
          this.taken += text.length;
        }
        file.text += text;
        file.written = universalNow();
      },
      column: () => counter.column,
    };
  }

  /** Whether there is room for a file of that name and length, in the place of one that there may be. */
  protected fits(path: string, length: number): boolean {
    const old = this.files.get(path);
    const given = old === undefined ? 0 : charactersOf(path, lengthOf(old));
    return charactersOf(path, length) - given <= this.room;
  }

  protected link(path: string, file: MemoryFile): void {
    this.unlink(path);
    this.makeDirectory(path.slice(0, path.lastIndexOf("/") + 1));
    file.isNamed = true;
    this.files.set(path, file);
    this.taken += charactersOf(path, lengthOf(file));
  }

  protected unlink(path: string): void {
    const file = this.files.get(path);
    if (file === undefined) return;
    this.files.delete(path);
    file.isNamed = false;
    this.taken -= charactersOf(path, lengthOf(file));
  }
}

export function newFile(text: string, bytes: Bytes | null = null): MemoryFile {
  return { text, bytes, written: universalNow(), isNamed: false };
}

function readText({ text, bytes }: MemoryFile): string {
  return bytes === null ? text : utf8Text(bytes.data, bytes.length);
}

function lengthOf({ text, bytes }: MemoryFile): number {
  return bytes?.length ?? text.length;
}

/** What a file takes of the room. */
function charactersOf(path: string, length: number): number {
  return path.length + length + ENTRY_CHARACTERS;
}
