import type { Clients } from "./clients.js";
import type { Inlet, Way } from "./connection.js";

/** A client at the other end of a port. */
type Caller = {
  readonly client: number;
  /**
   * Its page has gone, so what it asked for is dropped. Should its port speak all the same, another page has
   * it: another client.
   */
  readonly left: () => void;
};

/** Makes a port's other side a client. Messages that the port holds already are delivered in order. */
export function attachPort(clients: Clients, port: MessagePort, way: Way): Caller {
  const attach = () =>
    clients.add({
      send: (message) => port.postMessage(message),
      close: () => port.close(),
      way,
    });
  const first = attach();
  let inlet: Inlet | null = first;
  const heard = () => {
    inlet ??= attach();
    return inlet;
  };
  const left = () => {
    inlet?.gone();
    inlet = null;
  };
  const ended = new AbortController();
  const { signal } = ended;
  const end = () => {
    left();
    // What is on its way already would be heard, and a client could have what it sends counted anew by each
    // goodbye. And a port that has listeners stays, also when its other side is closed.
    ended.abort();
    port.close();
  };
  const hear = ({ data }: MessageEvent) => {
    if (isGoodbye(data)) end();
    else heard().heard(data);
  };
  port.addEventListener("message", hear, { signal });
  port.addEventListener("messageerror", () => heard().heardUnreadable("it could not be cloned"), { signal });
  // Few browsers tell when the other side has closed its port; hence the word for it.
  port.addEventListener("close", end, { signal });
  port.start();
  return { client: first.client, left };
}

/** A client's last word, for which JSON-RPC has none. */
function isGoodbye(data: unknown): boolean {
  if (typeof data !== "object" || data === null) return false;
  const { channel, type } = data as { channel?: unknown; type?: unknown };
  return type === "mcp-disconnect" && channel === "jscl-mcp";
}
