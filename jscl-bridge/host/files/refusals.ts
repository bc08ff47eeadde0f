/** What the page's Content-Security-Policy has refused, which nothing but an event says. */

type Refusal = { readonly address: string; readonly directive: string };

/** More are not remembered: a page that refuses so much has told us enough. */
const MOST = 100;

/** Milliseconds after which the event of a failure has come, if there is one. */
const EVENT_MS = 50;

const seen: Refusal[] = [];
let isWatching = false;

/** Begins to take note, before something is loaded that could be refused. */
export function watchRefusals(): void {
  if (isWatching || typeof globalThis.addEventListener !== "function") return;
  isWatching = true;
  globalThis.addEventListener("securitypolicyviolation", (event) => {
    const { disposition, blockedURI, effectiveDirective } = event as SecurityPolicyViolationEvent;
    if (disposition === "enforce" && seen.length < MOST)
      seen.push({ address: blockedURI, directive: effectiveDirective });
  });
}

/** The directive by which one of the addresses was refused; null when none was. */
export async function refusalOf(...addresses: readonly string[]): Promise<string | null> {
  await new Promise((resolve) => setTimeout(resolve, EVENT_MS));
  return seen.findLast(({ address }) => addresses.includes(address))?.directive ?? null;
}
