import type { ImageParts } from "./boot.js";
import { rareSource } from "./rare-functions.js";
import { textSource } from "./text-source.js";

/** Milliseconds after which the event of a refused import has come, if there is one. */
const EVENT_MS = 50;

/**
 * Imports what an image is made of from these addresses, or from beside this module. Rejects with an Error
 * that names the file when it cannot be had.
 */
export async function fetchImageParts(
  file = new URL("./jscl.js", import.meta.url).href,
  rareFile = new URL("./jscl-rare.js", import.meta.url).href,
  asdfFile = new URL("./jscl-asdf.json", import.meta.url).href,
  charactersFile = new URL("./jscl-characters.json", import.meta.url).href,
  systems?: string,
): Promise<ImageParts> {
  const { createJscl, overlay } = await importFile(file);
  if (typeof createJscl !== "function") throw new Error(`${file} is not the file of the Lisp.`);
  const [rare, textOf] = await Promise.all([rareSource(rareFile), textSource()]);
  return {
    ...{ createJscl, overlay, rare },
    asdf: () => textOf(asdfFile),
    characters: () => textOf(charactersFile),
    systems: systems && ((name) => textOf(systems + name)),
  };
}

async function importFile(file: string): Promise<Pick<ImageParts, "createJscl" | "overlay">> {
  const refusals = new AbortController();
  let isRefused = false;
  globalThis.addEventListener?.(
    "securitypolicyviolation",
    ({ blockedURI }: Event & { blockedURI?: string }) => {
      isRefused ||= blockedURI === file;
    },
    { signal: refusals.signal },
  );
  try {
    return await import(file);
  } catch (cause) {
    await new Promise((resolve) => setTimeout(resolve, EVENT_MS));
    const problem = isRefused
      ? `The Content-Security-Policy of ${holderOfPolicy()} does not let it import ${file}: add that file to its script-src.`
      : `${file} could not be imported.`;
    throw new Error(problem, { cause });
  } finally {
    refusals.abort();
  }
}

/** What the policy of this realm came with: a Worker that was not loaded from an address has its page's. */
export function holderOfPolicy(): string {
  const isOwn = typeof document === "undefined" && /^https?:$/.test(globalThis.location?.protocol ?? "");
  return isOwn ? globalThis.location.href : "the page";
}
