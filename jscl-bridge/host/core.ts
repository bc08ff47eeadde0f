import init, { Server } from "#wasm";
import type { Event } from "../engine/contract.js";
import type { Action } from "./wire.js";

const encoder = new TextEncoder();

/**
 * The Rust server behind its JSON boundary: every input is one turn, and a turn's answer is what the host must do next.
 * A trap inside WebAssembly leaves its object unusable, so a turn that fails is answered by a fresh server.
 */
export class ServerCore {
  readonly #options: object;
  #server: Server;
  #lastEvaluation = 0;

  private constructor(options: object) {
    this.#options = options;
    this.#server = this.#fresh();
  }

  /** Compiles the server from its file or bytes; rejects when there is no WebAssembly module to be had. */
  static async load(wasm: URL | Uint8Array<ArrayBuffer>, options: object): Promise<ServerCore> {
    await init({ module_or_path: wasm });
    return new ServerCore(options);
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
    return this.#server.hears(client, Date.now());
  }

  longMessage(client: number, id: string): readonly Action[] {
    return this.#turn((server, now) => server.longMessage(client, id, now));
  }

  clientMessage(client: number, json: string): readonly Action[] {
    const bytes = encoder.encode(json);
    return this.#turn((server, now) => server.clientMessage(client, bytes, now));
  }

  clientClosed(client: number): readonly Action[] {
    return this.#turn((server, now) => server.clientClosed(client, now));
  }

  close(): readonly Action[] {
    return this.#turn((server, now) => server.close(now));
  }

  engineEvent(image: number, event: Event): readonly Action[] {
    const json = JSON.stringify(event);
    return this.#turn((server, now) => server.engineEvent(image, json, now));
  }

  tick(): readonly Action[] {
    return this.#turn((server, now) => server.tick(now));
  }

  /** Takes in the record of an earlier visit; `trying` is the place in it that was being restored when that ended. */
  loadDefinitions(record: string, trying: number | null): void {
    this.#server.loadDefinitions(record, trying ?? -1);
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
      const actions = JSON.parse(input(this.#server, Date.now())) as Action[];
      for (const action of actions)
        if (action.kind === "command")
          this.#lastEvaluation = Math.max(this.#lastEvaluation, action.command.id);
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
