import type { Direction } from "../client/transport.js";
import { element } from "../dom.js";
import { jsonView } from "../transcript/json-view.js";
import { duration } from "../transcript/transcript.js";
import { type MessageRecord, TrafficLog } from "./log.js";

/** Messages kept; the oldest go first. */
const KEPT = 400;

interface TrafficElements {
  readonly list: HTMLElement;
  readonly filter: HTMLInputElement;
  readonly summary: HTMLElement;
  readonly clear: HTMLButtonElement;
}

interface Row {
  readonly node: HTMLElement;
  readonly text: string;
}

/** The panel that shows every JSON-RPC message of the page's own client. */
export class TrafficPanel {
  readonly #parts: TrafficElements;
  readonly #log = new TrafficLog();
  #rows: Row[] = [];

  constructor(parts: TrafficElements) {
    this.#parts = parts;
    parts.filter.addEventListener("input", () => this.#applyFilter());
    parts.clear.addEventListener("click", () => {
      this.#rows = [];
      parts.list.replaceChildren();
      this.#summarise();
    });
    this.#summarise();
  }

  /** Shows one message. */
  add(direction: Direction, message: unknown): void {
    const record = this.#log.record(direction, message, performance.now());
    const row = { node: messageRow(record), text: searchText(record) };
    const { list } = this.#parts;
    const follow = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
    this.#rows.push(row);
    list.append(row.node);
    if (this.#rows.length > KEPT) this.#rows.shift()?.node.remove();
    row.node.hidden = !this.#matches(row);
    this.#summarise();
    if (follow) list.scrollTop = list.scrollHeight;
  }

  #matches(row: Row): boolean {
    return row.text.includes(this.#parts.filter.value.trim().toLowerCase());
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
      record.failed &&
        element("span", { class: "message-failed" }, record.kind === "error" ? "error" : "isError"),
      element("span", { class: "message-took" }, record.tookMs === null ? "" : duration(record.tookMs)),
      element("time", { datetime: record.at.toISOString() }, clock(record.at)),
    ),
  );
  // Most messages are never opened, so their JSON is laid out only then.
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(body(record));
  });
  return element("li", { "data-direction": record.direction, "data-failed": record.failed }, details);
}

function body(record: MessageRecord): HTMLElement {
  const facts = [
    record.kind,
    record.id === null ? null : `id ${record.id}`,
    `${record.size.toLocaleString("en")} characters`,
  ];
  const copy = element("button", { type: "button", class: "more" }, "Copy");
  copy.addEventListener("click", async () => {
    const done = await navigator.clipboard.writeText(JSON.stringify(record.message, null, 2)).then(
      () => true,
      () => false,
    );
    copy.textContent = done ? "Copied" : "Could not copy";
  });
  return element(
    "div",
    { class: "message-body" },
    element("p", { class: "message-facts" }, facts.filter(Boolean).join(" · "), copy),
    jsonView(record.message),
  );
}

function clock(at: Date): string {
  const part = (value: number, width: number) => String(value).padStart(width, "0");
  return `${part(at.getHours(), 2)}:${part(at.getMinutes(), 2)}:${part(at.getSeconds(), 2)}.${part(at.getMilliseconds(), 3)}`;
}
