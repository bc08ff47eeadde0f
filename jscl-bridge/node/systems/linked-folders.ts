import { readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/** Where the links among a folder's entries lead that are links to folders: tools of packages make such. */
export function linkedFolders(folder: string): readonly string[] {
  const links = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
  const paths = links.map(({ name }) => join(folder, name));
  return paths
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    .map((path) => realpathSync(path));
}
