// Runs inside a page under test: walks through the server of a binding. The specs' process bundles this file.
import { frameElement, portTransport, type Reach, transportFor } from "../e2e/support/page-transports.js";
import { type Kind, Official } from "./clients.js";
import { type Findings, walk } from "./walk.js";

/**
 * How a client reaches a server: by a binding of windows, or by a port that it hands to this window or
 * another.
 */
export type Way = Exclude<Reach, { by: "port" }> | { readonly by: "port"; readonly to: PortTo };
type PortTo = "self" | "frame" | "opened";

function windowOf(to: PortTo): Window | null | undefined {
  if (to === "self") return window;
  return to === "frame" ? frameElement().contentWindow : globalThis.opened;
}

function attach(to: PortTo): MessagePort {
  const { port1, port2 } = new MessageChannel();
  windowOf(to)?.postMessage({ channel: "jscl-mcp", type: "mcp-connect" }, "*", [port2]);
  return port1;
}

const connect = (way: Way) =>
  way.by === "port" ? portTransport(attach(way.to)) : transportFor(way, () => attach("self"));

const walks = {
  walk: (kind: Kind, way: Way, own: string): Promise<Findings> => walk(kind, () => connect(way), own),

  /** Two clients of different eras on one and the same connection. */
  async bothEras(): Promise<{ texts: string[]; versions: unknown[] }> {
    const port = portTransport(attach("self"));
    const [legacy, modern] = await share(port, ["legacy", "pinned"]);
    const work = [0, 1, 2, 3].map((n) => (n % 2 ? modern : legacy).evaluate(`(list ${n})`));
    return {
      texts: await Promise.all(work),
      versions: [legacy.server.version, modern.server.version],
    };
  },
};

/**
 * Clients that share a transport, each hearing the answers to what it has asked and everything that is no
 * answer.
 */
async function share(
  transport: ReturnType<typeof portTransport>,
  kinds: readonly [Kind, Kind],
): Promise<[Official, Official]> {
  type Message = { id?: unknown; method?: string };
  const askers = new Map<unknown, (message: Message) => void>();
  let last = 0;
  await transport.start();
  transport.onmessage = ((message: Message) => askers.get(message.id)?.(message)) as never;
  const join = (kind: Kind) => {
    const own = {
      onmessage: undefined as ((message: unknown) => void) | undefined,
      async start() {},
      async close() {},
      async send(message: Message) {
        if (message.id === undefined || message.method === undefined) return transport.send(message);
        last += 1;
        const { id } = message;
        askers.set(last, (answer) => own.onmessage?.({ ...answer, id }));
        return transport.send({ ...message, id: last });
      },
    };
    return Official.connect(kind, own);
  };
  return [await join(kinds[0]), await join(kinds[1])];
}

declare global {
  var interop: typeof walks;
}

globalThis.interop = walks;
