import type { Traffic } from "jscl-mcp";
import type { TrafficPanel } from "../traffic/traffic.js";
import type { VisitorListener } from "../visitor-relay.js";
import { AgentEntries, type AgentEntriesParts } from "./entries.js";
import { ClientWatch } from "./watch.js";

/** What a client is called that comes by this way. */
const NAMES = { page: "page", window: "window", webmcp: "browser’s agent" } as const;

/** The methods whose messages are the page's own doing: it lists the tools that it registers. */
const OWN = new Set(["tools/list"]);

interface Visitor {
  readonly label: string;
  readonly watch: ClientWatch;
  /** The ids of requests that are not shown, nor their answers. */
  readonly hidden: Set<unknown>;
}

/** Shows what clients do that came by a window or by the browser's own agent. */
export class Visitors implements VisitorListener {
  readonly #traffic: TrafficPanel;
  readonly #entries: AgentEntries;
  readonly #visitors = new Map<number, Visitor>();
  readonly #counts = { page: 0, window: 0, webmcp: 0 };

  constructor(parts: AgentEntriesParts & { readonly traffic: TrafficPanel }) {
    this.#traffic = parts.traffic;
    this.#entries = new AgentEntries(parts);
  }

  onTraffic({ client, way, direction, json }: Traffic): void {
    // What cannot be written as JSON is answered as unreadable, and shown by that.
    if (json === "") return;
    const visitor = this.#visitorOf(client, way);
    const message: unknown = JSON.parse(json);
    const passed = direction === "in" ? "sent" : "received";
    for (const each of [message].flat()) visitor.watch.see(passed, each);
    if (way === "webmcp" && isOwn(message, visitor.hidden)) return;
    this.#traffic.add(passed, message, visitor.label);
  }

  onGone(client: number): void {
    this.#visitors.get(client)?.watch.over();
    this.#visitors.delete(client);
  }

  #visitorOf(client: number, way: Traffic["way"]): Visitor {
    const known = this.#visitors.get(client);
    if (known) return known;
    const count = ++this.#counts[way];
    const label = count === 1 ? NAMES[way] : `${NAMES[way]} ${count}`;
    let name = label;
    const watch = new ClientWatch({
      onName: (said) => {
        name = `${label} · ${said}`;
      },
      onWork: () => undefined,
      begin: (call) => this.#entries.begin(call, name),
    });
    const visitor = { label, watch, hidden: new Set<unknown>() };
    this.#visitors.set(client, visitor);
    return visitor;
  }
}

/** Whether a message is about what the page has asked by itself to register the tools. */
function isOwn(message: unknown, hidden: Set<unknown>): boolean {
  const { id, method } = message as { readonly id?: unknown; readonly method?: unknown };
  if (typeof method !== "string") return hidden.delete(id);
  if (!OWN.has(method)) return false;
  hidden.add(id);
  return true;
}
