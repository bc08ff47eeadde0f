import { lineOf, messageOf } from "../ids.js";

/** The most messages that wait for a page, and the most characters of them. */
const MAX_WAITING = 1_000;
const MAX_WAITING_CHARACTERS = 16 * 1024 * 1024;

/** JSON-RPC's codes, and one for a page that is not there. */
const [PARSE_ERROR, INVALID_REQUEST, NO_PAGE] = [-32700, -32600, -32000];

const NOT_OPENED = "No page took the request: open the address that jscl-mcp has written to standard error.";
const TOO_MANY = "Too many messages wait for the page, which is not open.";
const GONE =
  "The page was closed or loaded again before it answered. Further requests wait until it is open; " +
  "what the page's Lisp was told before may be gone.";
const TOO_LONG = "The message is too long: at most 16 MiB of text are read.";

type Message = {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown };
};

/** The page, as the relay sees it. */
type RelayedPage = {
  /** Takes a message for the page's server, as one line of JSON. */
  send(line: string): void;
  close(): void;
};

/** What the page's connection tells the relay. */
export type PageLink = {
  /** The page's server has sent a message, as one line of JSON. */
  heard(line: string): void;
  /** The page was closed or loaded again. */
  gone(): void;
};

type RelayParts = {
  /** Takes a message for the agent, as one line of JSON. */
  readonly toAgent: (line: string) => void;
  /** Told when a message begins to wait for a page. */
  readonly onWaiting: () => void;
  /** Told when no request is left that has no answer. */
  readonly onAnswered: () => void;
  /** Milliseconds for which a request waits for a page. */
  readonly waitMs: number;
};

type Waiting = { readonly line: string; readonly ids: readonly unknown[]; readonly timer: NodeJS.Timeout };

/** Passes the messages of one agent to one page and back. Every request gets one answer, page or no page. */
export class Relay {
  readonly #parts: RelayParts;
  #page: RelayedPage | null = null;
  #waiting: Waiting[] = [];
  #waitingCharacters = 0;
  /** The ids of the agent's requests that have no answer, by their JSON text. */
  readonly #pending = new Map<string, unknown>();

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  get owesAnswer(): boolean {
    return this.#pending.size > 0;
  }

  /** The agent has sent a line. */
  heard(line: string): void {
    let message: unknown;
    try {
      message = messageOf(line);
    } catch (error) {
      return this.heardUnreadable((error as Error).message);
    }
    if (this.#dropsWaiting(message)) return;
    const ids = requestsOf(message);
    for (const id of ids) this.#pending.set(JSON.stringify(id), id);
    // An id that JavaScript would change travels as a text.
    const carried = JSON.stringify(message);
    if (this.#page) this.#page.send(carried);
    else this.#wait(carried, ids);
  }

  /** The agent has sent something that is no JSON. */
  heardUnreadable(problem: string): void {
    const error = { code: PARSE_ERROR, message: `Parse error: ${problem}` };
    this.#parts.toAgent(JSON.stringify({ jsonrpc: "2.0", error }));
  }

  /** The agent has sent a line that is too long; `id` is the JSON text of a request's id, or "". */
  heardLong(id: string): void {
    if (id !== "") this.#refuse((messageOf(`{"id":${id}}`) as Message).id, INVALID_REQUEST, TOO_LONG);
  }

  /** Connects a page, which gets what waits; null while another one is connected. */
  open(page: RelayedPage): PageLink | null {
    if (this.#page) return null;
    this.#page = page;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingCharacters = 0;
    for (const { line, timer } of waiting) {
      clearTimeout(timer);
      page.send(line);
    }
    return {
      heard: (line) => this.#heardPage(line),
      gone: () => {
        if (this.#page !== page) return;
        this.#page = null;
        for (const id of [...this.#pending.values()]) this.#refuse(id, NO_PAGE, GONE);
      },
    };
  }

  /** Lets the page go. */
  close(): void {
    this.#page?.close();
    this.#page = null;
  }

  #heardPage(line: string): void {
    const message = JSON.parse(line) as Message | readonly Message[];
    const answers = [message].flat().filter(({ method }) => method === undefined);
    const isAwaited = answers.map(({ id }) => id === undefined || this.#pending.delete(JSON.stringify(id)));
    // An answer to a request that was cancelled meanwhile, or of an earlier page, is nobody's.
    if (answers.length > 0 && !isAwaited.includes(true)) return;
    this.#parts.toAgent(lineOf(message));
    this.#noteAnswered();
  }

  #wait(line: string, ids: readonly unknown[]): void {
    const isTooMuch =
      this.#waiting.length >= MAX_WAITING || this.#waitingCharacters + line.length > MAX_WAITING_CHARACTERS;
    if (isTooMuch) {
      for (const id of ids) this.#refuse(id, NO_PAGE, TOO_MANY);
      return;
    }
    const timer = setTimeout(() => {
      this.#stopWaiting(waiting);
      for (const id of ids) this.#refuse(id, NO_PAGE, NOT_OPENED);
    }, this.#parts.waitMs);
    const waiting: Waiting = { line, ids, timer };
    this.#waiting.push(waiting);
    this.#waitingCharacters += line.length;
    if (this.#waiting.length === 1) this.#parts.onWaiting();
  }

  #stopWaiting(waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.#waiting = this.#waiting.filter((each) => each !== waiting);
    this.#waitingCharacters -= waiting.line.length;
  }

  /** Forgets a request that the agent cancels; true where it waited, so that no page is to be told. */
  #dropsWaiting(message: unknown): boolean {
    const { method, params } = (message ?? {}) as Message;
    if (method !== "notifications/cancelled") return false;
    const key = JSON.stringify(params?.requestId);
    this.#pending.delete(key);
    this.#noteAnswered();
    const waiting = this.#waiting.find(({ ids }) => ids.some((id) => JSON.stringify(id) === key));
    if (waiting) this.#stopWaiting(waiting);
    return waiting !== undefined;
  }

  #refuse(id: unknown, code: number, message: string): void {
    this.#pending.delete(JSON.stringify(id));
    this.#parts.toAgent(lineOf({ jsonrpc: "2.0", id, error: { code, message } }));
    this.#noteAnswered();
  }

  #noteAnswered(): void {
    if (!this.owesAnswer) this.#parts.onAnswered();
  }
}

/** The ids of the requests in a message, which may be a batch. */
function requestsOf(message: unknown): readonly unknown[] {
  const isRequest = (each: unknown): each is Message =>
    typeof each === "object" && each !== null && "method" in each && "id" in each;
  return [message]
    .flat()
    .filter(isRequest)
    .map(({ id }) => id)
    .filter((id) => typeof id === "string" || typeof id === "number");
}
