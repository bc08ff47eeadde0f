import type { ContentReport, FileReport } from "jscl-mcp";
import type { LispClient } from "../client/client.js";
import type { Answer } from "../elements/answer.js";
import { hasTexts, isObject } from "../elements/fields.js";
import type { McpClient } from "../elements/page/mcp-client.js";
import { directoryOf } from "./texts.js";

/** A file or a directory, as `list-files` tells of it. */
export type Entry = Pick<FileReport, "name" | "path" | "kind" | "characters" | "bytes">;

/** What is in a directory: as much as was told, and how many there are. */
export interface Listing {
  readonly entries: readonly Entry[];
  readonly total: number;
  /** Which Lisp has them. */
  readonly image: number;
}

type Page = Pick<ContentReport, "content" | "characters" | "bytes" | "next">;

/** How a file is read: as what, how long it is in that, and what its parts make together. */
interface Reading<T> {
  readonly encoding: ContentReport["encoding"];
  lengthOf(page: Page): number;
  joined(parts: readonly string[]): T;
}

const AS_TEXT: Reading<string> = {
  encoding: "utf-8",
  lengthOf: ({ characters }) => characters ?? 0,
  joined: (parts) => parts.join(""),
};

const AS_BYTES: Reading<Uint8Array<ArrayBuffer>> = {
  encoding: "base64",
  lengthOf: ({ bytes }) => bytes,
  joined: bytesOf,
};

/** Changes that a file may suffer while it is read, before that is given up. */
const MOST_TRIES = 3;

/** The files of one session's image. What the Lisp refuses rejects with its words. */
export class FileStore {
  readonly session: string;
  readonly #client: Promise<LispClient>;
  readonly #backstage: Promise<McpClient>;

  /** The person's own calls are made by `client`, those that only look by `backstage`. */
  constructor(session: string, client: Promise<LispClient>, backstage: Promise<McpClient>) {
    this.session = session;
    this.#client = client;
    this.#backstage = backstage;
  }

  /** What is in a directory; nothing where there is none of that name. */
  async list(directory: string): Promise<Listing> {
    const args = { session: this.session, directory };
    const { data, text } = await (await this.#backstage).callTool("list-files", args);
    if (!isObject(data) || typeof data["found"] !== "boolean") throw new Error(text);
    const { files, total, image } = data;
    const entries = Array.isArray(files) ? files.filter(isEntry) : [];
    return {
      entries,
      total: typeof total === "number" ? total : entries.length,
      image: typeof image === "number" ? image : 0,
    };
  }

  /** The text of a file, of at most so many characters; the number of characters where there are more. */
  read(path: string, most: number): Promise<string | number> {
    return this.#readWith(this.#ofPerson(), path, most, AS_TEXT);
  }

  /** The bytes of a file, of at most so many; their number where there are more. */
  readBytes(path: string, most: number): Promise<Uint8Array<ArrayBuffer> | number> {
    return this.#readWith(this.#ofPerson(), path, most, AS_BYTES);
  }

  /**
   * The text, of which the person need not know; null where there is no such file, and the number of bytes
   * where they are no text.
   */
  look(path: string, most: number): Promise<string | number | null> {
    return this.#lookWith(path, most, AS_TEXT);
  }

  /** The bytes, likewise. */
  lookAtBytes(path: string, most: number): Promise<Uint8Array<ArrayBuffer> | number | null> {
    return this.#lookWith(path, most, AS_BYTES);
  }

  /** What the directory of a file tells of it; null where there is no such file, or it is not told. */
  async entry(path: string): Promise<Entry | null> {
    const { entries } = await this.list(directoryOf(path));
    return entries.find((entry) => entry.path === path) ?? null;
  }

  /** Whether there is a file of that name. */
  async has(path: string): Promise<boolean> {
    return (await this.lookAtBytes(path, 0)) !== null;
  }

  /** Resolves to the path as `list` tells it. */
  async write(path: string, content: string | Uint8Array): Promise<string> {
    const { data } = await this.#call("write-file", { path, ...written(content) });
    return isObject(data) && typeof data["path"] === "string" ? data["path"] : path;
  }

  /** Writes what was there before, of which the person need not know. */
  async putBack(path: string, content: string | Uint8Array): Promise<void> {
    const args = { session: this.session, path, ...written(content) };
    const { isError, text } = await (await this.#backstage).callTool("write-file", args);
    if (isError) throw new Error(text);
  }

  async remove(path: string): Promise<void> {
    await this.#call("delete-file", { path });
  }

  #ofPerson(): (args: object) => Promise<Answer> {
    return async (args) => (await this.#client).call("read-file", { ...args });
  }

  async #lookWith<T>(path: string, most: number, reading: Reading<T>): Promise<T | number | null> {
    const call = async (args: object) => (await this.#backstage).callTool("read-file", { ...args });
    try {
      return await this.#readWith(call, path, most, reading);
    } catch (error) {
      const { entries, total } = await this.list(directoryOf(path));
      const found = entries.find((entry) => entry.path === path);
      if (found?.kind === "file" && found.characters === null) return found.bytes ?? 0;
      if (entries.length < total || found) throw error;
      return null;
    }
  }

  async #readWith<T>(
    call: (args: object) => Promise<Answer>,
    path: string,
    most: number,
    { encoding, lengthOf, joined }: Reading<T>,
  ): Promise<T | number> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const parts: string[] = [];
      let length: number | null = null;
      for (let start: number | null = 0; start !== null; ) {
        const page: Page = pageOf(await call({ session: this.session, path, start, encoding }));
        const now = lengthOf(page);
        if (now > most) return now;
        // A program has written to it meanwhile.
        if (length !== null && now !== length) break;
        length = now;
        parts.push(page.content);
        start = page.next;
        if (start === null) return joined(parts);
      }
    }
    throw new Error(`${path} changes while it is read: try again when the Lisp is done.`);
  }

  async #call(tool: string, args: object): Promise<Answer> {
    const answer = await (await this.#client).call(tool, { session: this.session, ...args });
    if (answer.isError) throw new Error(answer.text);
    return answer;
  }
}

function isEntry(value: unknown): value is Entry {
  return isObject(value) && hasTexts(value, "name", "path", "kind");
}

function pageOf({ data, isError, text }: Answer): Page {
  if (isError || !isObject(data) || !hasTexts(data, "content")) throw new Error(text);
  return data as unknown as Page;
}

/** The bytes of parts in base64. */
function bytesOf(parts: readonly string[]): Uint8Array<ArrayBuffer> {
  const texts = parts.map((part) => atob(part));
  const bytes = new Uint8Array(texts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const text of texts) for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
  return bytes;
}

/** Bytes that are made a text of at once, as arguments of a call. */
const AT_ONCE = 0x8000;

/** The arguments that say what a file is to hold. */
function written(content: string | Uint8Array): { content: string; encoding?: "base64" } {
  if (typeof content === "string") return { content };
  let text = "";
  for (let at = 0; at < content.length; at += AT_ONCE)
    text += String.fromCharCode(...content.subarray(at, at + AT_ONCE));
  return { content: btoa(text), encoding: "base64" };
}
