import type { Platform } from "./platform.js";
import type { Clock } from "./time/clock.js";

/**
 * What the server is to know beyond what is in the wasm, of the tools outside of `core`, the guide and the
 * schemas of results: the file's data, or the sentence that says why there is none. Never rejects.
 */
export async function loadWords(platform: Pick<Platform, "json">, clock: Clock, file: URL): Promise<unknown> {
  try {
    return await platform.json(file, clock);
  } catch (error) {
    return (error as Error).message;
  }
}
