/**
 * Looks at everything that passes between one client and a server, and notes what the server must not have
 * sent.
 */
import { problemsOf } from "./message.js";
import { isVersion, LATEST_LEGACY, MODERN, type Version } from "./schemas.js";

type JsonObject = Record<string, unknown>;
/** A version, known once the server has answered the `initialize` that asks for one. */
type Agreed = { version: Version | undefined };
type Asked = { readonly method: string | undefined; readonly under: Agreed; readonly token: unknown };

const CLAIM = "io.modelcontextprotocol/protocolVersion";
const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
/** A problem quotes that much of a message. */
const QUOTED = 400;

/**
 * One connection. The version of a message is decided by the protocol's rule: a request with a claim is
 * modern, and so is all that belongs to it; any other has the version that `initialize` agreed on.
 */
export class WireWatch {
  /** The problems, with their messages. */
  readonly problems: string[] = [];
  /** How many messages the server has sent. */
  count = 0;
  /** The version that the client's last `initialize` agrees on, now or later. */
  #agreed: Agreed = { version: undefined };
  #speaksModern = false;
  readonly #asked = new Map<unknown, Asked[]>();
  readonly #progress = new Map<unknown, { readonly under: Agreed; last: number; isOver: boolean }>();

  /** The client sent this, whatever it is. */
  heard(message: unknown): void {
    for (const part of Array.isArray(message) ? message : [message]) if (isObject(part)) this.#note(part);
  }

  /** The server sent this. */
  sent(message: unknown): void {
    if (Array.isArray(message)) this.#batch(message);
    else this.#one(message);
  }

  #note(message: JsonObject): void {
    const { id, method } = message;
    if (!isId(id) || "result" in message || "error" in message) return;
    const meta = metaOf(message);
    // One that cannot be read is answered in the newest version.
    const isModern = CLAIM in meta;
    this.#speaksModern ||= isModern;
    if (method === "initialize" && !isModern) this.#agreed = { version: this.#agreed.version };
    const under = isModern ? { version: MODERN } : this.#agreed;
    const token = isId(meta["progressToken"]) ? meta["progressToken"] : undefined;
    const asked = { method: typeof method === "string" ? method : undefined, under, token };
    this.#asked.set(id, [...(this.#asked.get(id) ?? []), asked]);
    if (token !== undefined) this.#progress.set(token, { under, last: -1, isOver: false });
  }

  #batch(messages: readonly unknown[]): void {
    // 2024-11-05 does not mention them, and 2025-06-18 removed them.
    const { version } = this.#agreed;
    const hasBatches = version === "2025-03-26" || version === "2024-11-05";
    if (!hasBatches || messages.length === 0) this.#wrong(["not a version with such batches"], messages);
    for (const message of messages) this.#one(message);
  }

  #one(message: unknown): void {
    this.count += 1;
    if (!isObject(message)) return this.#wrong(["not a JSON object"], message);
    if ("method" in message) {
      if ("id" in message) this.#request(message);
      else this.#notification(message);
    } else this.#response(message);
  }

  #request(message: JsonObject): void {
    const { version } = this.#agreed;
    if (!version) return this.#wrong(["a request to a client that never sent initialize"], message);
    this.#check(version, message);
  }

  #notification(message: JsonObject): void {
    if (message["method"] === "notifications/progress") return this.#told(message);
    const legacy = this.#agreed.version ?? (this.#speaksModern ? undefined : LATEST_LEGACY);
    if (!legacy || SUBSCRIPTION in metaOf(message)) return this.#check(MODERN, message);
    const problems = problemsOf(legacy, message);
    // A log message does not name its request: on a connection of both eras it has to be valid in one of
    // them.
    if (this.#speaksModern && problemsOf(MODERN, message).length === 0) return;
    this.#wrong(problems, message);
  }

  #told(message: JsonObject): void {
    const { progressToken, progress } = (message["params"] ?? {}) as JsonObject;
    const known = this.#progress.get(progressToken);
    if (!known) return this.#wrong(["progress of a request that asked for none"], message);
    this.#check(known.under.version ?? LATEST_LEGACY, message);
    if (known.isOver) this.#wrong(["progress of a request that is answered"], message);
    if (typeof progress === "number" && progress <= known.last)
      this.#wrong([`progress that does not increase beyond ${known.last}`], message);
    known.last = Number(progress);
  }

  #response(message: JsonObject): void {
    const waiting = this.#asked.get(message["id"]) ?? [];
    const asked = waiting.shift();
    if (waiting.length === 0) this.#asked.delete(message["id"]);
    // A message that was too long or no JSON is answered without having been seen here.
    if (!asked && "result" in message) this.#wrong(["an answer to no request"], message);
    const under = asked?.under ?? this.#agreed;
    if (asked?.method === "initialize" && under.version !== MODERN && isObject(message["result"]))
      return this.#initialized(under, message, message["result"]);
    this.#check(under.version ?? LATEST_LEGACY, message, asked?.method);
    if (asked?.token !== undefined) this.#over(asked.token);
  }

  #initialized(under: Agreed, message: JsonObject, { protocolVersion }: JsonObject): void {
    if (!isVersion(protocolVersion) || protocolVersion === MODERN)
      return this.#wrong(["no version that is negotiated by initialize"], message);
    under.version = protocolVersion;
    this.#check(protocolVersion, message, "initialize");
  }

  #over(token: unknown): void {
    const known = this.#progress.get(token);
    const isUsedAgain = [...this.#asked.values()].flat().some((asked) => asked.token === token);
    if (known && !isUsedAgain) known.isOver = true;
  }

  #check(version: Version, message: JsonObject, method?: string): void {
    this.#wrong(problemsOf(version, message, method), message, version);
  }

  #wrong(problems: readonly string[], message: unknown, version?: Version): void {
    if (problems.length === 0) return;
    const text = JSON.stringify(message);
    const quoted = text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
    this.problems.push(`${version ? `${version}: ` : ""}${problems.join("; ")} in ${quoted}`);
  }
}

function metaOf(message: JsonObject): JsonObject {
  const meta = isObject(message["params"]) ? message["params"]["_meta"] : undefined;
  return isObject(meta) ? meta : {};
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
