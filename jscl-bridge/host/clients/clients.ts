import type { Connection, Inlet } from "./connection.js";
import { type LongArguments, longArguments } from "./long-arguments.js";
import { idText, sizeOf } from "./message-size.js";
import { Outstanding } from "./outstanding.js";
import { toJsonText } from "./wire.js";

type Attached = { readonly connection: Connection; readonly outstanding: Outstanding };

type ClientCallbacks = {
  /** Whether a client's message is read at all. */
  readonly hears: (client: number) => boolean;
  /** A message came, as JSON text; the arguments of a tool that are long are left out of that, and stand in `long`. */
  readonly onMessage: (client: number, json: string, long?: LongArguments["texts"]) => void;
  /** A message was too long to be read; `id` is the JSON text of its id, or "". */
  readonly onLongMessage: (client: number, id: string) => void;
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
        if (size === "long") return this.#callbacks.onLongMessage(client, idText(data));
        outstanding.asked(data);
        if (size === "deep") return this.#callbacks.onMessage(client, "");
        const long = longArguments(data);
        if (!long) this.#callbacks.onMessage(client, toJsonText(data));
        else this.#callbacks.onMessage(client, toJsonText(long.rest), long.texts);
      },
      heardText: (text) => {
        if (!isHeard()) return;
        if (text.length > this.#maxMessage) return this.#callbacks.onLongMessage(client, "");
        outstanding.asked(fromJsonText(text));
        this.#callbacks.onMessage(client, text);
      },
      heardLong: (id) => {
        if (isHeard()) this.#callbacks.onLongMessage(client, id);
      },
      heardUnreadable: () => {
        if (isHeard()) this.#callbacks.onMessage(client, "");
      },
      gone: () => {
        if (this.#attached.delete(client)) this.#callbacks.onClosed(client);
      },
    };
  }

  get count(): number {
    return this.#attached.size;
  }

  /** Hands a message to one client, with its text where only that has all of it; a client that is gone gets nothing. */
  send(client: number, message: unknown, json?: string): void {
    const attached = this.#attached.get(client);
    if (!attached) return;
    attached.outstanding.told(message);
    attached.connection.send(message, json);
  }

  /** The ids of the requests that were not answered, each with its client. */
  outstanding(): Array<readonly [client: number, id: string | number]> {
    return [...this.#attached].flatMap(([client, { outstanding }]) =>
      outstanding.ids.map((id) => [client, id] as const),
    );
  }

  closeAll(): void {
    const all = [...this.#attached.values()];
    this.#attached.clear();
    for (const { connection } of all) connection.close();
  }
}

function fromJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
