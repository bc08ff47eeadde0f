import type { Direction } from "../client/transport.js";

/** What the panel says about one JSON-RPC message. */
export interface MessageRecord {
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
}

interface Pending {
  readonly method: string;
  readonly tool: string | null;
  readonly since: number;
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** Turns messages into records, remembering open requests so that an answer names what it answers. */
export class TrafficLog {
  readonly #open = new Map<string, Pending>();

  /** `now` is a monotonic time in milliseconds. */
  record(direction: Direction, message: unknown, now: number): MessageRecord {
    const found = fields(message);
    const id = found["id"] === undefined ? null : String(found["id"]);
    const common = { direction, id, at: new Date(), message, size: JSON.stringify(message).length };
    if (typeof found["method"] === "string") {
      const method = found["method"];
      const name = fields(found["params"])["name"];
      const tool = method === "tools/call" && typeof name === "string" ? name : null;
      if (id !== null) this.#open.set(`${direction} ${id}`, { method, tool, since: now });
      const kind = id === null ? "notification" : "request";
      return { ...common, kind, method, tool, tookMs: null, failed: false };
    }
    const key = `${direction === "sent" ? "received" : "sent"} ${id}`;
    const request = this.#open.get(key);
    this.#open.delete(key);
    const isError = found["error"] !== undefined;
    return {
      ...common,
      kind: isError ? "error" : "result",
      method: request?.method ?? "answer",
      tool: request?.tool ?? null,
      tookMs: request ? now - request.since : null,
      failed: isError || fields(found["result"])["isError"] === true,
    };
  }
}
