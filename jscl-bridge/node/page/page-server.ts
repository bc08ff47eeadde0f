import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerFile } from "../../../scripts/lib/answer-file.mjs";
import { Refusal } from "../refusal.js";
import type { PageLink, Relay } from "./relay.js";

/** Nobody else's machine reaches this. A name, such as localhost, may also lead to another program. */
const HOST = "127.0.0.1";
const DEFAULT_PORT = 4157;

/** The number of ports after the default that are tried when none is asked for. */
const TRIES = 20;

/** Where the page connects; below it is the address of its connection, to which it posts. */
const AGENT = "/agent";

/** Milliseconds between two signs of life: some browsers end an answer that brings nothing for a minute. */
const BEAT_MS = 20_000;

/** The most bytes that the page posts at once. */
const MAX_POST = 64 * 1024 * 1024;

const LINES = { "Content-Type": "application/x-ndjson", "Cache-Control": "no-store" };
const TEXT = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };

/** What the page says where it is refused. */
const REFUSED = {
  host: [403, "This program answers at its own address only."],
  method: [405, "Only POST is answered here."],
  origin: [403, "Only the page that this program serves may connect."],
  token: [403, "The address of this page is of another run of jscl-mcp: open the one that it wrote last."],
  busy: [409, "Another page lets this agent in already. Close that one, and load this one again."],
  gone: [410, "The connection of this page is over: load it again."],
  long: [413, "An answer was too long for the agent, which was disconnected: load this page again."],
  unreadable: [400, "What the page sent is not JSON."],
} as const;

type PageServer = {
  /** The page's address, with a slash at its end. */
  readonly address: string;
  close(): void;
};

type ServerParts = {
  /** The built site. */
  readonly folder: string;
  readonly relay: Relay;
  /** What the page has to know to connect. */
  readonly token: string;
  /** Null for any one that is free. */
  readonly port: number | null;
  /** Resolves when the agent has taken so much that it may be sent more. */
  readonly agentReads: () => Promise<void>;
  /** Milliseconds between two signs of life. Default: {@link BEAT_MS}. */
  readonly beatMs?: number;
};

/** Serves the built site on this machine alone, and lets one page of it speak with the agent. */
export async function servePage(parts: ServerParts): Promise<PageServer> {
  const doors = new Doors(parts);
  const server = createServer((request, response) => {
    doors.answer(request, response).catch(() => response.destroy());
  });
  await listen(server, parts.port);
  doors.port = (server.address() as AddressInfo).port;
  return {
    address: `http://${HOST}:${doors.port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listen(server: Server, wanted: number | null): Promise<void> {
  const first = wanted ?? DEFAULT_PORT;
  const last = wanted ?? DEFAULT_PORT + TRIES;
  for (let port = first; ; port++) {
    const code = await tryListen(server, port);
    if (code === null) return;
    if (code !== "EADDRINUSE") throw new Refusal(`Port ${port} may not be used (${code}).`);
    if (port === last)
      throw new Refusal(`Port ${first === last ? port : `${first} to ${last}`} is in use: name another one.`);
  }
}

function tryListen(server: Server, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const failed = ({ code = "unknown" }: NodeJS.ErrnoException) => resolve(code);
    server.once("error", failed);
    server.listen(port, HOST, () => {
      server.removeListener("error", failed);
      resolve(null);
    });
  });
}

/** Decides who gets what: files for every page, the agent for the one that knows the token. */
class Doors {
  readonly #parts: ServerParts;
  #connection: { readonly path: string; readonly link: PageLink } | null = null;
  port = 0;

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A name that leads to this machine makes no page of another origin a page of this one (DNS rebinding).
    const { host = "", origin } = request.headers;
    if (![`${HOST}:${this.port}`, `localhost:${this.port}`].includes(host)) return refuse(response, "host");
    const path = (request.url ?? "/").replace(/[?#].*$/s, "");
    if (path !== AGENT && !path.startsWith(`${AGENT}/`))
      return answerFile({ "/": this.#parts.folder }, false, request, response);
    if (request.method !== "POST") return refuse(response, "method");
    if (origin !== `http://${host}`) return refuse(response, "origin");
    if (!isSame(request.headers.authorization ?? "", `Bearer ${this.#parts.token}`))
      return refuse(response, "token");
    return path === AGENT ? this.#open(response) : this.#take(path, request, response);
  }

  /** Answers with the agent's messages, as they come, until either side is gone. */
  #open(response: ServerResponse): void {
    if (this.#connection) return refuse(response, "busy");
    const path = `${AGENT}/${randomBytes(8).toString("hex")}`;
    response.writeHead(201, { ...LINES, Location: path });
    response.flushHeaders();
    const link = this.#parts.relay.open({
      send: (line) => void response.write(`${line}\n`),
      close: () => response.end(),
    });
    if (!link) return void response.end();
    this.#connection = { path, link };
    const beat = setInterval(() => response.write("\n"), this.#parts.beatMs ?? BEAT_MS);
    response.once("close", () => {
      clearInterval(beat);
      if (this.#connection?.path === path) this.#connection = null;
      link.gone();
    });
  }

  /** Passes what the page's server has sent. */
  async #take(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (body === null) return refuse(response, "long");
    if (this.#connection?.path !== path) return refuse(response, "gone");
    try {
      for (const line of body.split("\n")) if (line !== "") this.#connection?.link.heard(line);
    } catch {
      return refuse(response, "unreadable");
    }
    await this.#parts.agentReads();
    response.writeHead(204).end();
  }
}

/** The text of a request; null for one that is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_POST) chunks.push(chunk);
  }
  return length > MAX_POST ? null : Buffer.concat(chunks).toString("utf8");
}

function refuse(response: ServerResponse, why: keyof typeof REFUSED): void {
  const [status, text] = REFUSED[why];
  response.writeHead(status, TEXT).end(`${text}\n`);
}

/** Whether two texts are the same, in a time that says nothing of where they differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
