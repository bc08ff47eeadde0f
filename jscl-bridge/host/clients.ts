import { idText, sizeOf } from "./message-size.js";
import { Outstanding } from "./outstanding.js";
import { toJsonText } from "./wire.js";

type Attached = { readonly port: MessagePort; readonly outstanding: Outstanding };

type ClientCallbacks = {
  /** Whether a client's message is read at all. */
  readonly hears: (client: number) => boolean;
  readonly onMessage: (client: number, json: string) => void;
  /** A message was too long to be read; `id` is the JSON text of its id, or "". */
  readonly onLongMessage: (client: number, id: string) => void;
  readonly onClosed: (client: number) => void;
};

/** The ports of the attached clients, each under a number that is never given twice. */
export class Clients {
  readonly #attached = new Map<number, Attached>();
  readonly #callbacks: ClientCallbacks;
  readonly #maxMessage: number;
  #last = 0;

  /** `maxMessage` is how many characters of JSON text a message may have. */
  constructor(callbacks: ClientCallbacks, maxMessage = Number.MAX_SAFE_INTEGER) {
    this.#maxMessage = maxMessage;
    this.#callbacks = callbacks;
  }

  /** Listens to a port from now on; messages it holds already are delivered in order. */
  attach(port: MessagePort): number {
    this.#last += 1;
    const client = this.#last;
    const outstanding = new Outstanding();
    this.#attached.set(client, { port, outstanding });
    port.addEventListener("message", (event) => {
      if (!this.#callbacks.hears(client)) return;
      const { data } = event;
      const size = sizeOf(data, this.#maxMessage);
      if (size === "long") return this.#callbacks.onLongMessage(client, idText(data));
      outstanding.asked(data);
      this.#callbacks.onMessage(client, size === "deep" ? "" : toJsonText(data));
    });
    port.addEventListener("messageerror", () => {
      if (this.#callbacks.hears(client)) this.#callbacks.onMessage(client, "");
    });
    // Not every browser tells when the other side goes away; where none does, the port stays until the page goes.
    port.addEventListener("close", () => {
      if (this.#attached.delete(client)) this.#callbacks.onClosed(client);
    });
    port.start();
    return client;
  }

  get count(): number {
    return this.#attached.size;
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
