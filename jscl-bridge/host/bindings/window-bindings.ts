import type { Windows } from "#wasm";
import type { BindingProblem, LineName, Step, WindowName } from "../../contract/host.js";
import type { Clients } from "../clients/clients.js";
import type { Inlet } from "../clients/connection.js";
import { claimLines, lineKey } from "./claims.js";
import { mayBeHeard, parentOrigin, windowNamed } from "./windows.js";

/** The line of one client. */
type Line = { inlet: Inlet | null; origin: string };

/** The most messages kept for a server that is not loaded yet; a page that sends more is no client. */
const MOST_EARLY = 1000;

/**
 * Clients that speak by window messages. A line's client is there from its first message on; it goes when it
 * is followed by another, or when its window does.
 */
export class WindowBindings {
  readonly #clients: Clients;
  readonly #onProblem: (problem: BindingProblem) => void;
  readonly #lines = new Map<string, Line>();
  readonly #ended = new AbortController();
  #early: MessageEvent[] = [];
  /** Decides about messages; null until the server's WebAssembly is loaded, and when all is over. */
  #windows: Windows | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #release: () => void = () => {};
  #openerDocument: Document | null = null;

  /** Listens from now on, and keeps the messages. */
  constructor(clients: Clients, onProblem: (problem: BindingProblem) => void) {
    this.#clients = clients;
    this.#onProblem = onProblem;
    window.addEventListener("message", (event) => this.#listen(event), { signal: this.#ended.signal });
  }

  /**
   * Begins to serve, and says so to those who wait. Throws an Error when another server of this page does
   * already.
   */
  open(windows: Windows): void {
    const lines: readonly LineName[] = windows.lines();
    this.#release = claimLines(lines);
    for (const { from, channel } of lines)
      this.#lines.set(lineKey(from, channel), { inlet: null, origin: "" });
    this.#windows = windows;
    this.#take(windows.opened(parentOrigin()));
    for (const event of this.#early.splice(0)) this.#take(windows.message(event, this));
  }

  /** Stops to listen, and tells the clients that it has. */
  close(): void {
    this.#ended.abort();
    clearTimeout(this.#timer);
    if (this.#windows) this.#take(this.#windows.closed());
    this.#windows = null;
    this.#release();
  }

  /** Whether a request on a line waits for its answer. */
  isBusy(from: WindowName, channel: string | undefined): boolean {
    return this.#requests(from, channel)?.isOwedAnswer === true;
  }

  /** Whether a request with that id does. */
  isOpen(from: WindowName, channel: string | undefined, id: string | number): boolean {
    return this.#requests(from, channel)?.has(id) === true;
  }

  #requests(from: WindowName, channel: string | undefined) {
    return this.#lines.get(lineKey(from, channel ?? null))?.inlet?.outstanding;
  }

  #listen(event: MessageEvent): void {
    if (!mayBeHeard(event)) return;
    if (this.#windows) this.#take(this.#windows.message(event, this));
    else if (this.#early.length < MOST_EARLY) this.#early.push(event);
  }

  #take(steps: readonly Step[]): void {
    for (const step of steps) {
      switch (step.kind) {
        case "post":
          windowNamed(step.to)?.postMessage(step.message, step.origin);
          break;
        case "gone":
          this.#end(step.from, step.channel);
          break;
        case "hear":
          this.#inlet(step.from, step.channel, step.origin)?.heard(step.message);
          break;
        case "wait":
          clearTimeout(this.#timer);
          this.#timer = setTimeout(() => this.#take(this.#windows?.waited() ?? []), step.milliseconds);
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
      way: "window",
    });
    return inlet;
  }

  #end(from: WindowName, channel: string | null): void {
    const line = this.#lines.get(lineKey(from, channel));
    const inlet = line?.inlet;
    if (line) line.inlet = null;
    inlet?.gone();
  }

  /**
   * The opener can go elsewhere while this page stays, and what comes there next is another client. Of
   * another origin it cannot be seen.
   */
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
