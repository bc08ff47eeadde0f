/**
 * The most requests of one client that are remembered; more can only be wrong ones, which are answered
 * without their ids.
 */
const MOST = 1024;

type RequestId = string | number;

/** The requests of one client that have no answer yet: what a server that fails leaves behind. */
export class Outstanding {
  /**
   * With the method that each asks for; with several where a client gave an id to a request before the one of
   * that id was answered.
   */
  readonly #ids = new Map<RequestId, string[]>();

  get ids(): readonly RequestId[] {
    return [...this.#ids.keys()];
  }

  /** Whether there is one that is going to be answered by itself: a subscription is when it ends. */
  get isOwedAnswer(): boolean {
    for (const methods of this.#ids.values())
      if (methods.some((method) => method !== "subscriptions/listen")) return true;
    return false;
  }

  has(id: RequestId): boolean {
    return this.#ids.has(id);
  }

  /** Takes note of what the client sent. A request that it cancels is not to be answered any more. */
  asked(data: unknown): void {
    if (Array.isArray(data)) for (const message of data) this.#asked(message);
    else this.#asked(data);
  }

  /** Takes note of what the client was sent. */
  told(data: unknown): void {
    if (Array.isArray(data)) for (const message of data) this.#told(message);
    else this.#told(data);
  }

  #asked(message: unknown): void {
    if (!isMessage(message)) return;
    const { id, method, params } = message;
    if (typeof method !== "string") return;
    if (isId(id)) this.#note(id, method);
    const cancelled = method === "notifications/cancelled" && (params as { requestId?: unknown })?.requestId;
    if (isId(cancelled)) this.#ids.delete(cancelled);
  }

  #told(message: unknown): void {
    if (isMessage(message) && message.method === undefined && isId(message.id)) this.#settle(message.id);
  }

  #note(id: RequestId, method: string): void {
    const open = this.#ids.get(id);
    if (open) {
      if (open.length < MOST) open.push(method);
    } else if (this.#ids.size < MOST) this.#ids.set(id, [method]);
  }

  /** What is answered first of several is the later one, since it is refused. */
  #settle(id: RequestId): void {
    const open = this.#ids.get(id);
    open?.pop();
    if (open?.length === 0) this.#ids.delete(id);
  }
}

type Message = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown };

function isMessage(data: unknown): data is Message {
  return typeof data === "object" && data !== null;
}

function isId(id: unknown): id is RequestId {
  return typeof id === "string" || typeof id === "number";
}
