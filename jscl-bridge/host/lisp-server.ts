import type { BootOptions } from "../engine/boot-options.js";
import type { Event } from "../engine/contract.js";
import { Alarm } from "./alarm.js";
import { Clients } from "./clients.js";
import { CoreFailure, ServerCore } from "./core.js";
import type { ImageHandle, ImageMode, StartImage } from "./image.js";
import { type BootProgress, ImageStart, type LispInfo } from "./image-start.js";
import { makeInterrupts } from "./interrupts.js";
import { type Invitation, listenForInvitations } from "./invitations.js";
import { startPageImage } from "./page-image.js";
import { internalError } from "./recovery.js";
import type { Action } from "./wire.js";
import { startWorkerImage } from "./worker-image.js";

/** One JSON-RPC message as it crossed a client's port. */
export type Traffic = {
  readonly client: number;
  readonly direction: "in" | "out";
  /** The message as JSON text; "" when what arrived could not be written as JSON. */
  readonly json: string;
};

export type LispServerOptions = {
  /** The folder that holds the package's files. Default: where this module was loaded from. */
  readonly assets?: string | URL;
  /** Where Lisp runs. Default "worker"; "page" lets Lisp reach the DOM and lets a long evaluation block the page. */
  readonly mode?: ImageMode;
  /** The origins whose window messages may attach a client. Default: the page's own alone. */
  readonly origins?: readonly string[];
  /** Told of each step of a Lisp image's start: the first one's, and that of each that takes its place. */
  readonly onBoot?: (progress: BootProgress) => void;
  /** Told of every message of every client, for a page that shows them. */
  readonly onTraffic?: (traffic: Traffic) => void;
};

/** The only image there is, known to the server as session "main". */
const MAIN_IMAGE = 0;

/**
 * An MCP server with a Common Lisp behind it, living in this page. Clients attach through {@link LispServer.connect} or by a
 * window message `{channel: "jscl-mcp", type: "mcp-connect"}` that carries one MessagePort; bare JSON-RPC objects follow on
 * the port. The Lisp image boots while the server answers already: what needs Lisp waits for it.
 */
export class LispServer {
  readonly #options: LispServerOptions;
  readonly #assets: URL;
  readonly #origins: readonly string[];
  readonly #startIn: StartImage;
  readonly #clients: Clients;
  readonly #alarm = new Alarm(() => this.#feed((core) => core.tick()));
  readonly #stopListening: () => void;
  #core: ServerCore | null = null;
  #early: Array<(core: ServerCore) => void> = [];
  #start: ImageStart;
  #image: ImageHandle;
  #closed = false;

  private constructor(options: LispServerOptions) {
    this.#options = options;
    this.#assets = new URL(
      options.assets ?? "./",
      options.assets ? globalThis.location?.href : import.meta.url,
    );
    this.#origins = options.origins ?? [globalThis.location?.origin ?? "null"];
    this.#startIn = options.mode === "page" ? startPageImage : startWorkerImage;
    this.#clients = new Clients({
      onMessage: (client, json) => this.#receive(client, json),
      onClosed: (client) => this.#feed((core) => core.clientClosed(client)),
    });
    this.#stopListening = listenForInvitations((invitation) => this.#invite(invitation));
    this.#start = new ImageStart();
    this.#image = this.#startImage();
  }

  /**
   * Starts a server and, beside it, its Lisp image. Resolves when the server answers, which is before Lisp does; rejects
   * with an Error when the server's WebAssembly file cannot be loaded.
   */
  static async start(options: LispServerOptions = {}): Promise<LispServer> {
    const server = new LispServer(options);
    try {
      await server.#load();
    } catch (error) {
      server.close();
      throw error;
    }
    return server;
  }

  /** A new client's end of a fresh channel: hand it to an MCP transport, or transfer it to another window. */
  connect(): MessagePort {
    if (this.#closed) throw new Error("This LispServer is closed.");
    const { port1, port2 } = new MessageChannel();
    this.#clients.attach(port1);
    return port2;
  }

  /**
   * What the current image says of itself once it takes commands; after a reset, what the next one says. Rejects with an
   * Error when the image dies before that.
   */
  get ready(): Promise<LispInfo> {
    return this.#start.ready;
  }

  /** Ends the image, closes every client's port and stops listening. Calling it again does nothing. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopListening();
    this.#alarm.clear();
    this.#clients.closeAll();
    this.#image.stop();
    this.#start.fail("The LispServer was closed.");
  }

  async #load(): Promise<void> {
    const wasm = new URL("./jscl_mcp_bg.wasm", this.#assets);
    const core = await ServerCore.load(wasm, { origins: this.#origins });
    if (this.#closed) return;
    this.#core = core;
    for (const input of this.#early.splice(0)) input(core);
  }

  #hear(event: Event): void {
    this.#start.note(event);
    this.#feed((core) => core.engineEvent(MAIN_IMAGE, event));
    if (event.kind === "booting")
      this.#options.onBoot?.({ step: event.step, done: event.done, total: event.total });
  }

  #startImage(): ImageHandle {
    const options: BootOptions = { interrupts: makeInterrupts(), grants: {} };
    return this.#startIn(this.#assets, options, (event) => this.#hear(event));
  }

  #replaceImage(reason: string): void {
    this.#image.stop();
    this.#start.fail(reason);
    this.#start = new ImageStart();
    this.#image = this.#startImage();
  }

  #invite({ origin, port }: Invitation): void {
    this.#whenLoaded((core) => {
      if (core.admitOrigin(origin)) this.#clients.attach(port);
      else port.close();
    });
  }

  #receive(client: number, json: string): void {
    this.#options.onTraffic?.({ client, direction: "in", json });
    this.#feed(
      (core) => core.clientMessage(client, json),
      () => this.#send(client, internalError(json)),
    );
  }

  #send(client: number, json: string | null): void {
    if (json === null) return;
    this.#options.onTraffic?.({ client, direction: "out", json });
    this.#clients.send(client, json);
  }

  /** Runs one turn of the server and does what it asks; `onFailure` answers for a turn that had no answer. */
  #feed(turn: (core: ServerCore) => readonly Action[], onFailure?: () => void): void {
    this.#whenLoaded((core) => {
      try {
        for (const action of turn(core)) this.#perform(action);
      } catch (error) {
        if (!(error instanceof CoreFailure)) throw error;
        console.error(error);
        onFailure?.();
        this.#reintroduceImage(core);
      }
    });
  }

  /** A server that was started anew has not seen its image become ready. */
  #reintroduceImage(core: ServerCore): void {
    const ready = this.#start.readyEvent;
    if (ready) for (const action of core.engineEvent(MAIN_IMAGE, ready)) this.#perform(action);
  }

  #whenLoaded(input: (core: ServerCore) => void): void {
    if (this.#closed) return;
    if (this.#core) input(this.#core);
    else this.#early.push(input);
  }

  #perform(action: Action): void {
    switch (action.kind) {
      case "send":
        return this.#send(action.client, action.message);
      case "command":
        return this.#image.post(action.command);
      case "interrupt":
        return this.#image.interrupt(action.evaluation);
      case "replace-image":
        return this.#replaceImage(action.reason);
      case "arm-timer":
        return this.#alarm.set(action.atMs);
    }
  }
}
