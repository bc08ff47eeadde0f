/**
 * Places that no program may change although they lie in a directory that it was granted: what this process
 * runs, or writes for itself. A program that replaced the package's files would be the next start's own code;
 * one that put a link where the journal writes would have it write elsewhere.
 */
import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

const sealed = new Set<string>();

/** Seals files and folders, with all that is in them, for as long as this process lives. */
export function seal(paths: readonly string[]): void {
  for (const path of paths) {
    const given = resolve(path);
    // A link is sealed as well as what it leads to.
    sealed.add(join(realPath(dirname(given)), basename(given))).add(realPath(given));
  }
}

/** Whether a path, which is one without links, is sealed or lies in a folder that is. */
export function isSealed(path: string): boolean {
  for (const each of sealed) if (path === each || isIn(each, path)) return true;
  return false;
}

/** Whether something sealed would go along with a path, which is one without links, when that is moved. */
export function holdsSealed(path: string): boolean {
  for (const each of sealed) if (isIn(path, each)) return true;
  return false;
}

function isIn(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
