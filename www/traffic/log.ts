import { type Fields, isObject } from "../elements/fields.js";
import type { Direction } from "../elements/page/json-rpc.js";

/** A request, and its answer once there is one. */
export interface Exchange {
  readonly request: unknown;
  answer: unknown;
}

/** The panel's entry for one JSON-RPC message. */
export interface MessageRecord {
  /** Whose it is. */
  readonly client: string;
  readonly direction: Direction;
  readonly kind: "request" | "notification" | "result" | "error";
  /** The method, or for an answer the method it answers. */
  readonly method: string;
  /** The tool's name where the method is `tools/call`. */
  readonly tool: string | null;
  readonly id: string | null;
  readonly at: Date;
  /** For an answer: milliseconds since its request. */
  readonly tookMs: number | null;
  /** Whether an answer reports a failure: a JSON-RPC error or a tool's `isError`. */
  readonly failed: boolean;
  readonly message: unknown;
  readonly size: number;
  /** The version of MCP that it is written in, and its era; null where none is agreed on yet. */
  readonly version: string | null;
  /** What a request or an answer belongs to; null for notifications. */
  readonly exchange: Exchange | null;
}

interface Pending {
  readonly method: string;
  readonly tool: string | null;
  readonly since: number;
  readonly version: string | null;
  readonly exchange: Exchange;
}

function fields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** Turns messages into records, remembering open requests so that an answer names what it answers. */
export class TrafficLog {
  readonly #open = new Map<string, Pending>();
  /** What clients of the legacy era have agreed on, by client. */
  readonly #agreed = new Map<string, string>();

  /** `now` is a monotonic time in milliseconds. */
  record(direction: Direction, message: unknown, now: number, client: string): MessageRecord {
    const found = fields(message);
    const id = found["id"] === undefined ? null : String(found["id"]);
    const size = JSON.stringify(message).length;
    const common = { client, direction, id, at: new Date(), message, size };
    const key = (way: Direction) => `${client} ${way} ${id}`;
    if (typeof found["method"] === "string") {
      const method = found["method"];
      const params = fields(found["params"]);
      const tool = method === "tools/call" && typeof params["name"] === "string" ? params["name"] : null;
      const version = modernVersion(params) ?? this.#agreed.get(client) ?? null;
      const exchange = id === null ? null : { request: message, answer: null };
      if (exchange) this.#open.set(key(direction), { method, tool, since: now, version, exchange });
      const kind = id === null ? "notification" : "request";
      return { ...common, kind, method, tool, tookMs: null, failed: false, version, exchange };
    }
    const asked = key(direction === "sent" ? "received" : "sent");
    const request = this.#open.get(asked);
    this.#open.delete(asked);
    if (request) request.exchange.answer = message;
    if (request?.method === "initialize") this.#agree(client, fields(found["result"])["protocolVersion"]);
    const isError = found["error"] !== undefined;
    return {
      ...common,
      kind: isError ? "error" : "result",
      method: request?.method ?? "answer",
      tool: request?.tool ?? null,
      tookMs: request ? now - request.since : null,
      failed: isError || fields(found["result"])["isError"] === true,
      version: request?.version ?? this.#agreed.get(client) ?? null,
      exchange: request?.exchange ?? null,
    };
  }

  #agree(client: string, version: unknown): void {
    if (typeof version === "string") this.#agreed.set(client, `legacy ${version}`);
  }
}

/** The version that a message of the modern era names itself. */
function modernVersion(params: Fields): string | null {
  const version = fields(params["_meta"])["io.modelcontextprotocol/protocolVersion"];
  return typeof version === "string" ? `modern ${version}` : null;
}
