import { FLAGS, type Grants } from "../engine/power/grants.js";
import type { ImageMode } from "./images/image-handle.js";

/**
 * The grants as images get them; `possible` are those that there are here.
 * @throws Error for a grant that does not exist, has a value of the wrong kind, or that the mode cannot give.
 */
export function checkGrants(given: unknown, mode: ImageMode, possible: readonly string[]): Grants {
  if (typeof given !== "object" || given === null) throw new Error('Option "grants" must be an object.');
  for (const [name, value] of Object.entries(given)) {
    if (name === "fetch") checkOrigins(value);
    else if (name === "files") checkDirectory(value);
    else if (!(FLAGS as readonly string[]).includes(name))
      throw new Error(`Unknown grant "${name}": there are fetch, files, ${FLAGS.join(", ")}.`);
    else if (typeof value !== "boolean") throw new Error(`Grant "${name}" must be true or false.`);
    if (!possible.includes(name)) throw new Error(`Grant "${name}" cannot be given here.`);
  }
  if ((given as Grants).dom === true && mode !== "page")
    throw new Error('Grant "dom" needs mode "page": a Worker has no document.');
  return given;
}

function checkDirectory(value: unknown): void {
  if (typeof value !== "string" || value === "")
    throw new Error('Grant "files" must be the path of a directory.');
}

function checkOrigins(value: unknown): void {
  if (!Array.isArray(value)) throw new Error('Grant "fetch" must be an array of origins.');
  for (const origin of value)
    if (typeof origin !== "string" || originOf(origin) !== origin)
      throw new Error(
        `Grant "fetch": "${String(origin)}" is no origin; one is written like "https://api.example".`,
      );
}

function originOf(text: string): string | null {
  try {
    const { origin, protocol } = new URL(text);
    return protocol === "https:" || protocol === "http:" ? origin : null;
  } catch {
    return null;
  }
}
