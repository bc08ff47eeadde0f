import { Outstanding } from "./outstanding.js";
import { toJsonText } from "./wire.js";

type Attached = { readonly port: MessagePort; readonly outstanding: Outstanding };

type ClientCallbacks = {
  readonly onMessage: (client: number, json: string) => void;
  readonly onClosed: (client: number) => void;
};

/** The ports of the attached clients, each under a number that is never given twice. */
export class Clients {
  readonly #attached = new Map<number, Attached>();
  readonly #callbacks: ClientCallbacks;
  #last = 0;

  constructor(callbacks: ClientCallbacks) {
    this.#callbacks = callbacks;
  }

  /** Listens to a port from now on; messages it holds already are delivered in order. */
  attach(port: MessagePort): number {
    this.#last += 1;
    const client = this.#last;
    const outstanding = new Outstanding();
    this.#attached.set(client, { port, outstanding });
    port.addEventListener("message", (event) => {
      outstanding.asked(event.data);
      this.#callbacks.onMessage(client, toJsonText(event.data));
    });
    port.addEventListener("messageerror", () => this.#callbacks.onMessage(client, ""));
    // Not every browser tells when the other side goes away; where none does, the port stays until the page goes.
    port.addEventListener("close", () => {
      if (this.#attached.delete(client)) this.#callbacks.onClosed(client);
    });
    port.start();
    return client;
  }

  /** Posts a JSON text to one client as an object; a client that is gone gets nothing. */
  send(client: number, json: string): void {
    const attached = this.#attached.get(client);
    if (!attached) return;
    const message: unknown = JSON.parse(json);
    attached.outstanding.told(message);
    attached.port.postMessage(message);
  }

  /** The ids of the requests that were not answered, each with its client. */
  outstanding(): Array<readonly [client: number, id: string | number]> {
    return [...this.#attached].flatMap(([client, { outstanding }]) =>
      outstanding.ids.map((id) => [client, id] as const),
    );
  }

  closeAll(): void {
    for (const { port } of this.#attached.values()) port.close();
    this.#attached.clear();
  }
}
