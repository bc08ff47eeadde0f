import type { ServerResponse } from "node:http";
import type { Message } from "./message.js";

/** Milliseconds that a client should wait before it reconnects. */
const RETRY_MS = 100;

/**
 * Messages for a client as server-sent events, over one response after another: a message sent while there is
 * none is pending until the next.
 */
export class EventStream {
  readonly #name: string;
  /** Every event so far, as it is written. */
  readonly #events: string[] = [];
  #written = 0;
  #response: ServerResponse | undefined;
  #hasEnded = false;

  /** A stream with a name has events with ids, by which a client can come back for those that it missed. */
  constructor(name = "") {
    this.#name = name;
  }

  get isOpen(): boolean {
    return this.#response !== undefined;
  }

  /** Writes to this response from now on, beginning after the event of that number, or where it stopped. */
  attach(response: ServerResponse, headers: Record<string, string>, after?: number): void {
    this.pause();
    response.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache",
      "X-Accel-Buffering": "no",
      ...headers,
    });
    response.flushHeaders();
    this.#response = response;
    response.on("close", () => {
      if (this.#response === response) this.#response = undefined;
    });
    if (after !== undefined) this.#written = Math.min(after + 1, this.#events.length);
    this.#flush();
  }

  /** An event without a message, which tells the client how to reconnect. */
  prime(): void {
    this.#add(`retry: ${RETRY_MS}\ndata: \n\n`);
  }

  send(message: Message | readonly unknown[]): void {
    this.#add(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  /** Closes the response, not the stream. */
  pause(): void {
    this.#response?.end();
    this.#response = undefined;
  }

  end(): void {
    this.#hasEnded = true;
    this.#flush();
  }

  #add(event: string): void {
    this.#events.push(this.#name ? `id: ${this.#name}:${this.#events.length}\n${event}` : event);
    this.#flush();
  }

  #flush(): void {
    if (!this.#response) return;
    for (; this.#written < this.#events.length; this.#written++)
      this.#response.write(this.#events[this.#written]);
    if (this.#hasEnded) this.pause();
  }
}

/** The stream and the number of an event, parsed from its id. */
export function eventOf(id: string): { readonly stream: string; readonly number: number } {
  const at = id.lastIndexOf(":");
  return { stream: id.slice(0, at), number: Number(id.slice(at + 1)) };
}
