/**
 * A window message that asks for a connection: the window and the origin that sent it, and the port it
 * brought.
 */
export type Invitation = {
  readonly source: MessageEventSource;
  readonly origin: string;
  readonly port: MessagePort;
};

const CHANNEL = "jscl-mcp";

/**
 * Reads a window message as an invitation; null for every other message a page may receive. It has to come
 * from a window that is there: an event that a script made, or one whose sender has gone, names an origin
 * that nobody answers for.
 */
export function readInvitation(event: MessageEvent): Invitation | null {
  if (!event.isTrusted || event.source === null || event.ports.length !== 1) return null;
  // Only now: this is when the browser unpacks what came, and most of what a page hears is not for us.
  const data: unknown = event.data;
  if (typeof data !== "object" || data === null) return null;
  const { channel, type } = data as { channel?: unknown; type?: unknown };
  if (channel !== CHANNEL || type !== "mcp-connect") return null;
  const [port] = event.ports;
  return port ? { source: event.source, origin: event.origin, port } : null;
}

/** Ports that a server has taken. Every server of a window receives every invitation. */
const taken = new WeakSet<MessagePort>();
let listeners = 0;

/** Whether the port is the caller's from now on: the first server that admits its sender has it. */
export function takePort(port: MessagePort): boolean {
  if (taken.has(port)) return false;
  taken.add(port);
  return true;
}

/** Tells the sender that it is not admitted, unless another server may yet admit it, or has. */
export function refusePort(port: MessagePort): void {
  if (listeners <= 1 && !taken.has(port)) port.close();
}

/**
 * Receives invitations on this window until the returned function is called. Does nothing where there is no
 * window.
 */
export function listenForInvitations(onInvitation: (invitation: Invitation) => void): () => void {
  if (typeof window === "undefined") return () => {};
  const listener = (event: MessageEvent) => {
    const invitation = readInvitation(event);
    if (invitation) onInvitation(invitation);
  };
  window.addEventListener("message", listener);
  listeners++;
  let listening = true;
  return () => {
    window.removeEventListener("message", listener);
    if (listening) listeners--;
    listening = false;
  };
}
