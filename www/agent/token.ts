import { tabStore } from "../storage.js";

const KEY = "agent";
const FRAGMENT = "#agent=";

/**
 * What lets this page's agent in, where `jscl-mcp --page` has opened the page; null for any other visit. It
 * is taken out of the address, which people pass on, and kept for when the tab is loaded again.
 */
export function agentToken(): string | null {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(FRAGMENT)) return tabStore.read(KEY);
  const token = hash.slice(FRAGMENT.length);
  if (tabStore.write(KEY, token) === "kept") history.replaceState(history.state, "", pathname + search);
  return token;
}

/** Forgets a token that lets nobody in any more. */
export function forgetAgentToken(): void {
  tabStore.remove(KEY);
}
