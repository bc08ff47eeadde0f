// Runs inside the pages under test: how an official client reaches a server, by each binding there is.
import { IframeParentTransport, TabClientTransport } from "@mcp-b/transports";

/** How a client reaches a server. Windows are those of the page that the client is in. */
export type Reach =
  | { readonly by: "port" }
  /** MCP-B's client in the server's own window. */
  | { readonly by: "tab"; readonly channel?: string }
  /** MCP-B's client in the window around the server's; `origin` is the frame's. */
  | {
      readonly by: "frame";
      readonly origin: string;
      readonly channel?: string;
      readonly frame?: string;
    }
  /** JSON-RPC objects as they are, to a frame or to the window that this page has opened last. */
  | { readonly by: "bare"; readonly origin: string; readonly to?: "frame" | "opened" };

/** The members of a transport that an official client of either version uses. */
type AnyTransport = {
  onmessage?: ((message: never) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  start(): Promise<void>;
  send(message: unknown): Promise<void>;
  close(): Promise<void>;
};

declare global {
  /** The window that the page has opened last. */
  var opened: Window | null;
}

export function frameElement(selector = "iframe"): HTMLIFrameElement {
  const frame = document.querySelector<HTMLIFrameElement>(selector);
  if (!frame) throw new Error(`There is no ${selector} in this page.`);
  return frame;
}

/** JSON-RPC objects to a window, and those that come from it. */
function bareTransport(target: Window, origin: string): AnyTransport {
  const listen = (event: MessageEvent) => {
    if (event.source === target) transport.onmessage?.(event.data as never);
  };
  const transport: AnyTransport = {
    async start() {
      window.addEventListener("message", listen);
    },
    async send(message) {
      target.postMessage(message, origin);
    },
    async close() {
      window.removeEventListener("message", listen);
      transport.onclose?.();
    },
  };
  return transport;
}

export function portTransport(port: MessagePort): AnyTransport {
  const transport: AnyTransport = {
    async start() {
      port.onmessage = (event) => transport.onmessage?.(event.data as never);
      port.start();
    },
    async send(message) {
      port.postMessage(message);
    },
    async close() {
      port.close();
      transport.onclose?.();
    },
  };
  return transport;
}

function optional<T>(channelId: T | undefined): { channelId?: T } {
  return channelId === undefined ? {} : { channelId };
}

/** The transport by which a server is reached so; `attach` makes a port to one in this window. */
export function transportFor(reach: Reach, attach: () => MessagePort): AnyTransport {
  switch (reach.by) {
    case "port":
      return portTransport(attach());
    case "tab":
      return new TabClientTransport({
        targetOrigin: location.origin,
        ...optional(reach.channel),
      }) as unknown as AnyTransport;
    case "frame":
      return new IframeParentTransport({
        iframe: frameElement(reach.frame),
        targetOrigin: reach.origin,
        ...optional(reach.channel),
      }) as unknown as AnyTransport;
    case "bare": {
      const target =
        reach.to === "opened" ? globalThis.opened : (frameElement().contentWindow as Window | null);
      if (!target) throw new Error("There is no window to speak to.");
      return bareTransport(target, reach.origin);
    }
  }
}
