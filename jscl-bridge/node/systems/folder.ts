import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { INDEX_FILE } from "../../systems/format.js";

/**
 * The address of a folder that holds an index of systems, given by its path or its address.
 * @throws Error for another folder, which a program would find out about much later.
 */
export function folderOfSystems(folder: string | URL): URL {
  const path = folder instanceof URL ? fileURLToPath(folder) : resolve(folder);
  if (!existsSync(join(path, INDEX_FILE)))
    throw new Error(
      `There is no ${INDEX_FILE} in ${path}: jscl-mcp systems build DIR --out ${path} makes one of a folder of projects.`,
    );
  return pathToFileURL(`${path}/`);
}
