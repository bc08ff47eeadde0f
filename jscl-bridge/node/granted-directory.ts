/** A directory of this machine that an image was granted. It is all that the image's thread may write. */

import {
  type BigIntStats,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { sep } from "node:path";
import type { Done, Found, GrantedDirectory } from "../contract/granted-directory.js";

/** What the system says, by its names for it. */
const REASONS = new Map([
  ["ENOENT", "No such file or directory"],
  ["EACCES", "Permission denied"],
  ["EPERM", "Operation not permitted"],
  ["ERR_ACCESS_DENIED", "Permission denied"],
  ["EEXIST", "File exists"],
  ["EISDIR", "Is a directory"],
  ["ENOTDIR", "Not a directory"],
  ["ENOTEMPTY", "Directory not empty"],
  ["ENOSPC", "No space left on device"],
  ["EROFS", "Read-only file system"],
  ["ELOOP", "Too many levels of symbolic links"],
  ["ENAMETOOLONG", "File name too long"],
  ["EMFILE", "Too many open files"],
  ["EBUSY", "Device or resource busy"],
]);

const OUTSIDE = "It leads out of the directory that was granted";
const NO_FILE = "It is no regular file";

/** Why something was not done that the system might have done. */
class Refused extends Error {}

const isWindows = sep === "\\";

/** A path of this machine as Lisp has it. */
function lispPath(path: string): string {
  return isWindows ? `/${path.replaceAll("\\", "/")}` : path;
}

function machinePath(path: string): string {
  return isWindows ? path.slice(1).replaceAll("/", "\\") : path;
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}

/** Opens a directory, whose path is given as it is without links. */
export function openDirectory(directory: string): GrantedDirectory {
  const top = realpathSync.native(directory);
  const root = `${lispPath(top)}/`.replace(/\/+$/, "/");

  /** Where a path leads, which lies in the directory, whether there is something or not. */
  const place = (path: string): string => {
    const given = machinePath(path.endsWith("/") ? path.slice(0, -1) : path);
    const above = path.slice(0, path.replace(/\/$/, "").lastIndexOf("/"));
    let real: string;
    try {
      real = realpathSync.native(given);
    } catch (error) {
      // A link that leads nowhere is a name like others: what is written takes its place.
      if (codeOf(error) !== "ENOENT") throw error;
      real = `${realpathSync.native(machinePath(above))}${given.slice(machinePath(above).length)}`;
    }
    if (real !== top && !real.startsWith(`${top}${sep}`)) throw new Refused(OUTSIDE);
    return real;
  };

  return {
    root,
    look: (path) => doing(() => lookAt(() => statSync(place(path), { bigint: true }))),
    read: (path) =>
      doing(() => {
        const file = place(path);
        if (!statSync(file).isFile()) throw new Refused(NO_FILE);
        // A copy: programs are not to have objects of Node's own classes.
        return new Uint8Array(readFileSync(file));
      }),
    write: (path, content) =>
      doing(() => {
        const file = place(path);
        const end = file.lastIndexOf(sep) + 1;
        const beside = `${file.slice(0, end)}.${file.slice(end)}.jscl-mcp-new`;
        const mode = modeOf(file);
        try {
          writeFileSync(beside, content, mode === null ? {} : { mode });
          renameSync(beside, file);
        } catch (error) {
          removeIfThere(beside);
          throw error;
        }
      }),
    remove: (path) => doing(() => unlinkSync(ownName(place, path))),
    rename: (from, to) => doing(() => renameSync(ownName(place, from), ownName(place, to))),
    makeDirectory: (path) => doing(() => makeAll(place, root, path)),
    removeDirectory: (path) => doing(() => rmdirSync(place(path))),
    list: (path) =>
      doing(() =>
        readdirSync(place(path), { withFileTypes: true }).flatMap((entry) => {
          if (entry.isDirectory()) return [`${entry.name}/`];
          if (entry.isFile()) return [entry.name];
          // A link to a directory may lead back to one above.
          return entry.isSymbolicLink() && isFile(() => statSync(place(`${path}${entry.name}`)).isFile())
            ? [entry.name]
            : [];
        }),
      ),
  };
}

/** A name itself and not what it leads to: its directory's place, and the name. */
function ownName(place: (path: string) => string, path: string): string {
  const end = path.lastIndexOf("/");
  return `${place(path.slice(0, end + 1))}${sep}${path.slice(end + 1)}`;
}

/** Each directory by itself, as a link among those above may lead elsewhere. */
function makeAll(place: (path: string) => string, root: string, path: string): void {
  for (let end = path.indexOf("/", root.length); end !== -1; end = path.indexOf("/", end + 1)) {
    const each = place(path.slice(0, end));
    try {
      mkdirSync(each);
    } catch (error) {
      if (codeOf(error) !== "EEXIST" || !statSync(each).isDirectory()) throw error;
    }
  }
}

function lookAt(stat: () => BigIntStats): Found | null {
  try {
    const found = stat();
    const kind = found.isFile() ? "file" : found.isDirectory() ? "directory" : null;
    return kind && { kind, size: Number(found.size), writtenMs: Number(found.mtimeMs) };
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return null;
    throw error;
  }
}

function isFile(test: () => boolean): boolean {
  try {
    return test();
  } catch {
    return false;
  }
}

/** The permissions of a file that is there; null where there is none. */
function modeOf(file: string): number | null {
  try {
    return lstatSync(file).mode & 0o777;
  } catch {
    return null;
  }
}

function removeIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // There is none.
  }
}

/** Does something with the machine's files, and says in its words why it cannot be done. */
function doing<T>(work: () => T): Done<T> {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message };
    const code = codeOf(error);
    if (code === "") throw error;
    return { problem: REASONS.get(code) ?? code };
  }
}
