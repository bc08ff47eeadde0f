/** A window that may speak to the server, as seen from its own. */
export type WindowName = "self" | "parent" | "opener";

/** What is decided by; the message itself may be long. */
export type Head = {
  readonly source: WindowName;
  readonly origin: string;
  readonly channel?: string;
  readonly direction?: string;
  readonly control?: string;
  readonly method?: string;
  readonly id?: string | number;
  readonly outcome?: "result" | "error";
};

/** A message that may be a client's: its head, and what the client says. */
export type WindowMessage = { readonly head: Head; readonly payload: unknown };

/** Longer than any word, method, channel or id of use. */
const LONG = 1000;

type Fields = Readonly<Record<string, unknown>>;

/** The window by that name; null where there is none. */
export function windowNamed(name: WindowName): Window | null {
  if (name === "self") return window;
  if (name === "opener") return window.opener;
  return window.parent === window ? null : window.parent;
}

/** The origin of the page that frames this one; "" where the browser does not tell it, null where there is none. */
export function parentOrigin(): string | null {
  return windowNamed("parent") === null ? null : (globalThis.location.ancestorOrigins?.[0] ?? "");
}

/** Of which windows, and on which channels of theirs, anything is heard; the channel of what has no envelope is null. */
export type Hearing = {
  readonly hearsWindow: (source: WindowName) => boolean;
  readonly hearsChannel: (source: WindowName, channel: string | null) => boolean;
};

/**
 * Reads a window message as one that may be a client's; null for every other that a page may receive, and there may be many: what they
 * carry is looked at as late as possible, since that is when the browser unpacks it. A script can make an event that names any source
 * and origin, so the browser has to vouch for it.
 */
export function readWindowMessage(event: MessageEvent, hearing: Hearing): WindowMessage | null {
  if (!event.isTrusted) return null;
  const source = nameOf(event.source);
  if (source === null || !hearing.hearsWindow(source)) return null;
  const data: unknown = event.data;
  if (typeof data !== "object" || data === null) return null;
  const fields = data as Fields;
  if (fields["type"] === "mcp" && "payload" in fields) {
    const channel = short(fields["channel"]);
    if (channel === undefined || !hearing.hearsChannel(source, channel)) return null;
    return readEnvelope(source, event.origin, channel, fields);
  }
  if (!isJsonRpc(data) || !hearing.hearsChannel(source, null)) return null;
  return { head: { source, origin: event.origin, ...messageHead(data) }, payload: data };
}

function nameOf(source: MessageEventSource | null): WindowName | null {
  if (source === null) return null;
  if (source === window) return "self";
  if (source === window.parent) return "parent";
  return source === window.opener ? "opener" : null;
}

function readEnvelope(
  source: WindowName,
  origin: string,
  channel: string,
  envelope: Fields,
): WindowMessage | null {
  const { payload } = envelope;
  const direction = short(envelope["direction"]);
  if (direction === undefined) return null;
  const control = short(payload);
  // What servers say in this window comes back to it, ours too; only the words between the messages tell something.
  if (direction !== "client-to-server" && control === undefined) return null;
  const head = {
    source,
    origin,
    channel,
    direction,
    ...(control === undefined ? {} : { control }),
    ...messageHead(payload),
  };
  return { head, payload };
}

function isJsonRpc(data: object): boolean {
  const first: unknown = Array.isArray(data) ? data[0] : data;
  return typeof first === "object" && first !== null && (first as Fields)["jsonrpc"] === "2.0";
}

function messageHead(message: unknown): Pick<Head, "method" | "id" | "outcome"> {
  if (typeof message !== "object" || message === null) return {};
  const fields = message as Fields;
  const method = short(fields["method"]);
  const id = typeof fields["id"] === "number" ? fields["id"] : short(fields["id"]);
  const outcome = "result" in fields ? "result" : "error" in fields ? "error" : undefined;
  return {
    ...(method === undefined ? {} : { method }),
    ...(id === undefined ? {} : { id }),
    ...(outcome === undefined ? {} : { outcome }),
  };
}

function short(text: unknown): string | undefined {
  return typeof text === "string" && text.length <= LONG ? text : undefined;
}
