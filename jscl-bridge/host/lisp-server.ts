/**
 * The server as a page holds it: LispServer, its options, and the turn that performs the actions of the core.
 */

import { Windows } from "#wasm";
import type { Command, Event } from "../contract/engine.js";
import type { Action, BindingProblem } from "../contract/host.js";
import type { Restored, ToolSet } from "../contract/results.js";
import { MAX_MESSAGE } from "../engine/message-limit.js";
import type { Grants } from "../engine/power/grants.js";
import type { Abilities } from "./abilities.js";
import type { Bindings } from "./bindings/options.js";
import { type RegisterToolsOptions, registerTools } from "./bindings/webmcp.js";
import { WindowBindings } from "./bindings/window-bindings.js";
import { browserPlatform } from "./browser-platform.js";
import { Clients } from "./clients/clients.js";
import type { Connection, Inlet, Way } from "./clients/connection.js";
import { type Invitation, listenForInvitations, refusePort, takePort } from "./clients/invitations.js";
import { attachPort } from "./clients/ports.js";
import { CoreFailure, ServerCore } from "./core.js";
import { Departures } from "./departures.js";
import { filesAt, type PackageFiles } from "./files/package-files.js";
import { checkGrants } from "./grants.js";
import type { ImageMode } from "./images/image-handle.js";
import type { BootProgress, LispInfo } from "./images/image-start.js";
import { Images, MAIN_IMAGE } from "./images/images.js";
import { layOut } from "./layout.js";
import { Outbox } from "./outbox.js";
import type { Liveness, Platform } from "./platform.js";
import { closedError, internalError } from "./request-errors.js";
import { drawSecret } from "./secret.js";
import type { DefinitionKeeper } from "./storage/definition-keeper.js";
import { Alarm } from "./time/alarm.js";
import { BEAT_MS, Clock } from "./time/clock.js";
import { inNextTask } from "./time/next-task.js";
import { loadWords } from "./tool-words.js";

/** A MessagePort: in the types of Node that is the name of a value alone. */
type Port = typeof globalThis extends { MessagePort: { prototype: infer P } } ? P : never;

/** One JSON-RPC message as it crossed a client's port. */
export type Traffic = {
  readonly client: number;
  /** How the client came. */
  readonly way: Way;
  readonly direction: "in" | "out";
  /**
   * The message as JSON text, which is made when it is read: during the call. "" when what arrived could not
   * be written as JSON.
   */
  readonly json: string;
};

