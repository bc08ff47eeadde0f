import { element } from "../elements/dom.js";
import type { Direction } from "../elements/page/json-rpc.js";
import { duration } from "../transcript/transcript.js";
import { Choice } from "./choice.js";
import { type MessageRecord, TrafficLog } from "./log.js";

/** Messages kept; the oldest go first. */
const KEPT = 400;

interface TrafficElements {
  readonly list: HTMLElement;
  readonly filter: HTMLInputElement;
  readonly client: HTMLSelectElement;
  readonly method: HTMLSelectElement;
  readonly summary: HTMLElement;
  readonly clear: HTMLButtonElement;
}

/** The client whose messages these are, where nobody else is named. */
const PERSON = "this page";

interface Row {
  readonly record: MessageRecord;
  readonly node: HTMLElement;
  readonly text: string;
}

/** The panel that shows every JSON-RPC message of the page's own client, and of an agent that it lets in. */
export class TrafficPanel {
  readonly #parts: TrafficElements;
  readonly #log = new TrafficLog();
  readonly #client: Choice;
  readonly #method: Choice;
  #rows: Row[] = [];

  constructor(parts: TrafficElements) {
    this.#parts = parts;
    this.#client = new Choice(parts.client, "All clients");
    this.#method = new Choice(parts.method, "All methods");
    for (const input of [parts.filter, parts.client, parts.method])
      input.addEventListener("input", () => this.#applyFilter());
    parts.clear.addEventListener("click", () => {
      this.#rows = [];
      parts.list.replaceChildren();
      this.#summarise();
    });
    this.#summarise();
  }

  /** Shows one message of a client. */
  add(direction: Direction, message: unknown, client = PERSON): void {
    const record = this.#log.record(direction, message, performance.now(), client);
    this.#client.offer(client);
    this.#method.offer(record.method);
    const row = { record, node: messageRow(record), text: searchText(record) };
    const { list } = this.#parts;
    const follow = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
    this.#rows.push(row);
    list.append(row.node);
    if (this.#rows.length > KEPT) this.#rows.shift()?.node.remove();
    row.node.hidden = !this.#matches(row);
    this.#summarise();
    if (follow) list.scrollTop = list.scrollHeight;
  }

  #matches({ record, text }: Row): boolean {
    const isChosen = this.#client.allows(record.client) && this.#method.allows(record.method);
    return isChosen && text.includes(this.#parts.filter.value.trim().toLowerCase());
  }

  #applyFilter(): void {
    for (const row of this.#rows) row.node.hidden = !this.#matches(row);
    this.#summarise();
  }

  #summarise(): void {
    const total = this.#rows.length;
    const shown = this.#rows.filter((row) => !row.node.hidden).length;
    const messages = `${total} message${total === 1 ? "" : "s"}`;
    if (total === 0) this.#parts.summary.textContent = "No messages yet";
    else this.#parts.summary.textContent = shown === total ? messages : `${shown} of ${messages}`;
  }
}

function searchText(record: MessageRecord): string {
  return `${record.method} ${record.kind} ${JSON.stringify(record.message)}`.toLowerCase();
}

function messageRow(record: MessageRecord): HTMLElement {
  const sent = record.direction === "sent";
  const name = record.tool ?? record.method;
  const details = element(
    "details",
    { class: "message" },
    element(
      "summary",
      {},
      element(
        "span",
        { class: "message-arrow", "aria-label": sent ? "to the server" : "from the server" },
        sent ? "→" : "←",
      ),
      element(
        "span",
        { class: "message-name" },
        name,
        record.tool !== null && record.kind === "request" && element("small", {}, record.method),
      ),
      record.client !== PERSON &&
        record.direction === "sent" &&
        element("span", { class: "message-client" }, record.client),
      record.failed &&
        element("span", { class: "message-failed" }, record.kind === "error" ? "error" : "isError"),
      element("span", { class: "message-took" }, record.tookMs === null ? "" : duration(record.tookMs)),
      element("time", { datetime: record.at.toISOString() }, clock(record.at)),
    ),
  );
  // Most messages are never opened, so their JSON is laid out only then.
  details.addEventListener("toggle", () => {
    if (!details.open || details.children.length > 1) return;
    void import("./message-body.js").then(({ messageBody }) => {
      if (details.children.length > 1) return;
      const shown = messageBody(record);
      details.append(shown);
      // A box that scrolls must be reachable by keyboard.
      const json = shown.querySelector("pre.json");
      if (json instanceof HTMLElement && json.scrollHeight > json.clientHeight + 1) json.tabIndex = 0;
    });
  });
  return element(
    "li",
    {
      "data-direction": record.direction,
      "data-failed": record.failed,
      "data-other": record.client !== PERSON,
    },
    details,
  );
}

function clock(at: Date): string {
  const part = (value: number, width: number) => String(value).padStart(width, "0");
  return `${part(at.getHours(), 2)}:${part(at.getMinutes(), 2)}:${part(at.getSeconds(), 2)}.${part(at.getMilliseconds(), 3)}`;
}
