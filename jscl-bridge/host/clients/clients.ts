import type { Connection, Inlet, Way } from "./connection.js";
import { requestId, sizeOf } from "./message-size.js";
import { Outstanding } from "./outstanding.js";

type Attached = { readonly connection: Connection; readonly outstanding: Outstanding };

type ClientCallbacks = {
  /** Whether a client's message is read at all. */
  readonly hears: (client: number) => boolean;
  /** A message came, which has about so many characters as JSON. */
  readonly onMessage: (client: number, message: unknown, length: number) => void;
  /** Something came that is no message, for that reason. */
  readonly onUnreadable: (client: number, problem: string) => void;
  /** A message was too long to be read; `id` is its id, if it has one. */
  readonly onLongMessage: (client: number, id?: string | number) => void;
  readonly onClosed: (client: number) => void;
};

/** The clients' connections, each under a number that is never given twice. */
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

  /** A client is there from now on; what it says comes in by what is returned. */
  add(connection: Connection): Inlet {
    this.#last += 1;
    const client = this.#last;
    const outstanding = new Outstanding();
    this.#attached.set(client, { connection, outstanding });
    const isHeard = () => this.#attached.has(client) && this.#callbacks.hears(client);
    return {
      client,
      outstanding,
      heard: (data) => {
        if (!isHeard()) return;
        const size = sizeOf(data, this.#maxMessage);
        if (size === "long") return this.#callbacks.onLongMessage(client, requestId(data));
        if (typeof size !== "number") return this.#callbacks.onUnreadable(client, PROBLEMS[size]);
        outstanding.asked(data);
        this.#callbacks.onMessage(client, data, size);
      },
      heardLong: (id) => {
        if (isHeard()) this.#callbacks.onLongMessage(client, id);
      },
      heardUnreadable: (problem) => {
        if (isHeard()) this.#callbacks.onUnreadable(client, problem);
      },
      gone: () => {
        if (this.#attached.delete(client)) this.#callbacks.onClosed(client);
      },
    };
  }

  /** How a client came; of one that is gone nothing is known. */
  wayOf(client: number): Way {
    return this.#attached.get(client)?.connection.way ?? "page";
  }

  get count(): number {
    return this.#attached.size;
  }

  /** Hands a message to one client; a client that is gone gets nothing. */
  send(client: number, message: unknown): void {
    const attached = this.#attached.get(client);
    if (!attached) return;
    attached.outstanding.told(message);
    attached.connection.send(message);
  }

  /** The ids of the requests that were not answered, each with its client. */
  outstanding(): Array<readonly [client: number, id: string | number]> {
    return [...this.#attached].flatMap(([client, { outstanding }]) =>
      outstanding.ids.map((id) => [client, id] as const),
    );
  }

  /** Whether a request is going to be answered by itself. */
  get isOwedAnswer(): boolean {
    for (const { outstanding } of this.#attached.values()) if (outstanding.isOwedAnswer) return true;
    return false;
  }

  closeAll(): void {
    const all = [...this.#attached.values()];
    this.#attached.clear();
    for (const { connection } of all) connection.close();
  }
}

const PROBLEMS = { deep: "it is nested too deeply", odd: "it has what JSON has no text for" };
