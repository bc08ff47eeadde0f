/** The command line of `jscl-mcp systems build`. */

import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { UsageError } from "../options.js";

export type BuildOptions = {
  /** The folder of projects. */
  readonly folder: string;
  /** Where the index and its bundles are written. */
  readonly out: string;
};

/** The word that the command line begins with. */
export const SYSTEMS = "systems";

const USAGE = "jscl-mcp systems build DIR --out OUT";

/**
 * Reads what follows `systems` in a command line.
 * @throws UsageError that says what is wrong.
 */
export function readBuildOptions(args: readonly string[]): BuildOptions {
  const { values, positionals } = parsed(args);
  const [command, folder, ...others] = positionals;
  const { out } = values;
  if (command !== "build" || folder === undefined || others.length > 0 || out === undefined)
    throw new UsageError(`${USAGE} makes an index of the systems in the folder DIR.`);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${folder} is no folder.`);
  return { folder, out };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { out: { type: "string" } } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