export type LispServerOptions = {
  /** The folder that holds the package's files. Default: where this module was loaded from. */
  readonly assets?: string | URL;
  /**
   * The folder with an index of systems, which `jscl-mcp systems build` writes: ASDF finds them there. Its
   * origin is the one that Lisp is sent to for them; every bundle is checked against its hash in the index.
   * Default: there is none.
   */
  readonly systems?: string | URL;
  /**
   * Whether compiled code of these systems is kept for later visits: in the browser's storage, in Node in a
   * folder of the user's, or in the one that is named here. Default: it is not. A Lisp that no program speaks
   * to compiles them for that, after they were loaded; see {@link LispServer.systemsCached}.
   */
  readonly systemsCache?: boolean | string;
  /**
   * Where the Lisp of session "main" runs. Default "worker"; "page" lets a long evaluation block the page,
   * and lets Lisp reach the DOM if `grants` has `dom`. Other sessions always run in Workers.
   */
  readonly mode?: ImageMode;
  /** The sets of tools that clients see and may call. Default: "core". An unknown one is an error. */
  readonly tools?: readonly ToolSet[];
  /**
   * How many characters an answer has in all, its text twice, as it stands in the data, too. Of output and
   * values that are longer, answers have the beginning and the end. A client sets its own by
   * `configure-limits`. Default: there is no limit but those of output and of values.
   */
  readonly maxAnswer?: number;
  /**
   * Whether tools outside of "core" are listed with their descriptions, for which a file is loaded. Default:
   * true. A page whose clients never list tools needs none.
   */
  readonly describeTools?: boolean;
  /**
   * What Lisp may reach beyond itself, in every session. Default: nothing. docs/security.md describes each.
   */
  readonly grants?: Grants;
  /** The origins whose window messages may attach a client. Default: the page's own alone. */
  readonly origins?: readonly string[];
  /**
   * By which window messages clients reach the server, besides those that bring a port. Default: none. The
   * origins above hold for all of them, but for clients in this very window. Of servers in one page each
   * needs channels of its own.
   */
  readonly bindings?: Bindings;
  /**
   * Told, as the console is, of what is wrong between the server and clients that speak by window messages.
   */
  readonly onProblem?: (problem: BindingProblem) => void;
  /**
   * Told of each step of the start of session "main": of its first Lisp image's, and of each that takes its
   * place.
   */
  readonly onBoot?: (progress: BootProgress) => void;
  /** Told of every message of every client, for a page that shows them. */
  readonly onTraffic?: (traffic: Traffic) => void;
  /** Told of every client that is gone, by its number in {@link Traffic}. */
  readonly onClientGone?: (client: number) => void;
  /**
   * Keeps what session "main" defines in the browser's storage, for later visits of pages of this origin that
   * give the same name. What several that are open at once define is kept of each. An evaluation is answered
   * when what it defined is kept, or cannot be. Nothing of it is evaluated before {@link
   * LispServer.restoreDefinitions}.
   */
  readonly journal?: {
    readonly name: string;
    /** Whether to begin with; see {@link LispServer.keepDefinitions}. Default: true. */
    readonly keep?: boolean;
    /** Told why definitions are not kept, or not all, when that begins, and null when it ends. */
    readonly onProblem?: (problem: string | null) => void;
  };
};

/** What an earlier visit has left. */
export type SavedDefinitions = {
  /** How many forms that defined something. */
  readonly count: number;
  /** What the first hundred of them defined, such as `FUNCTION AVERAGE`. */
  readonly names: readonly string[];
  /** When that was; null when there is nothing. */
  readonly savedAt: Date | null;
  /**
   * Why definitions are not kept, or not all, in the browser's words: there is no storage, or no more. null
   * as long as they are.
   */
  readonly problem: string | null;
};

/**
 * The most turns of the event loop in which a closing server still reads messages sent before, as long as
 * some come.
 */
const LAST_TURNS = 100;

/**
 * An MCP server with a Common Lisp behind it, living in this page. Clients attach through {@link
 * LispServer.connect} or by a window message `{channel: "jscl-mcp", type: "mcp-connect"}` that carries one
 * MessagePort; bare JSON-RPC objects follow on the port. The Lisp image boots while the server answers
 * already: what needs Lisp waits for it.
 */
export class LispServer {
  readonly #platform: Platform;
  readonly #options: LispServerOptions;
  readonly #files: PackageFiles;
  readonly #origins: readonly string[];
  readonly #images: Images;
  readonly #clients: Clients;
  readonly #clock = new Clock();
  readonly #alarm = new Alarm(this.#clock, () => void this.#tick());
  readonly #stopListening: () => void;
  readonly #departures = new Departures();
  readonly #windows: WindowBindings | null;
  #keeper: DefinitionKeeper | null = null;
  /** Why there is no keeper although the page asks for one. */
  #noKeeper: string | null = null;
  readonly #liveness: Liveness | undefined;
  readonly #outbox = new Outbox((client, message) => this.#send(client, message));
  #restores: Array<{ resolve: (restored: Restored) => void; reject: (error: Error) => void }> = [];
  #core: ServerCore | null = null;
  #early: Array<(core: ServerCore) => void> = [];
  #uninvited: MessagePort[] = [];
  #heard = 0;
  /** How many wait for systems to be compiled. */
  #cacheWaits = 0;
  #closed = false;

