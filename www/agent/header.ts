import { byId } from "../elements/dom.js";

/** Milliseconds for which a request is seen, however soon it is answered. */
const SEEN_MS = 400;

/** Says in the header whether an agent is connected, and shows when it is at work. */
export class AgentHeader {
  readonly #root = byId("agent", HTMLElement);
  readonly #text = byId("agent-text", HTMLElement);
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** An agent may speak, and has not said who it is. */
  connected(name: string | null): void {
    this.#say("connected", name === null ? "An agent is connected" : `${name} is connected`);
  }

  /** How many requests of it have no answer. */
  working(requests: number): void {
    clearTimeout(this.#resting);
    if (requests > 0) this.#root.dataset["working"] = "";
    else this.#resting = setTimeout(() => delete this.#root.dataset["working"], SEEN_MS);
  }

  gone(): void {
    this.#say("gone", "The agent has left");
  }

  #say(state: string, text: string): void {
    this.#root.hidden = false;
    this.#root.dataset["state"] = state;
    this.#root.title = text;
    this.#text.textContent = text;
  }
}
