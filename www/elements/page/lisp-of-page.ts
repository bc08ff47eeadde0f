import type { LispServer, LispServerOptions } from "jscl-mcp";
import { definitionsOf, Losses } from "./losses.js";
import { McpClient } from "./mcp-client.js";
import type { BootStep, PageLisp, PageSession } from "./page-lisp.js";
import { SessionOfPage } from "./session-of-page.js";
import { startProblem } from "./start-problem.js";

/** The options of the page's server that are not the elements' own. */
export type ServerOptions = Pick<
  LispServerOptions,
  "assets" | "bindings" | "onProblem" | "origins" | "systems" | "systemsCache"
> & {
  /** Told why a start has failed, in one sentence, for a page that says so elsewhere, too. */
  readonly onFailure?: (sentence: string) => void;
};

type Package = { readonly LispServer: Pick<typeof LispServer, "start"> };

/** A server that answers, and the start of its first image. */
type Connection = { readonly client: McpClient; readonly ready: Promise<unknown> };

/** The name of the session that every server has, and what cells call it. */
const MAIN = { server: "main", page: "page" };

/** Nothing less than a lost image or a reset session. */
const LOG_LEVEL = "notice";

/** Makes the server of the page when it is needed first, and knows its sessions. */
export class LispOfPage implements PageLisp {
  readonly #options: Omit<ServerOptions, "onFailure">;
  readonly #onFailure: (sentence: string) => void;
  readonly #load: () => Promise<Package>;
  readonly #sessions = new Map<string, SessionOfPage>();
  readonly #bootListeners = new Set<(step: BootStep | null) => void>();
  #server: LispServer | null = null;
  #connection: Promise<Connection> | null = null;
  #starting: Promise<void> | null = null;

  constructor(
    { onFailure, ...options }: ServerOptions = {},
    load: () => Promise<Package> = () => import("jscl-mcp"),
  ) {
    this.#options = options;
    this.#onFailure = onFailure ?? (() => {});
    this.#load = load;
  }

  get abilities(): PageLisp["abilities"] {
    // Before there is a server: what is there is expected to be taken.
    const waits = typeof SharedArrayBuffer !== "undefined" || "serviceWorker" in navigator;
    return this.#server?.abilities ?? { cancelsAtOnce: waits, holds: waits };
  }

  session(name: string): PageSession {
    const known = name === MAIN.page ? MAIN.server : name;
    const session = this.#sessions.get(known) ?? this.#makeSession(name, known);
    this.#sessions.set(known, session);
    return session;
  }

  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  onBoot(listener: (step: BootStep | null) => void): () => void {
    this.#bootListeners.add(listener);
    return () => this.#bootListeners.delete(listener);
  }

  #makeSession(name: string, known: string): SessionOfPage {
    const isMain = known === MAIN.server;
    return new SessionOfPage(name, known, {
      connected: () => (this.#connection ? this.#connection.then(({ client }) => client) : null),
      // Another session has an image of its own, which need not wait for this one's.
      connect: () => (isMain ? this.start() : this.#connect()).then(() => this.#client()),
      isMain,
    });
  }

  async #client(): Promise<McpClient> {
    return (await this.#connect()).client;
  }

  async #start(): Promise<void> {
    try {
      const { ready } = await this.#connect();
      await ready;
    } catch (error) {
      this.#starting = null;
      throw error;
    }
  }

  #connect(): Promise<Connection> {
    this.#connection ??= this.#makeConnection();
    return this.#connection;
  }

  async #makeConnection(): Promise<Connection> {
    const failed = (error: unknown): never => {
      this.#connection = null;
      this.#server = null;
      for (const session of this.#sessions.values()) session.lost(true);
      this.#tellBoot(null);
      const sentence = startProblem(error);
      this.#onFailure(sentence);
      throw new Error(sentence);
    };
    try {
      const { LispServer } = await this.#load();
      const server = await LispServer.start({
        ...this.#options,
        tools: ["core", "sessions"],
        describeTools: false,
        onBoot: (step) => this.#tellBoot(step),
      });
      this.#server = server;
      const client = this.#attach(server);
      const ready = server.ready.catch(async (error: unknown) => {
        // Nothing was evaluated in it yet.
        await server.close();
        return failed(error);
      });
      // Where other sessions alone are used, nobody waits for the first image.
      ready.then(
        () => this.#tellBoot(null),
        () => undefined,
      );
      return { client, ready };
    } catch (error) {
      return failed(error);
    }
  }

  #attach(server: LispServer): McpClient {
    this.#server = server;
    const client: McpClient = new McpClient(server.connect(), {
      onLog: (logger, data) => losses.heard(logger, data),
    });
    const losses = new Losses(
      (session) => definitionsOf(client, session),
      (session) => this.#sessions.get(session),
    );
    // A server that is closed before it answers has nothing to log.
    client.listenToLog(LOG_LEVEL).catch(() => undefined);
    return client;
  }

  #tellBoot(step: BootStep | null): void {
    for (const listener of this.#bootListeners) listener(step);
  }
}
