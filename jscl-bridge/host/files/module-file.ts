import type { Clock } from "../time/clock.js";
import { problemOfScript } from "./file-problems.js";
import { untilSilent } from "./silence.js";

/**
 * A module of the package that is loaded when it is needed. Rejects with an Error that says in one sentence
 * why it could not be imported.
 */
export function importModule(file: URL, clock: Clock): Promise<unknown> {
  return untilSilent(file, clock, imported(file));
}

async function imported(file: URL): Promise<unknown> {
  try {
    return await import(file.href);
  } catch (cause) {
    throw new Error((await problemOfScript(file)) ?? `${file.href} could not be imported.`, { cause });
  }
}
