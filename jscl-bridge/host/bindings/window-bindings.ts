import type { Clients } from "../clients/clients.js";
import type { Inlet } from "../clients/connection.js";
import { claimLines, lineKey } from "./claims.js";
import type { Gate, Step } from "./gate.js";
import type { BindingProblem } from "./options.js";
import {
  type Hearing,
  parentOrigin,
  readWindowMessage,
  type WindowMessage,
  type WindowName,
  windowNamed,
} from "./window-message.js";

/** What one client speaks on. */
type Line = { inlet: Inlet | null; origin: string };

/** How many messages are kept for a server that is not loaded yet; a page that sends more than that is no client. */
const MOST_EARLY = 1000;

/**
 * Clients that speak by window messages. A line's client is there from its first message on; it goes when it is followed by another, or
 * when its window does.
 */
export class WindowBindings {
  readonly #clients: Clients;
  readonly #onProblem: (problem: BindingProblem) => void;
  readonly #lines = new Map<string, Line>();
  readonly #ended = new AbortController();
  readonly #windows = new Set<WindowName>();
  /** Everything, until it is known what is asked for. */
  readonly #hearing: Hearing = {
    hearsWindow: (source) => this.#gate === null || this.#windows.has(source),
    hearsChannel: (source, channel) => this.#gate === null || this.#lines.has(lineKey(source, channel)),
  };
  #early: WindowMessage[] = [];
  #gate: Gate | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #release: () => void = () => {};
  #openerDocument: Document | null = null;

  /** Listens from now on, and keeps what it hears. */
  constructor(clients: Clients, onProblem: (problem: BindingProblem) => void) {
    this.#clients = clients;
    this.#onProblem = onProblem;
    window.addEventListener("message", (event) => this.#listen(event), { signal: this.#ended.signal });
  }

  /** Begins to serve, and says so to those who wait. Throws an Error when another server of this page does already. */
  open(gate: Gate): void {
    const lines = gate.lines();
    this.#release = claimLines(lines);
    for (const { from, channel } of lines) {
      this.#windows.add(from);
      this.#lines.set(lineKey(from, channel), { inlet: null, origin: "" });
    }
    this.#gate = gate;
    this.#take(gate.opened(parentOrigin()), null);
    for (const message of this.#early.splice(0)) this.#hear(gate, message);
  }

  /** Stops to listen, and tells the clients that it has. */
  close(): void {
    this.#ended.abort();
    clearTimeout(this.#timer);
    if (this.#gate) this.#take(this.#gate.closed(), null);
    this.#gate = null;
    this.#release();
  }

  #listen(event: MessageEvent): void {
    const message = readWindowMessage(event, this.#hearing);
    if (!message) return;
    if (this.#gate) this.#hear(this.#gate, message);
    else if (this.#early.length < MOST_EARLY) this.#early.push(message);
  }

  #hear(gate: Gate, { head, payload }: WindowMessage): void {
    const line = this.#lines.get(lineKey(head.source, head.channel ?? null));
    if (!line) return;
    const requests = line.inlet?.outstanding;
    const repeated = head.method !== undefined && head.id !== undefined && requests?.has(head.id) === true;
    const busy = requests?.isOwedAnswer === true;
    this.#take(gate.message({ ...head, busy, repeated }), payload);
  }

  #take(steps: readonly Step[], payload: unknown): void {
    for (const step of steps) {
      switch (step.kind) {
        case "post":
          windowNamed(step.to)?.postMessage(step.message, step.origin);
          break;
        case "gone":
          this.#end(step.from, step.channel);
          break;
        case "hear":
          this.#inlet(step.from, step.channel, step.origin)?.heard(payload);
          break;
        case "wait":
          clearTimeout(this.#timer);
          this.#timer = setTimeout(() => this.#take(this.#gate?.waited() ?? [], null), step.milliseconds);
          break;
        case "problem":
          this.#onProblem(step.problem);
          break;
      }
    }
  }

  #inlet(from: WindowName, channel: string | null, origin: string): Inlet | null {
    const line = this.#lines.get(lineKey(from, channel));
    if (!line) return null;
    line.origin = origin;
    if (from === "opener") this.#watchOpener();
    line.inlet ??= this.#addClient(from, channel, line);
    return line.inlet;
  }

  #addClient(from: WindowName, channel: string | null, line: Line): Inlet {
    const inlet = this.#clients.add({
      send: (message) => {
        const target = windowNamed(from);
        // The server is in the middle of a turn.
        if (!target || target.closed) return queueMicrotask(inlet.gone);
        const posted =
          channel === null
            ? message
            : { channel, type: "mcp", direction: "server-to-client", payload: message };
        target.postMessage(posted, line.origin);
      },
      close: () => {},
    });
    return inlet;
  }

  #end(from: WindowName, channel: string | null): void {
    const line = this.#lines.get(lineKey(from, channel));
    const inlet = line?.inlet;
    if (line) line.inlet = null;
    inlet?.gone();
  }

  /** The opener can go elsewhere while this page stays, and what comes there next is another client. Of another origin it cannot be seen. */
  #watchOpener(): void {
    try {
      const opener: Window = window.opener;
      if (opener.document === this.#openerDocument) return;
      this.#openerDocument = opener.document;
      const went = () => this.#end("opener", null);
      opener.addEventListener("pagehide", went, { once: true, signal: this.#ended.signal });
    } catch {
      this.#openerDocument = null;
    }
  }
}