  private constructor(options: LispServerOptions, platform: Platform) {
    this.#platform = platform;
    this.#options = options;
    this.#files = filesAt(options);
    this.#origins = options.origins ?? [globalThis.location?.origin ?? "null"];
    const mode = options.mode ?? "worker";
    const grants = checkGrants(options.grants ?? {}, mode, platform.grants);
    this.#images = new Images(
      platform,
      this.#clock,
      this.#files,
      mode,
      grants,
      (image, event) => this.#hear(image, event),
      Boolean(options.systemsCache && this.#files.systems),
    );
    this.#clients = new Clients(
      {
        hears: (client) => this.#core?.hears(client) ?? true,
        onLongMessage: (client, id) => this.#feed((core) => core.longMessage(client, id)),
        onMessage: (client, message, length) =>
          this.#receive(client, message, (core) => core.clientMessage(client, message, length)),
        onUnreadable: (client, problem) =>
          this.#receive(client, undefined, (core) => core.unreadableMessage(client, problem)),
        onClosed: (client) => {
          this.#feed((core) => core.clientClosed(client));
          options.onClientGone?.(client);
        },
      },
      MAX_MESSAGE,
    );
    this.#stopListening = listenForInvitations((invitation) => this.#invite(invitation));
    this.#windows =
      options.bindings && typeof window !== "undefined"
        ? new WindowBindings(this.#clients, (problem) => this.#warn(problem))
        : null;
    this.#liveness = platform.openLiveness?.();
    this.#images.start(MAIN_IMAGE);
    this.#noteWork();
  }

  /**
   * Starts a server and, beside it, its Lisp image. Resolves when the server answers, which is before Lisp
   * does; rejects with an Error when the server's WebAssembly file cannot be loaded, or for an option that is
   * not understood.
   */
  static start(options?: LispServerOptions): Promise<LispServer>;
  /** @internal */
  static start(options: LispServerOptions, platform: Platform): Promise<LispServer>;
  static async start(
    options: LispServerOptions = {},
    platform: Platform = browserPlatform,
  ): Promise<LispServer> {
    const server = new LispServer(options, platform);
    try {
      await server.#load();
    } catch (error) {
      void server.close();
      throw error;
    }
    return server;
  }

