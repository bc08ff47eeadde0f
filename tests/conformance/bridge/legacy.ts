/** The versions that begin with initialize, over HTTP: a session is a channel into the page. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Channel, Connect } from "../lisp-page.js";
import { EventStream, eventOf } from "./event-stream.js";
import { failure, isObject, isRequest, isResponse, type Message, metaOf, paramsOf } from "./message.js";
import { sendJson } from "./modern.js";

/** Milliseconds of silence after which the stream of a client that can reconnect is closed. */
const SILENCE_MS = 1_500;
/** The version since which clients come back for what they missed. */
const RESUMABLE_SINCE = "2025-11-25";

/** A POST with requests that are not all answered. */
type Post = {
  readonly response: ServerResponse;
  readonly waiting: Set<unknown>;
  readonly tokens: ReadonlySet<unknown>;
  stream: EventStream | undefined;
  silence: ReturnType<typeof setTimeout> | undefined;
};

class LegacySession {
  readonly id = randomUUID();
  version = "";
  readonly #channel: Channel;
  readonly #posts: Post[] = [];
  readonly #streams = new Map<string, EventStream>();
  /** Messages that belong to no request, pending until the client asks for them. */
  readonly #standing = new EventStream("standing");

  constructor(connect: Connect) {
    this.#streams.set("standing", this.#standing);
    this.#channel = connect((message) => this.#deliver(message));
  }

  post(response: ServerResponse, body: Message | readonly unknown[]): void {
    const messages = (Array.isArray(body) ? body : [body]).filter(isObject);
    const requests = messages.filter(isRequest);
    if (requests.length === 0) {
      response.writeHead(202).end();
    } else {
      const tokens = new Set(requests.map((request) => metaOf(request)["progressToken"]));
      const waiting = new Set(requests.map((request) => request["id"]));
      const post: Post = { response, waiting, tokens, stream: undefined, silence: undefined };
      this.#posts.push(post);
      if (this.version >= RESUMABLE_SINCE) post.silence = setTimeout(() => this.#sendAway(post), SILENCE_MS);
    }
    this.#channel.send(body as Message);
  }

  /** The client listens for what belongs to no request, or comes back for what it missed. */
  listen(request: IncomingMessage, response: ServerResponse): void {
    const last = request.headers["last-event-id"];
    const missed = typeof last === "string" ? eventOf(last) : undefined;
    const stream = this.#streams.get(missed?.stream ?? "standing");
    if (!stream) response.writeHead(404).end();
    else stream.attach(response, this.#headers, missed?.number);
  }

  close(): void {
    this.#channel.close();
    for (const { silence } of this.#posts) clearTimeout(silence);
    for (const stream of this.#streams.values()) stream.end();
  }

  get #headers(): Record<string, string> {
    return { "Mcp-Session-Id": this.id };
  }

  #deliver(message: Message | readonly unknown[]): void {
    const first = Array.isArray(message) ? message[0] : message;
    if (!isObject(first)) return;
    const post = this.#postOf(first);
    if (!post) return this.#standing.send(message);
    if (isResponse(first)) return this.#answer(post, message, first);
    this.#streamOf(post).send(message);
  }

  /**
   * The request that a message belongs to. Of those that say it of themselves it is known; questions and logs
   * are the newest one's.
   */
  #postOf(message: Message): Post | undefined {
    if (isResponse(message)) return this.#posts.find((post) => post.waiting.has(message["id"]));
    const method = String(message["method"]);
    if (method === "notifications/progress")
      return this.#posts.find((post) => post.tokens.has(paramsOf(message)["progressToken"]));
    return isRequest(message) || method === "notifications/message" ? this.#posts.at(-1) : undefined;
  }

  #answer(post: Post, message: Message | readonly unknown[], first: Message): void {
    for (const answer of Array.isArray(message) ? message : [message])
      if (isObject(answer)) post.waiting.delete(answer["id"]);
    const { protocolVersion } = (first["result"] ?? {}) as Message;
    if (typeof protocolVersion === "string") this.version = protocolVersion;
    if (post.stream) post.stream.send(message);
    else if (post.waiting.size === 0) sendJson(post.response, message, 200, this.#headers);
    else this.#streamOf(post).send(message);
    if (post.waiting.size > 0) return;
    post.stream?.end();
    clearTimeout(post.silence);
    this.#posts.splice(this.#posts.indexOf(post), 1);
  }

  #streamOf(post: Post): EventStream {
    if (!post.stream) {
      const isResumable = this.version >= RESUMABLE_SINCE;
      const name = isResumable ? randomUUID() : "";
      post.stream = new EventStream(name);
      post.stream.attach(post.response, this.#headers);
      if (isResumable) {
        this.#streams.set(name, post.stream);
        post.stream.prime();
      }
    }
    post.silence?.refresh();
    return post.stream;
  }

  #sendAway(post: Post): void {
    // Once is enough: a client that has reconnected waits.
    post.silence = undefined;
    this.#streamOf(post).pause();
  }
}

/** All sessions, by the ids that their clients send. */
export class LegacySessions {
  readonly #sessions = new Map<string, LegacySession>();
  readonly #connect: Connect;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  post(request: IncomingMessage, response: ServerResponse, body: Message | readonly unknown[]): void {
    const isOpening = isObject(body) && body["method"] === "initialize";
    const session = isOpening ? this.#open() : this.#find(request, response);
    session?.post(response, body);
  }

  get(request: IncomingMessage, response: ServerResponse): void {
    this.#find(request, response)?.listen(request, response);
  }

  delete(request: IncomingMessage, response: ServerResponse): void {
    const session = this.#find(request, response);
    if (!session) return;
    this.#sessions.delete(session.id);
    session.close();
    response.writeHead(204).end();
  }

  closeAll(): void {
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
  }

  #open(): LegacySession {
    const session = new LegacySession(this.#connect);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** The session of a request; when there is none, that is answered. */
  #find({ headers }: IncomingMessage, response: ServerResponse): LegacySession | undefined {
    const id = headers["mcp-session-id"];
    const session = typeof id === "string" ? this.#sessions.get(id) : undefined;
    const version = headers["mcp-protocol-version"];
    const refuse = (status: number, text: string) =>
      sendJson(response, failure(undefined, -32600, text), status);
    if (id === undefined) refuse(400, "The header Mcp-Session-Id is missing.");
    else if (!session) refuse(404, "There is no such session.");
    else if (version !== undefined && version !== session.version)
      refuse(400, "The header MCP-Protocol-Version is not the session's version.");
    else return session;
    return undefined;
  }
}
