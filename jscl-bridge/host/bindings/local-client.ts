import type { Clients } from "../clients/clients.js";
import type { Inlet, Way } from "../clients/connection.js";

type Response = { readonly id?: unknown; readonly result?: unknown; readonly error?: { message: string } };
type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (reason: unknown) => void };

/** A client of the server that is the host itself. */
export class LocalClient {
  readonly #inlet: Inlet;
  readonly #waiting = new Map<number, Waiting>();
  /** Called once at its end, with the reason. */
  onClose: (reason: unknown) => void = () => {};
  #last = 0;
  #ending: { readonly reason: unknown } | null = null;

  constructor(clients: Clients, way: Way = "page") {
    this.#inlet = clients.add({
      // What stays on this thread is not cloned on its way.
      send: (message) => this.#hear(structuredClone(message) as Response),
      close: () => this.close(new Error("The LispServer was closed.")),
      way,
    });
  }

  get isClosed(): boolean {
    return this.#ending !== null;
  }

  /**
   * Rejects with an Error when the server answers by one, and with the signal's reason when that is aborted,
   * which cancels the request.
   */
  request(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    if (this.#ending) return Promise.reject(this.#ending.reason);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#waiting.delete(id);
        this.#inlet.heard({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
        reject(signal?.reason);
      };
      const settle = () => signal?.removeEventListener("abort", cancel);
      signal?.addEventListener("abort", cancel, { once: true });
      this.#waiting.set(id, {
        resolve: (result) => {
          settle();
          resolve(result);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      });
      this.#inlet.heard(JSON.parse(JSON.stringify({ jsonrpc: "2.0", id, method, params })));
    });
  }

  /** Ends what it has asked for, for that reason, and refuses what it is asked for later. */
  close(reason: unknown): void {
    if (this.#ending) return;
    this.#ending = { reason };
    this.#inlet.gone();
    this.onClose(reason);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }

  #hear({ id, result, error }: Response): void {
    const waiting = this.#waiting.get(id as number);
    if (!waiting) return;
    this.#waiting.delete(id as number);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result);
  }
}
