import { toJsonText } from "./wire.js";

type ClientCallbacks = {
  readonly onMessage: (client: number, json: string) => void;
  readonly onClosed: (client: number) => void;
};

/** The ports of the attached clients, each under a number that is never given twice. */
export class Clients {
  readonly #ports = new Map<number, MessagePort>();
  readonly #callbacks: ClientCallbacks;
  #last = 0;

  constructor(callbacks: ClientCallbacks) {
    this.#callbacks = callbacks;
  }

  /** Listens to a port from now on; messages it holds already are delivered in order. */
  attach(port: MessagePort): number {
    this.#last += 1;
    const client = this.#last;
    this.#ports.set(client, port);
    port.addEventListener("message", (event) => this.#callbacks.onMessage(client, toJsonText(event.data)));
    port.addEventListener("messageerror", () => this.#callbacks.onMessage(client, ""));
    // Not every browser tells when the other side goes away; where none does, the port stays until the page goes.
    port.addEventListener("close", () => {
      if (this.#ports.delete(client)) this.#callbacks.onClosed(client);
    });
    port.start();
    return client;
  }

  /** Posts a JSON text to one client as an object; a client that is gone gets nothing. */
  send(client: number, json: string): void {
    this.#ports.get(client)?.postMessage(JSON.parse(json));
  }

  closeAll(): void {
    for (const port of this.#ports.values()) port.close();
    this.#ports.clear();
  }
}
