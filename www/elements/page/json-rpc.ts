type Id = number | string;
type Params = Readonly<Record<string, unknown>>;
type Message = {
  readonly id?: Id | null;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: { readonly code: number; readonly message: string };
};
type Pending = { readonly resolve: (result: Params) => void; readonly reject: (reason: unknown) => void };

const METHOD_NOT_FOUND = -32601;

/** Which way a message went, seen from the page. */
export type Direction = "sent" | "received";

/** Sees each message as it passes; must not change it. */
export type Tap = (direction: Direction, message: unknown) => void;

/** An answer that is a JSON-RPC error; the message is the server's. */
class RequestError extends Error {
  override readonly name = "RequestError";
  readonly code: number;

  constructor({ code, message }: { readonly code: number; readonly message: string }) {
    super(message);
    this.code = code;
  }
}

/** JSON-RPC 2.0 over a MessagePort: bare objects, both ways. Rule: https://www.jsonrpc.org/specification */
export class JsonRpc {
  readonly #port: MessagePort;
  readonly #onNotification: (method: string, params: Params) => void;
  readonly #pending = new Map<Id, Pending>();
  readonly #tap: Tap | null;
  #lastId = 0;

  constructor(port: MessagePort, onNotification: (method: string, params: Params) => void, tap?: Tap) {
    this.#port = port;
    this.#onNotification = onNotification;
    this.#tap = tap ?? null;
    port.onmessage = ({ data }: MessageEvent<Message>) => {
      this.#tap?.("received", data);
      this.#hear(data);
    };
  }

  /** The id that the next request will have. */
  get nextId(): number {
    return this.#lastId + 1;
  }

  /**
   * Rejects with a {@link RequestError} where the answer is an error, and with the signal's reason as soon as
   * that is aborted, which tells the server by `notifications/cancelled`.
   */
  request(method: string, params: Params, signal?: AbortSignal): Promise<Params> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<Params>((resolve, reject) => {
      const cancel = () => {
        this.#pending.delete(id);
        this.notify("notifications/cancelled", { requestId: id });
        reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener("abort", cancel);
      signal?.addEventListener("abort", cancel, { once: true });
      this.#pending.set(id, {
        resolve: (result) => {
          settled();
          resolve(result);
        },
        reject: (reason) => {
          settled();
          reject(reason);
        },
      });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  notify(method: string, params: Params = {}): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  #send(message: object): void {
    this.#tap?.("sent", message);
    this.#port.postMessage(message);
  }

  #hear({ id, method, params = {}, result, error }: Message): void {
    if (method !== undefined) {
      if (id === undefined || id === null) return this.#onNotification(method, params);
      const refusal = { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` };
      const answer = method === "ping" ? { result: {} } : { error: refusal };
      return this.#send({ jsonrpc: "2.0", id, ...answer });
    }
    const pending = this.#pending.get(id as Id);
    if (!pending) return;
    this.#pending.delete(id as Id);
    if (error) pending.reject(new RequestError(error));
    else pending.resolve(result ?? {});
  }
}
