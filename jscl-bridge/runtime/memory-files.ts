/** The files of an image: text kept in its memory, as a page has no file system to give. */

import { universalNow } from "./library/dates.js";
import { LONGEST_VECTOR } from "./objects/heap.js";
import type { Pathname } from "./pathnames/pathname.js";
import { heapExhausted } from "./stack/exhaustion.js";
import type { TextInput, TextOutput } from "./streams/shape.js";
import { ColumnCounter, LispStream } from "./streams/shape.js";
import { StringInput } from "./streams/string-input.js";

interface MemoryFile {
  text: string;
  /** Seconds since 1900, as GET-UNIVERSAL-TIME counts them. */
  written: number;
}

export class MemoryFiles {
  private readonly files = new Map<string, MemoryFile>();
  private readonly streams = new WeakMap<LispStream, { pathname: Pathname; file: MemoryFile }>();

  has(pathname: Pathname): boolean {
    return this.files.has(pathname.path);
  }

  remove(pathname: Pathname): void {
    this.files.delete(pathname.path);
  }

  rename(from: Pathname, to: Pathname): void {
    const file = this.files.get(from.path);
    if (file === undefined) return;
    this.remove(from);
    this.files.set(to.path, file);
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
      file = { text: "", written: universalNow() };
      this.files.set(key, file);
    }
    const stream = new LispStream({
      kind: "FD-STREAM",
      name: `file ${key}`,
      ...(direction === "input" ? {} : { output: appender(file) }),
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
}

function appender(file: MemoryFile): TextOutput {
  const counter = new ColumnCounter();
  counter.advance(file.text);
  return {
    write(text) {
      if (file.text.length + text.length > LONGEST_VECTOR) heapExhausted();
      file.text += text;
      file.written = universalNow();
      counter.advance(text);
    },
    column: () => counter.column,
  };
}
