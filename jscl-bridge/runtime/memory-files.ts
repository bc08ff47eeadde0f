/** The files of an image: text or bytes kept in its memory, as a page has no file system to give. */

import { universalNow } from "./library/dates.js";
import { LONGEST_VECTOR } from "./objects/heap.js";
import type { Pathname } from "./pathnames/pathname.js";
import { fillWithRandom } from "./platform.js";
import { heapExhausted } from "./stack/exhaustion.js";
import { STANDARD_ENCODING, wholeText } from "./streams/encodings.js";
import { type ExternalFormat, writeEncodable } from "./streams/external-formats.js";
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
  readonly format: ExternalFormat;
}

export class MemoryFiles {
  /** A number that those of another image do not have. */
  readonly id = fillWithRandom(new Uint32Array(1))[0] as number;
  /** The directory in which programs begin. */
  readonly home: string = "/";
  /** Whether a definition is restored, which leaves the machine's files as they are. */
  isRestoring = false;
  private readonly files = new Map<string, MemoryFile>();
  /** When directories were made, or a file put into them, by their paths with a slash at the end. */
  private readonly directories = new Map<string, number>([["/", 0]]);
  private readonly streams = new WeakMap<LispStream, Pathname>();
  /** What all files that have names take, in characters. */
  private taken = 0;

  has(pathname: Pathname): boolean {
    return this.files.has(pathname.path);
  }

  /** Whether a path is one of the machine's own, whose files are there without this image. */
  isOnDisk(_path: string): boolean {
    return false;
  }

  /** The bytes of a file of the machine's, which it takes no memory to find out; null of any other. */
  lengthOnDisk(_path: string): number | null {
    return null;
  }

  /** The next path at which something was made in memory that a program may take for the machine's. */
  takeOnlyInMemory(): string | null {
    return null;
  }

  /** Puts a file that was in memory there again. One of the machine's own of that path is left as it is. */
  keep(pathname: Pathname, text: string): boolean {
    return this.isOnDisk(pathname.path) || this.write(pathname, text);
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
   * Makes a file of a text or of bytes, or replaces one; answers false where it does not fit. A file in
   * memory is said to be `written` then.
   */
  write(pathname: Pathname, content: string | Uint8Array, written = universalNow()): boolean {
    const key = pathname.path;
    if (content.length > LONGEST_VECTOR || !this.fits(key, content.length)) return false;
    this.link(key, { ...newFile(content), written });
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

  /** The bytes of a file. They are not to be changed. */
  bytesOf(pathname: Pathname): Uint8Array | undefined {
    const file = this.fileOf(pathname.path);
    return file && (file.bytes?.data.subarray(0, file.bytes.length) ?? utf8Bytes(file.text));
  }

  /** The text of a file; null where it has something that is no character. */
  validTextOf(pathname: Pathname): string | null | undefined {
    const file = this.fileOf(pathname.path);
    return file && validText(file);
  }

  /** Characters and bytes in a file; no characters where it is no text, or nobody has counted. */
  sizeOf(path: string): { characters: number | null; bytes: number } {
    const file = this.fileOf(path);
    if (file === undefined) return { characters: 0, bytes: 0 };
    const text = validText(file);
    const characters = text === null ? null : Array.from(text).length;
    return { characters, bytes: file.bytes?.length ?? utf8Length(file.text) };
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
  open(pathname: Pathname, { direction, ifExists, bytes, format }: HowToOpen, named: Pathname): LispStream {
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
    const opening = { direction, atEnd, bytes, format, name: `file ${key}`, close };
    const isText =
      bytes === null && format.encoding === STANDARD_ENCODING && format.replacement === undefined;
    const stream =
      !isText || direction === "io" || (direction === "output" && ifExists === "OVERWRITE")
        ? placedStream(this.contentOf(file), opening)
        : direction === "input"
          ? this.reader(file, opening)
          : this.writer(file, opening);
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

  /** A stream of the characters of a file; what is none is found as it is read. */
  private reader(file: MemoryFile, opening: Opening): LispStream {
    const { name, format } = opening;
    const content = this.contentOf(file);
    const text = validText(file);
    if (text === null) return placedStream(content, opening);
    const input = new StringInput(text);
    return new LispStream({ kind: "FD-STREAM", name, input, file: readFile(input, content, format) });
  }

  private writer(file: MemoryFile, opening: Opening): LispStream {
    const place = writtenFile(this.contentOf(file), opening);
    const append = this.appender(file, place);
    const output: TextOutput = {
      ...append,
      write: (text) => writeEncodable(text, opening.format, stream, append.write),
    };
    const stream = new LispStream({ kind: "FD-STREAM", name: opening.name, output, file: place });
    return stream;
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

export function newFile(content: string | Uint8Array): MemoryFile {
  const isText = typeof content === "string";
  const bytes = isText ? null : { data: content, length: content.length };
  return { text: isText ? content : "", bytes, written: universalNow(), isNamed: false };
}

function readText({ text, bytes }: MemoryFile): string {
  return bytes === null ? text : utf8Text(bytes.data, bytes.length);
}

/** The text of a file; null where it has something that is no character. */
function validText({ text, bytes }: MemoryFile): string | null {
  if (bytes !== null) return wholeText(bytes.data.subarray(0, bytes.length));
  return STANDARD_ENCODING.unencodable?.test(text) ? null : text;
}

function lengthOf({ text, bytes }: MemoryFile): number {
  return bytes?.length ?? text.length;
}

/** What a file takes of the room. */
function charactersOf(path: string, length: number): number {
  return path.length + length + ENTRY_CHARACTERS;
}
