/** How many requests of one client are remembered; more can only be wrong ones, which are answered without their ids. */
const MOST = 1024;

type RequestId = string | number;

/** The requests of one client that have no answer yet: what a server that fails leaves behind. */
export class Outstanding {
  /** With the method that each asks for; with several where a client gave an id to a request before the one of that id was answered. */
  readonly #ids = new Map<RequestId, string[]>();

  get ids(): readonly RequestId[] {
    return [...this.#ids.keys()];
  }

  /** Whether there is one that is going to be answered by itself: a subscription is when it ends. */
  get isOwedAnswer(): boolean {
    return [...this.#ids.values()].flat().some((method) => method !== "subscriptions/listen");
  }

  has(id: RequestId): boolean {
    return this.#ids.has(id);
  }

  /** Takes note of what the client sent. A request that it cancels is not to be answered any more. */
  asked(data: unknown): void {
    for (const message of messages(data)) {
      const { id, method, params } = message;
      if (typeof method !== "string") continue;
      if (isId(id)) this.#note(id, method);
      const cancelled =
        method === "notifications/cancelled" && (params as { requestId?: unknown })?.requestId;
      if (isId(cancelled)) this.#ids.delete(cancelled);
    }
  }

  /** Takes note of what the client was sent. */
  told(data: unknown): void {
    for (const { id, method } of messages(data)) if (method === undefined && isId(id)) this.#settle(id);
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

function messages(data: unknown): Message[] {
  return (Array.isArray(data) ? data : [data]).filter((one) => typeof one === "object" && one !== null);
}

function isId(id: unknown): id is RequestId {
  return typeof id === "string" || typeof id === "number";
}
