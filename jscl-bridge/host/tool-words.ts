import type { ToolSet } from "../contract/results.js";
import type { Platform } from "./platform.js";
import type { Clock } from "./time/clock.js";
import { within } from "./time/within.js";

/** Milliseconds that the file may take; the server starts without it then. */
const LOAD_MS = 15_000;

/**
 * What the server is to know of the tools outside of `core`: the file's data, or the sentence that says why
 * there is none. Null where no such tools were chosen, and the file is not loaded. Never rejects.
 */
export async function wordsOfTools(
  platform: Pick<Platform, "json">,
  clock: Clock,
  file: URL,
  sets: readonly ToolSet[] | undefined,
): Promise<unknown> {
  if (!Array.isArray(sets) || sets.join() === "core") return null;
  try {
    return await within(clock, LOAD_MS, platform.json(file), "It did not arrive in time.");
  } catch (error) {
    return (error as Error).message;
  }
}
