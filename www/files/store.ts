import type { ContentReport, FileReport } from "jscl-mcp";
import type { Answer } from "../../jscl-bridge/element/answer.js";
import { hasTexts, isObject } from "../../jscl-bridge/element/fields.js";
import type { McpClient } from "../../jscl-bridge/element/page/mcp-client.js";
import type { LispClient } from "../client/client.js";
import { directoryOf } from "./texts.js";

/** A file or a directory, as `list-files` tells of it. */
export type Entry = Pick<FileReport, "name" | "path" | "kind" | "characters">;

/** What is in a directory: as much as was told, and how many there are. */
export interface Listing {
  readonly entries: readonly Entry[];
  readonly total: number;
  /** Which Lisp has them. */
  readonly image: number;
}

type Page = Pick<ContentReport, "content" | "characters" | "next">;

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

  /** All that is in a file, of at most so many characters; the number of characters where there are more. */
  read(path: string, most: number): Promise<string | number> {
    const call = async (args: object) => (await this.#client).call("read-file", { ...args });
    return this.#readWith(call, path, most);
  }

  /** The same, of which the person need not know; null where there is no such file. */
  async look(path: string, most: number): Promise<string | number | null> {
    const call = async (args: object) => (await this.#backstage).callTool("read-file", { ...args });
    try {
      return await this.#readWith(call, path, most);
    } catch (error) {
      const { entries, total } = await this.list(directoryOf(path));
      if (entries.length < total || entries.some((entry) => entry.path === path)) throw error;
      return null;
    }
  }

  /** Whether there is a file of that name. */
  async has(path: string): Promise<boolean> {
    return (await this.look(path, 0)) !== null;
  }

  /** Resolves to the path as `list` tells it. */
  async write(path: string, content: string): Promise<string> {
    const { data } = await this.#call("write-file", { path, content });
    return isObject(data) && typeof data["path"] === "string" ? data["path"] : path;
  }

  /** Writes what was there before, of which the person need not know. */
  async putBack(path: string, content: string): Promise<void> {
    const args = { session: this.session, path, content };
    const { isError, text } = await (await this.#backstage).callTool("write-file", args);
    if (isError) throw new Error(text);
  }

  async remove(path: string): Promise<void> {
    await this.#call("delete-file", { path });
  }

  async #readWith(
    call: (args: object) => Promise<Answer>,
    path: string,
    most: number,
  ): Promise<string | number> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      let text = "";
      let characters: number | null = null;
      for (let start: number | null = 0; start !== null; ) {
        const page: Page = pageOf(await call({ session: this.session, path, start }));
        if (page.characters > most) return page.characters;
        // A program has written to it meanwhile.
        if (characters !== null && page.characters !== characters) break;
        characters = page.characters;
        text += page.content;
        start = page.next;
        if (start === null) return text;
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