  /** Without its file the server starts all the same, and says that nothing is kept. */
  async #openKeeper({
    name,
    keep = true,
    onProblem,
  }: NonNullable<LispServerOptions["journal"]>): Promise<void> {
    const core = () => {
      if (this.#core === null) throw new Error("The server is not loaded.");
      return this.#core;
    };
    const kept = {
      record: () => core().record(),
      takeIn: (stored: string, known: string, trying?: readonly string[]) =>
        core().takeIn(stored, known, trying),
      onSettled: (change: number) => this.#outbox.settle(change),
      onProblem: (problem: string | null) => onProblem?.(problem),
    };
    try {
      const keeper = await this.#platform.openKeeper(this.#files, name, kept, keep, this.#clock);
      if (this.#closed) await keeper.close();
      else this.#keeper = keeper;
    } catch (error) {
      this.#noKeeper = (error as Error).message;
      onProblem?.(this.#noKeeper);
    }
  }

  /** A new client's end of a fresh channel: hand it to an MCP transport, or transfer it to another window. */
  connect(): Port {
    if (this.#closed) throw new Error("This LispServer is closed.");
    const { port1, port2 } = new MessageChannel();
    attachPort(this.#clients, port1, "page");
    this.#liveness?.lend(port1, port2);
    return port2;
  }

  /** Makes whoever is at the other end of a connection a client; what it says goes into what is answered. */
  attach(connection: Connection): Inlet {
    if (this.#closed) throw new Error("This LispServer is closed.");
    // What stays on this thread is not cloned on its way, as what comes by a port is.
    const inlet = this.#clients.add({
      ...connection,
      send: (message) => connection.send(structuredClone(message)),
    });
    return { ...inlet, heard: (data) => inlet.heard(ownCopy(data)) };
  }

  /**
   * Registers the tools with this document (WebMCP), so that the browser's own agent can call them, until the
   * signal is aborted or the server closed. Resolves when all are; rejects, with none left, when the browser
   * does not take one: another server's tools may have the same names.
   */
  async registerTools(options: RegisterToolsOptions = {}): Promise<void> {
    if (this.#closed) throw new Error("This LispServer is closed.");
    await registerTools(this.#clients, this.#files.polyfill, this.#clock, options);
  }

  /**
   * Ends what runs in a session, whichever client has asked for it. That client is answered at once by an
   * error of the type STOPPED that says who it was: `who` completes "The evaluation was stopped by". Does
   * nothing where nothing runs, or there is no such session.
   */
  stopEvaluation(session: string, who = "the page"): void {
    this.#feed((core) => core.stopEvaluation(session, who));
  }

  /**
   * What the current image of session "main" says of itself once it takes commands; after a reset, what the
   * next one says. Rejects with an Error when the image dies before that.
   */
  get ready(): Promise<LispInfo> {
    return this.#images.main.ready;
  }

  /** What can be done with a running evaluation of session "main", known before the first one. */
  get abilities(): Abilities {
    const { canBeReached } = this.#images;
    return { cancelsAtOnce: canBeReached, holds: canBeReached };
  }

  /**
   * Begins to keep what session "main" defines, what it has defined so far included; or stops that, and
   * forgets what is kept. Only for servers with the option `journal`. Resolves when the browser has done it;
   * where it cannot, {@link LispServer.savedDefinitions} says why.
   */
  async keepDefinitions(keep: boolean): Promise<void> {
    if (keep) this.#keeper?.turnOn();
    else {
      this.#feed((core) => core.discardDefinitions());
      this.#keeper?.turnOff();
    }
    await this.#keeper?.written();
  }

  /** What an earlier visit has left that is neither restored nor discarded. */
  savedDefinitions(): SavedDefinitions {
    const { count, names } = this.#core?.savedDefinitions() ?? { count: 0, names: [] };
    const savedMs = this.#keeper?.savedMs ?? null;
    return {
      count,
      names,
      savedAt: count > 0 && savedMs !== null ? new Date(savedMs) : null,
      problem: this.#keeper?.problem ?? this.#noKeeper,
    };
  }

  /**
   * Evaluates what an earlier visit has left, each form for at most two seconds, but nothing that was defined
   * anew since. Resolves when that is done, with what was and what was not restored. The latter stays where
   * it is until it is discarded or defined anew, and is tried when this is called again; what the page or its
   * Lisp did not survive the last time is named by the first call, and tried by another.
   */
  restoreDefinitions(): Promise<Restored> {
    if (this.#closed) return Promise.reject(new Error("This LispServer is closed."));
    return new Promise((resolve, reject) => {
      this.#restores.push({ resolve, reject });
      if (this.#restores.length === 1) this.#feed((core) => core.restoreDefinitions());
    });
  }

  /**
   * Resolves when the systems that were loaded so far are compiled for later visits, or cannot be: at once
   * without the option `systemsCache`, or when nothing had to be compiled.
   */
  async systemsCached(): Promise<void> {
    this.#cacheWaits += 1;
    this.#noteWork();
    await this.#images.compiled();
    this.#cacheWaits -= 1;
    this.#noteWork();
  }

  /** Forgets what an earlier visit has left. Resolves when the browser has forgotten it, too. */
  async discardDefinitions(): Promise<void> {
    this.#feed((core) => core.discardDefinitions());
    await this.#keeper?.written();
  }

  /**
   * Answers every request that is open, ends all images and stops listening, at once; then closes every
   * client's port. Resolves when that is done and what was to be kept is. Calling it again does nothing.
   */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#liveness?.note(true);
    if (this.#core) this.#feed((core) => core.close());
    else this.#refuseAll();
    this.#closed = true;
    this.#stopListening();
    for (const port of this.#uninvited.splice(0)) refusePort(port);
    this.#windows?.close();
    this.#departures.end();
    this.#alarm.clear();
    this.#outbox.flush();
    this.#images.stopAll("The LispServer was closed.");
    for (const { reject } of this.#restores.splice(0)) reject(new Error("The LispServer was closed."));
    await this.#hearLast();
    this.#outbox.flush();
    this.#clients.closeAll();
    await this.#keeper?.close();
    this.#liveness?.end();
  }

  async #load(): Promise<void> {
    const { wasm } = this.#files;
    const { tools, describeTools = true, journal, maxAnswer } = this.#options;
    const told = describeTools && Array.isArray(tools) && tools.join() !== "core";
    const telling = told ? loadWords(this.#platform, this.#clock, this.#files.tools) : null;
    const keeping = journal ? this.#openKeeper(journal) : undefined;
    const loading = this.#platform.wasm(wasm, this.#clock).then(async (file) => {
      const [words] = await Promise.all([telling, keeping]);
      const options = {
        origins: this.#origins,
        keepsDefinitions: this.#keeper !== null,
        secret: drawSecret(),
        ...(tools === undefined ? {} : { tools }),
        ...(maxAnswer === undefined ? {} : { maxAnswer }),
        ...(words === null ? {} : { words }),
      };
      return ServerCore.load(file, options, this.#clock);
    });
    const [core, left] = await Promise.all([loading, keeping?.then(() => this.#keeper?.read())]);
    if (this.#closed) throw new Error("The LispServer was closed.");
    this.#core = core;
    if (left) this.#keeper?.take(left);
    this.#uninvited = [];
    for (const input of this.#early.splice(0)) input(core);
    // How long the Lisp is silent is measured from now on, whether or not anybody asks for it.
    this.#feed((core) => core.tick());
    const { bindings = {} } = this.#options;
    this.#windows?.open(new Windows({ bindings, origins: this.#origins, own: globalThis.origin }));
  }

  #warn(problem: BindingProblem): void {
    console.warn(problem.message);
    this.#options.onProblem?.(problem);
  }

  #hear(image: number, event: Event): void {
    this.#feed((core) => core.engineEvent(image, event));
    if (image === MAIN_IMAGE && event.kind === "booting")
      this.#options.onBoot?.({ step: event.step, done: event.done, total: event.total });
  }

  #invite({ source, origin, port }: Invitation): void {
    if (!this.#core) this.#uninvited.push(port);
    this.#whenLoaded((core) => {
      this.#departures.look();
      if (!core.admits(origin, this.#clients.count)) refusePort(port);
      else if (takePort(port)) this.#departures.watch(source, attachPort(this.#clients, port, "window").left);
    });
  }

  #receive(client: number, message: unknown, turn: (core: ServerCore) => readonly Action[]): void {
    this.#tellTraffic(client, "in", message);
    this.#heard += 1;
    if (this.#closed) return this.#refuseAll();
    this.#feed(turn);
  }

  #send(client: number, message: object): void {
    this.#tellTraffic(client, "out", message);
    this.#clients.send(client, message);
    this.#noteWork();
  }

  #tellTraffic(client: number, direction: Traffic["direction"], message: unknown): void {
    this.#options.onTraffic?.({
      client,
      way: this.#clients.wayOf(client),
      direction,
      get json() {
        return message === undefined ? "" : JSON.stringify(message);
      },
    });
  }

  /** A server that waits for its clients alone, and starts no Lisp, has nothing to do until it is closing. */
  #noteWork(): void {
    this.#liveness?.note(
      this.#closed ||
        this.#core === null ||
        this.#images.areStarting ||
        this.#clients.isOwedAnswer ||
        this.#restores.length > 0 ||
        this.#cacheWaits > 0,
    );
  }

  /** Answers all that the server is not there to answer. */
  #refuseAll(): void {
    for (const [client, id] of this.#clients.outstanding()) this.#send(client, closedError(id));
  }

  /** Reads the messages that clients had sent before they could know that the server is closed. */
  async #hearLast(): Promise<void> {
    let before = -1;
    for (let turn = 0; turn < LAST_TURNS && this.#heard !== before; turn++) {
      before = this.#heard;
      await new Promise<void>(inNextTask);
    }
  }

  /** Events that an image sent before its deadline are handled before the deadline is checked. */
  async #tick(): Promise<void> {
    await new Promise<void>(inNextTask);
    this.#feed((core) => core.tick());
  }

  /** Runs one turn of the server and does what it asks. */
  #feed(turn: (core: ServerCore) => readonly Action[]): void {
    this.#whenLoaded((core) => {
      try {
        for (const action of turn(core)) this.#perform(action);
      } catch (error) {
        if (!(error instanceof CoreFailure)) throw error;
        console.error(error);
        this.#startOver(core);
      }
      this.#noteWork();
    });
  }

  /**
   * A server that was started anew knows of no request. Of all sessions it knows "main" alone, and it has not
   * seen its image become ready.
   */
  #startOver(core: ServerCore): void {
    this.#outbox.flush();
    for (const [client, id] of this.#clients.outstanding()) this.#send(client, internalError(id));
    this.#images.stopOthers("The MCP server was started anew.");
    // It has no definitions, and must not have nothing kept in place of what there was.
    const kept = this.#keeper?.latest;
    if (kept) core.takeIn(kept, "");
    this.#keeper?.restored();
    for (const { reject } of this.#restores.splice(0)) reject(new Error("The MCP server was started anew."));
    const ready = this.#images.main.readyEvent;
    if (ready) for (const action of core.engineEvent(MAIN_IMAGE, ready)) this.#perform(action);
  }

  #whenLoaded(input: (core: ServerCore) => void): void {
    if (this.#closed) return;
    if (this.#core) input(this.#core);
    else this.#early.push(input);
  }

  /** A page that a form ends must find it named at its next visit. */
  #command(image: number, command: Command): void {
    if (!this.#keeper?.isRestoring) return this.#images.post(image, command);
    void this.#keeper.marked.then(() => this.#images.post(image, command));
  }

  #perform(action: Action): void {
    switch (action.kind) {
      case "send":
        return this.#outbox.post(this.#keeper?.changes ?? 0, action.client, action.message);
      case "command":
        return this.#command(action.image, action.command);
      case "interrupt":
        return this.#images.interrupt(action.image, action.evaluation);
      case "answer":
        return this.#images.answer(action.image, action.answer);
      case "lay-out":
        return void layOut(this.#files.layout, this.#clock, action).then((event) =>
          this.#feed((core) => core.engineEvent(action.image, event)),
        );
      case "draw":
        return void this.#platform
          .draw(this.#files, action.pictures, this.#clock)
          .then((pngs) => this.#feed((core) => core.drawn(action.id, pngs)));
      case "load-words":
        return void loadWords(this.#platform, this.#clock, this.#files.tools).then((words) =>
          this.#feed((core) => core.takeWords(words)),
        );
      case "start-image":
        return this.#images.start(action.image);
      case "stop-image":
        return this.#images.stop(action.image, action.reason);
      case "replace-image":
        return this.#images.start(action.image, action.reason);
      case "keep-definitions":
        return this.#keeper?.changed();
      case "try-saved":
        return this.#keeper?.trying(action.form);
      case "restored-saved":
        this.#keeper?.restored();
        for (const { resolve } of this.#restores.splice(0)) resolve(action.restored);
        return;
      case "arm-timer":
        // Sooner than need be: a server that has no use for its timer any more is not to have the clock run
        // for it.
        return this.#alarm.set(Math.min(action.atMs, this.#clock.now() + BEAT_MS));
    }
  }
}

/** Undefined for what cannot be copied. */
function ownCopy(data: unknown): unknown {
  try {
    return structuredClone(data);
  } catch {
    return undefined;
  }
}
