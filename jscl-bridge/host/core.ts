import init, { initSync, Server } from "#wasm";
import type { Event } from "../contract/engine.js";
import type { Action, SavedNames } from "../contract/host.js";
import { Clock } from "./time/clock.js";
import { dateNow } from "./time/date.js";

/**
 * The Rust server: every input is one turn, and a turn's answer is what the host must do next. Values go in
 * and out as they are; what goes in has been cloned on its way here, so that nobody else has it. A trap
 * inside WebAssembly leaves its object unusable, so a turn that fails is answered by a fresh server.
 */
export class ServerCore {
  readonly #options: object;
  readonly #clock: Clock;
  #server: Server;
  #lastEvaluation = 0;
  /** The date that the server was told last. */
  #date = Number.NaN;

  private constructor(options: object, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#server = this.#fresh();
  }

  /** The server from its module, or from the bytes of one; rejects when they are none. */
  static async load(
    wasm: WebAssembly.Module | Uint8Array<ArrayBuffer>,
    options: object,
    clock = new Clock(),
  ): Promise<ServerCore> {
    // Node loads its whole `fetch` when somebody asks whether a module is a response, as `init` does: a third
    // of the program's start.
    if (wasm instanceof WebAssembly.Module) await init({ module_or_path: wasm });
    else initSync({ module: await WebAssembly.compile(wasm) });
    return new ServerCore(options, clock);
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

  /** A client sent a message, which has about so many characters as JSON. */
  clientMessage(client: number, message: unknown, length: number): readonly Action[] {
    return this.#turn((server, now) => server.clientMessage(client, message, length, now));
  }

  /** A client sent what is no message, for that reason. */
  unreadableMessage(client: number, problem: string): readonly Action[] {
    return this.#turn((server, now) => server.unreadableMessage(client, problem, now));
  }

  /** A client sent a message that is too long, with that id if it has one. */
  longMessage(client: number, id: unknown): readonly Action[] {
    return this.#turn((server, now) => server.longMessage(client, id, now));
  }

  clientClosed(client: number): readonly Action[] {
    return this.#turn((server, now) => server.clientClosed(client, now));
  }

  /** The person ends what runs in a session, whoever asked for it; `who` says who that is. */
  stopEvaluation(session: string, who: string): readonly Action[] {
    return this.#turn((server, now) => server.stopEvaluation(session, who, now));
  }

  close(): readonly Action[] {
    return this.#turn((server, now) => server.close(now));
  }

  /** What was to be drawn under that number: a PNG in base64 for each picture, null where there is none. */
  drawn(id: number, pngs: readonly (string | null)[]): readonly Action[] {
    return this.#turn((server, now) => server.drawn(id, pngs, now));
  }

  /** The file of words is loaded: its data, or the sentence that says why it could not be had. */
  takeWords(file: unknown): readonly Action[] {
    return this.#turn((server, now) => server.takeWords(file, now));
  }

  /** An image, or its host, said so. */
  engineEvent(image: number, event: Event): readonly Action[] {
    return this.#turn((server, now) => server.engineEvent(image, event, now));
  }

  tick(): readonly Action[] {
    return this.#turn((server, now) => server.tick(now));
  }

  /**
   * Takes in a record that is `stored`, but for what `known` holds, one that was taken in or written before,
   * or ""; `trying` are the ids of forms that were being restored when their page ended. Returns whether it
   * was understood.
   */
  takeIn(stored: string, known: string, trying: readonly string[] = []): boolean {
    return this.#server.takeIn(stored, known, trying.join(" "));
  }

  /** The record to keep for later visits. */
  record(): string {
    return this.#server.record();
  }

  savedDefinitions(): SavedNames {
    return this.#server.savedDefinitions();
  }

  restoreDefinitions(): readonly Action[] {
    return this.#turn((server, now) => server.restoreDefinitions(now));
  }

  discardDefinitions(): readonly Action[] {
    return this.#turn((server, now) => server.discardDefinitions(now));
  }

  #turn(input: (server: Server, nowMs: number) => readonly Action[]): readonly Action[] {
    try {
      this.#tellDate();
      const actions = input(this.#server, this.#clock.now());
      for (const action of actions)
        if (action.kind === "command")
          this.#lastEvaluation = Math.max(this.#lastEvaluation, action.command.id);
      return actions;
    } catch (error) {
      this.#server = this.#fresh();
      throw new CoreFailure(error);
    }
  }

  #tellDate(): void {
    const date = dateNow();
    if (date === this.#date) return;
    this.#date = date;
    this.#server.setDate(date);
  }

  /**
   * Numbers of evaluations continue after those of the server before: its last evaluation may still end, and
   * must not be taken for another.
   */
  #fresh(): Server {
    this.#date = Number.NaN;
    return new Server({ ...this.#options, lastEvaluation: this.#lastEvaluation });
  }
}

/** The server failed in the middle of a turn and was replaced; what it remembered is gone. */
export class CoreFailure extends Error {
  constructor(cause: unknown) {
    super("The MCP server failed inside WebAssembly and was started anew.", { cause });
    this.name = "CoreFailure";
  }
}
