import init, { Server } from "#wasm";
import type { Event } from "../engine/contract.js";
import type { LongArguments } from "./clients/long-arguments.js";
import type { Action } from "./clients/wire.js";
import { Clock } from "./time/clock.js";
import { dateNow } from "./time/date.js";

const encoder = new TextEncoder();
// A byte order mark is a character of the text.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The Rust server behind its JSON boundary: every input is one turn, and a turn's answer is what the host must do next.
 * A trap inside WebAssembly leaves its object unusable, so a turn that fails is answered by a fresh server.
 */
export class ServerCore {
  readonly #options: object;
  readonly #memory: WebAssembly.Memory;
  readonly #clock: Clock;
  #server: Server;
  #lastEvaluation = 0;

  private constructor(options: object, memory: WebAssembly.Memory, clock: Clock) {
    this.#options = options;
    this.#memory = memory;
    this.#clock = clock;
    this.#server = this.#fresh();
  }

  /** Compiles the server from its file or bytes; rejects when there is no WebAssembly module to be had. */
  static async load(
    wasm: URL | Uint8Array<ArrayBuffer>,
    options: object,
    clock = new Clock(),
  ): Promise<ServerCore> {
    const { memory } = await init({ module_or_path: wasm });
    return new ServerCore(options, memory, clock);
  }

  version(): string {
    return this.#server.version();
  }

  /** Whether a window of that origin may attach a client, where so many are attached. */
  admits(origin: string, attached: number): boolean {
    return this.#server.admits(origin, attached);
  }

  /** Whether a message of this client is to be read at all. */
  hears(client: number): boolean {
    return this.#server.hears(client, this.#clock.now());
  }

  longMessage(client: number, id: string): readonly Action[] {
    return this.#turn((server, now) => server.longMessage(client, id, now));
  }

  /** `long` are arguments of the tool that it calls, which are left out of `json`. */
  clientMessage(client: number, json: string, long: LongArguments["texts"] = []): readonly Action[] {
    return this.#turn((server, now) => {
      for (const [name, text] of long) server.longArgument(name, writeText(server, this.#memory, text));
      return server.clientMessage(client, writeText(server, this.#memory, json), now);
    });
  }

  clientClosed(client: number): readonly Action[] {
    return this.#turn((server, now) => server.clientClosed(client, now));
  }

  close(): readonly Action[] {
    return this.#turn((server, now) => server.close(now));
  }

  /** An image said so, in this JSON text. */
  engineEvent(image: number, event: Event, json = JSON.stringify(event)): readonly Action[] {
    return this.#turn((server, now) => server.engineEvent(image, json, now));
  }

  tick(): readonly Action[] {
    return this.#turn((server, now) => server.tick(now));
  }

  /**
   * Takes in a record that is `stored`, but for what `known` holds, one that was taken in or written before, or ""; `trying` are the ids
   * of forms that were being restored when their page ended. Returns whether it was understood.
   */
  takeIn(stored: string, known: string, trying: readonly string[] = []): boolean {
    return this.#server.takeIn(stored, known, trying.join(" "));
  }

  /** What is to be kept for later visits. */
  record(): string {
    return this.#server.record();
  }

  savedDefinitions(): { readonly count: number; readonly names: readonly string[] } {
    return JSON.parse(this.#server.savedDefinitions());
  }

  restoreDefinitions(): readonly Action[] {
    return this.#turn((server, now) => server.restoreDefinitions(now));
  }

  discardDefinitions(): readonly Action[] {
    return this.#turn((server, now) => server.discardDefinitions(now));
  }

  #turn(input: (server: Server, nowMs: number) => string): readonly Action[] {
    try {
      this.#server.setDate(dateNow());
      const actions = JSON.parse(input(this.#server, this.#clock.now())) as Action[];
      for (const action of actions) {
        if (action.kind === "command")
          this.#lastEvaluation = Math.max(this.#lastEvaluation, action.command.id);
        if (action.kind === "send" && action.hasText)
          putText(action.message, takeText(this.#server, this.#memory));
      }
      return actions;
    } catch (error) {
      this.#server = this.#fresh();
      throw new CoreFailure(error);
    }
  }

  /** Numbers of evaluations go on where the server before ended: its last one may still end, and must not be taken for another. */
  #fresh(): Server {
    return new Server(JSON.stringify({ ...this.#options, lastEvaluation: this.#lastEvaluation }));
  }
}

/** The server failed in the middle of a turn and was replaced; what it remembered is gone. */
export class CoreFailure extends Error {
  constructor(cause: unknown) {
    super("The MCP server failed inside WebAssembly and was started anew.", { cause });
    this.name = "CoreFailure";
  }
}

/** Characters that are encoded at once: of short pieces an encoder makes no copies that leave the processor's cache. */
const PIECE = 64 * 1024;

/** Bytes that are decoded at once, likewise. */
const LARGEST_READ = 256 * 1024;

/** Writes a text into the server's memory, and answers how many bytes that took: one for each character of most texts, three at most. */
function writeText(server: Server, memory: WebAssembly.Memory, text: string): number {
  for (const room of [text.length, 3 * text.length]) {
    const place = server.roomForText(room);
    const written = encodeInPieces(text, new Uint8Array(memory.buffer, place, room));
    if (written !== null) return written;
  }
  return 0;
}

/** How many bytes were written; null when there was too little room. */
function encodeInPieces(text: string, room: Uint8Array): number | null {
  if (text.length <= PIECE) {
    const { read, written } = encoder.encodeInto(text, room);
    return read === text.length ? written : null;
  }
  let at = 0;
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + PIECE, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    const { read, written } = encoder.encodeInto(text.slice(start, end), room.subarray(at));
    if (read < end - start) return null;
    at += written;
    start = end;
  }
  return at;
}

/** Reads the next text that an answer was handed over without. */
function takeText(server: Server, memory: WebAssembly.Memory): string {
  const place = server.takeText();
  const bytes = new Uint8Array(memory.buffer, place, server.textLength());
  if (bytes.length <= LARGEST_READ) return decoder.decode(bytes);
  let text = "";
  for (let at = 0; at < bytes.length; at += LARGEST_READ)
    text += decoder.decode(bytes.subarray(at, at + LARGEST_READ), { stream: true });
  return text + decoder.decode();
}

const isHighSurrogate = (unit: number) => unit >> 10 === 0xd800 >> 10;

/** Puts the text of a tool's result where it belongs. */
function putText(message: object, text: string): void {
  const { result } = message as {
    result: { content: [{ text: string }]; structuredContent?: { text: string } };
  };
  result.content[0].text = text;
  if (result.structuredContent !== undefined) result.structuredContent.text = text;
}
