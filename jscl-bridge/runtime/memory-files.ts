/** The files of an image: text kept in its memory, as a page has no file system to give. */

import { universalNow } from "./library/dates.js";
import { LONGEST_VECTOR } from "./objects/heap.js";
import type { Pathname } from "./pathnames/pathname.js";
import { heapExhausted } from "./stack/exhaustion.js";
import type { TextInput, TextOutput } from "./streams/shape.js";
import { ColumnCounter, LispStream } from "./streams/shape.js";
import { StringInput } from "./streams/string-input.js";

/** Characters that all files of an image hold together: two of the longest. */
export const MOST_CHARACTERS = 64 * 1024 * 1024;

/** What a file takes beside its name and its text, counted as characters. */
const ENTRY_CHARACTERS = 100;

interface MemoryFile {
  text: string;
  /** Seconds since 1900, as GET-UNIVERSAL-TIME counts them. */
  written: number;
  /** Whether it has a name; a stream may write to one that was deleted. */
  isNamed: boolean;
}

export class MemoryFiles {
  private readonly files = new Map<string, MemoryFile>();
  private readonly streams = new WeakMap<LispStream, { pathname: Pathname; file: MemoryFile }>();
  /** What all files that have names take, in characters. */
  private taken = 0;

  has(pathname: Pathname): boolean {
    return this.files.has(pathname.path);
  }

  /** Characters that there is still room for. */
  get room(): number {
    return MOST_CHARACTERS - this.taken;
  }

  remove(pathname: Pathname): void {
    this.unlink(pathname.path);
  }

  rename(from: Pathname, to: Pathname): void {
    const file = this.files.get(from.path);
    if (file === undefined) return;
    this.remove(from);
    this.link(to.path, file);
  }

  /** Makes a file of this text, or replaces one; answers false where it does not fit. */
  write(pathname: Pathname, text: string): boolean {
    const key = pathname.path;
    if (text.length > LONGEST_VECTOR || !this.fits(key, text.length)) return false;
    this.link(key, newFile(text));
    return true;
  }

  written(pathname: Pathname): number | undefined {
    return this.files.get(pathname.path)?.written;
  }

  textOf(pathname: Pathname): string | undefined {
    return this.files.get(pathname.path)?.text;
  }

  /** Characters in a file; 0 where there is none. */
  sizeOf(path: string): number {
    return Array.from(this.files.get(path)?.text ?? "").length;
  }

  names(): string[] {
    return [...this.files.keys()].sort();
  }

  /** A stream of the file, which is emptied unless it is to be read or appended to. */
  open(pathname: Pathname, direction: "input" | "output" | "io", keep: boolean): LispStream {
    const key = pathname.path;
    let file = this.files.get(key);
    if (file === undefined || (direction !== "input" && !keep)) {
      if (!this.fits(key, 0)) heapExhausted();
      file = newFile("");
      this.link(key, file);
    }
    const stream = new LispStream({
      kind: "FD-STREAM",
      name: `file ${key}`,
      ...(direction === "input" ? {} : { output: this.appender(file) }),
      ...(direction === "output" ? {} : { input: new StringInput(file.text) as TextInput }),
    });
    this.streams.set(stream, { pathname, file });
    return stream;
  }

  /** The pathname that a stream was opened for. */
  pathnameOf(stream: LispStream): Pathname | undefined {
    return this.streams.get(stream)?.pathname;
  }

  /** Characters in the file of a stream. */
  lengthOf(stream: LispStream): number | undefined {
    const file = this.streams.get(stream)?.file;
    return file === undefined ? undefined : Array.from(file.text).length;
  }

  private appender(file: MemoryFile): TextOutput {
    const counter = new ColumnCounter();
    counter.advance(file.text);
    return {
      write: (text) => {
        if (file.text.length + text.length > LONGEST_VECTOR) heapExhausted();
        if (file.isNamed) {
          if (text.length > this.room) heapExhausted();
          this.taken += text.length;
        }
        file.text += text;
        file.written = universalNow();
        counter.advance(text);
      },
      column: () => counter.column,
    };
  }

  /** Whether there is room for a file of that name and length, in the place of one that there may be. */
  private fits(path: string, length: number): boolean {
    const old = this.files.get(path);
    const given = old === undefined ? 0 : charactersOf(path, old.text.length);
    return charactersOf(path, length) - given <= this.room;
  }

  private link(path: string, file: MemoryFile): void {
    this.unlink(path);
    file.isNamed = true;
    this.files.set(path, file);
    this.taken += charactersOf(path, file.text.length);
  }

  private unlink(path: string): void {
    const file = this.files.get(path);
    if (file === undefined) return;
    this.files.delete(path);
    file.isNamed = false;
    this.taken -= charactersOf(path, file.text.length);
  }
}

function newFile(text: string): MemoryFile {
  return { text, written: universalNow(), isNamed: false };
}

/** What a file takes of the room. */
function charactersOf(path: string, length: number): number {
  return path.length + length + ENTRY_CHARACTERS;
}
