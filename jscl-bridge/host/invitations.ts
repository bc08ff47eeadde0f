/** A window message that asks for a connection: the origin that sent it, and the port it brought. */
export type Invitation = { readonly origin: string; readonly port: MessagePort };

const CHANNEL = "jscl-mcp";

/**
 * Reads a window message as an invitation; null for every other message a page may receive. It has to come from a window that is
 * there: an event that a script made, or one whose sender has gone, names an origin that nobody answers for.
 */
export function readInvitation(event: MessageEvent): Invitation | null {
  if (!event.isTrusted || event.source === null) return null;
  const data: unknown = event.data;
  if (typeof data !== "object" || data === null) return null;
  const { channel, type } = data as { channel?: unknown; type?: unknown };
  if (channel !== CHANNEL || type !== "mcp-connect") return null;
  const [port, ...others] = event.ports;
  return port && others.length === 0 ? { origin: event.origin, port } : null;
}

/** Hears invitations on this window until the returned function is called; does nothing where there is no window. */
export function listenForInvitations(onInvitation: (invitation: Invitation) => void): () => void {
  if (typeof window === "undefined") return () => {};
  const listener = (event: MessageEvent) => {
    const invitation = readInvitation(event);
    if (invitation) onInvitation(invitation);
  };
  window.addEventListener("message", listener);
  return () => window.removeEventListener("message", listener);
}
