import type { WindowName } from "../../contract/host.js";

/** The window by that name; null where there is none. */
export function windowNamed(name: WindowName): Window | null {
  if (name === "self") return window;
  if (name === "opener") return window.opener;
  return window.parent === window ? null : window.parent;
}

/**
 * The origin of the page that frames this one; "" where the browser does not tell it, null where there is
 * none.
 */
export function parentOrigin(): string | undefined {
  return windowNamed("parent") === null ? undefined : (globalThis.location.ancestorOrigins?.[0] ?? "");
}

/** Whether a message may be a client's, as far as that can be told without unpacking it. */
export function mayBeHeard({ isTrusted, source }: MessageEvent): boolean {
  return (
    isTrusted &&
    source !== null &&
    (source === window || source === window.parent || source === window.opener)
  );
}
