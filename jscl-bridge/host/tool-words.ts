import type { Platform } from "./platform.js";
import type { Clock } from "./time/clock.js";
import { within } from "./time/within.js";

/** Milliseconds that the file may take; the server goes on without it then. */
const LOAD_MS = 15_000;

/**
 * What the server is to know beyond what is in the wasm, of the tools outside of `core`, the guide and the
 * schemas of results: the file's data, or the sentence that says why there is none. Never rejects.
 */
export async function loadWords(platform: Pick<Platform, "json">, clock: Clock, file: URL): Promise<unknown> {
  try {
    return await within(clock, LOAD_MS, platform.json(file), "It did not arrive in time.");
  } catch (error) {
    return (error as Error).message;
  }
}
