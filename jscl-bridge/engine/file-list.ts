import type { FileReport, FilesReport } from "../contract/results.js";
import type { MemoryFiles } from "../runtime/memory-files.js";
import { quotedPath } from "../runtime/pathnames/pathname.js";

/** Characters of a file's entry beside its names. */
const ENTRY_CHARS = 60;

/**
 * What is in a directory of an image, as much as there is room for in so many characters; null where there is
 * no such directory. Its path ends with a slash; in the report it and paths are written as namestrings.
 */
export function filesOf(files: MemoryFiles, root: string, limit: number): FilesReport | null {
  const inside = files.inside(root);
  if (inside.length === 0 && !files.hasDirectory(root)) return null;
  const entries = new Map<string, FileReport>();
  for (const path of inside) {
    const [name = "", ...rest] = path.slice(root.length).split("/");
    if (rest.length === 0)
      entries.set(name, { name, path: quotedPath(path), kind: "file", characters: null, bytes: null });
    else if (!entries.has(`${name}/`)) {
      const within = quotedPath(`${root}${name}/`);
      entries.set(`${name}/`, { name, path: within, kind: "directory", characters: null, bytes: null });
    }
  }
  const sorted = [...entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  let room = limit;
  const shown = sorted
    .filter(({ name, path }) => {
      room -= name.length + path.length + ENTRY_CHARS;
      return room >= 0;
    })
    .map((entry) => (entry.kind === "file" ? { ...entry, ...files.sizeOf(`${root}${entry.name}`) } : entry));
  return { directory: quotedPath(root), found: true, files: shown, total: sorted.length, image: files.id };
}

/** The same in words. */
export function filesText({ directory, files, total }: FilesReport): string {
  if (total === 0) return `There are no files in ${directory}.`;
  const lines = files.map(({ path, characters, bytes }) => {
    if (characters !== null) return `${path}: ${characters} ${characters === 1 ? "character" : "characters"}`;
    return bytes === null ? path : `${path}: ${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  });
  const more = total - files.length;
  if (more > 0) lines.push(`… ${more} more`);
  return [`Files in ${directory}:`, ...lines].join("\n");
}
