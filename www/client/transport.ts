import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** Which way a message went, seen from the page. */
export type Direction = "sent" | "received";

/** Sees each message as it passes; must not change it. */
export type Tap = (direction: Direction, message: JSONRPCMessage) => void;

/** An MCP transport over a MessagePort: bare JSON-RPC objects, both ways. */
export class PortTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly #port: MessagePort;
  readonly #tap: Tap;

  constructor(port: MessagePort, tap: Tap = () => undefined) {
    this.#port = port;
    this.#tap = tap;
  }

  async start(): Promise<void> {
    this.#port.onmessage = (event: MessageEvent<JSONRPCMessage>) => {
      this.#tap("received", event.data);
      this.onmessage?.(event.data);
    };
    this.#port.onmessageerror = () => this.onerror?.(new Error("A message could not be read from the port."));
    this.#port.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#tap("sent", message);
    this.#port.postMessage(message);
  }

  async close(): Promise<void> {
    this.#port.close();
    this.onclose?.();
  }
}
