/**
 * A directory of this machine that images were granted. All that they do there is done here, on the server's
 * thread, one thing after the other: no image's own thread may touch a file. So between the look at a path
 * and its use no session changes anything. For the sake of other programs, what was opened is compared with
 * what is at its path before a byte is read or written.
 */

import { randomBytes } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, sep } from "node:path";
import { type Done, type Found, type GrantedDirectory, LONGEST_FILE } from "../contract/granted-directory.js";
import { holdsSealed, isSealed } from "./sealed-places.js";

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
  ["EDQUOT", "Disk quota exceeded"],
  ["EFBIG", "File too large"],
  ["EROFS", "Read-only file system"],
  ["ELOOP", "Too many levels of symbolic links"],
  ["EXDEV", "Invalid cross-device link"],
  ["EINVAL", "Invalid argument"],
  ["EIO", "Input/output error"],
  ["ENAMETOOLONG", "File name too long"],
  ["EMFILE", "Too many open files"],
  ["EBUSY", "Device or resource busy"],
]);

const OUTSIDE = "It leads out of the directory that was granted";
const NO_FILE = "It is no regular file";
const CHANGED = "It was exchanged while it was being opened";
const SEALED = "It belongs to the program that runs this Lisp, which only reads it";

/** Where the system has no such flag, opening follows links, and the comparison afterwards finds it. */
const NO_LINKS = constants.O_NOFOLLOW ?? 0;
/** A pipe is not waited for. */
const TO_READ = constants.O_RDONLY | NO_LINKS | (constants.O_NONBLOCK ?? 0);
const TO_MAKE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_LINKS;

/** Random bytes of a temporary file's name. */
const NAME_BYTES = 16;

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
    if (!path.startsWith(root.slice(0, -1))) throw new Refused(OUTSIDE);
    const given = machinePath(path.endsWith("/") && path !== root ? path.slice(0, -1) : path);
    let real: string;
    try {
      real = realpathSync.native(given);
    } catch (error) {
      // A link that leads nowhere is a name like others: what is written takes its place.
      if (codeOf(error) !== "ENOENT") throw error;
      real = join(realpathSync.native(dirname(given)), nameIn(given));
    }
    if (real !== top && !real.startsWith(top.endsWith(sep) ? top : `${top}${sep}`))
      throw new Refused(OUTSIDE);
    return walked(top, real);
  };

  /** A name itself and not what it leads to, as what is about to be moved, removed or replaced. */
  const ownName = (path: string): string => {
    if (path === root) throw new Refused(REASONS.get("EPERM") ?? "");
    const own = path.endsWith("/")
      ? place(path)
      : join(place(path.slice(0, path.lastIndexOf("/") + 1)), nameIn(path));
    return changeable(own);
  };

  return {
    root,
    look: (path) => doing(() => lookAt(() => lstatSync(place(path), { bigint: true }))),
    read: (path) =>
      doing(() => {
        const file = place(path);
        // A device may do something when it is opened.
        if (!lstatSync(file).isFile()) throw new Refused(NO_FILE);
        return withOpen(top, file, TO_READ, undefined, (handle, { size }) => {
          if (size > LONGEST_FILE) throw new Refused(REASONS.get("EFBIG") ?? "");
          // A copy: programs are not to have objects of Node's own classes.
          return new Uint8Array(readFileSync(handle));
        });
      }),
    write: (path, content) =>
      doing(() => {
        const file = changeable(place(path));
        // Nobody can foresee the name, so nothing can lie there, a link least of all.
        const beside = join(dirname(file), `.${randomBytes(NAME_BYTES).toString("hex")}.jscl-mcp`);
        try {
          withOpen(top, beside, TO_MAKE, modeOf(file), (handle) => writeFileSync(handle, content));
          renameSync(beside, file);
        } catch (error) {
          removeIfThere(beside);
          throw error;
        }
      }),
    remove: (path) => doing(() => unlinkSync(ownName(path))),
    rename: (from, to) => doing(() => renameSync(ownName(from), ownName(to))),
    makeDirectory: (path) => doing(() => makeAll(place, root, path)),
    removeDirectory: (path) => doing(() => rmdirSync(ownName(path))),
    list: (path) =>
      doing(() => {
        const folder = place(path);
        const entries = readdirSync(folder, { withFileTypes: true });
        walked(top, folder);
        return entries.flatMap((entry) => {
          if (entry.isDirectory()) return [`${entry.name}/`];
          if (entry.isFile()) return [entry.name];
          // A link to a directory may lead back to one above.
          return entry.isSymbolicLink() && isFile(() => lstatSync(place(`${path}${entry.name}`)).isFile())
            ? [entry.name]
            : [];
        });
      }),
  };
}

/** The last part of a path. */
function nameIn(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(sep)) + 1);
  // The system reads these as directories.
  if (name === "" || name === "." || name === "..") throw new Refused(OUTSIDE);
  return name;
}

/** A path below `top` that has no links, when each directory on the way is still one. */
function walked(top: string, real: string): string {
  for (let end = top.length; end !== -1 && end < real.length; end = real.indexOf(sep, end + 1)) {
    const found = lstatSync(real.slice(0, end) || sep);
    if (found.isSymbolicLink()) throw new Refused(CHANGED);
  }
  return real;
}

/** A path that nothing of this program's own is at, in or above. */
function changeable(real: string): string {
  if (isSealed(real) || holdsSealed(real)) throw new Refused(SEALED);
  return real;
}

/**
 * Opens a file whose path has no links, and has something done with it when it is known to be the one of that
 * path.
 */
function withOpen<T>(
  top: string,
  file: string,
  flags: number,
  mode: number | undefined,
  work: (handle: number, found: { readonly size: number }) => T,
): T {
  const handle = openSync(file, flags, mode);
  try {
    const [opened, there] = [
      fstatSync(handle, { bigint: true }),
      lstatSync(walked(top, file), { bigint: true }),
    ];
    if (!opened.isFile()) throw new Refused(NO_FILE);
    if (opened.ino !== there.ino || opened.dev !== there.dev) throw new Refused(CHANGED);
    return work(handle, { size: Number(opened.size) });
  } finally {
    closeSync(handle);
  }
}

/** Each directory by itself, as a link among those above may lead elsewhere. */
function makeAll(place: (path: string) => string, root: string, path: string): void {
  for (let end = path.indexOf("/", root.length); end !== -1; end = path.indexOf("/", end + 1)) {
    const each = place(path.slice(0, end));
    if (isSealed(each)) throw new Refused(SEALED);
    try {
      mkdirSync(each);
    } catch (error) {
      if (codeOf(error) !== "EEXIST" || !lstatSync(each).isDirectory()) throw error;
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

/** The permissions of a file that is there; undefined where there is none. */
function modeOf(file: string): number | undefined {
  try {
    const found = lstatSync(file);
    return found.isFile() ? found.mode & 0o777 : undefined;
  } catch {
    return undefined;
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
