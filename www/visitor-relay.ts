import type { Traffic } from "jscl-mcp";

/** What is heard of clients that come by a window or by the browser's own agent. */
export interface VisitorListener {
  onTraffic(traffic: Traffic): void;
  onGone(client: number): void;
}

/**
 * Passes on what clients say that this page has not connected itself. The listener is loaded when the first
 * of them speaks.
 */
export class VisitorRelay {
  /** The clients that have spoken. */
  readonly #clients = new Set<number>();
  readonly #waiting: Array<(listener: VisitorListener) => void> = [];
  #load: (() => Promise<VisitorListener>) | null = null;
  #listener: VisitorListener | null = null;
  #isLoading = false;

  note(traffic: Traffic): void {
    if (traffic.way === "page") return;
    this.#clients.add(traffic.client);
    const { client, way, direction, json } = traffic;
    this.#pass((listener) => listener.onTraffic({ client, way, direction, json }));
  }

  gone(client: number): void {
    if (this.#clients.delete(client)) this.#pass((listener) => listener.onGone(client));
  }

  /** Has the listener loaded when there is something to hear. */
  listen(load: () => Promise<VisitorListener>): void {
    this.#load = load;
    if (this.#waiting.length > 0) this.#begin().catch(console.error);
  }

  #pass(what: (listener: VisitorListener) => void): void {
    if (this.#listener) return what(this.#listener);
    this.#waiting.push(what);
    this.#begin().catch(console.error);
  }

  async #begin(): Promise<void> {
    if (!this.#load || this.#isLoading) return;
    this.#isLoading = true;
    this.#listener = await this.#load();
    for (const what of this.#waiting.splice(0)) what(this.#listener);
  }
}
