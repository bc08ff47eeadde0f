/** The projects of a folder, as they lie there: each folder in it that has a definition of a system. */

import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { bundleText, LONGEST_BUNDLE, problemOfPath } from "../../systems/format.js";

/** A project as it was read. */
export interface Project {
  readonly name: string;
  /** The texts of its files by their paths in it, in order. */
  readonly files: ReadonlyMap<string, string>;
  /** Its files that define systems, those highest up first. */
  readonly definitions: readonly string[];
  /** The text of its bundle. */
  readonly bundle: string;
  /** The files that are left out, as they are no text in UTF-8 or have a path that no bundle may have. */
  readonly leftOut: readonly string[];
}

/** What defines systems, by the ends of their files' names. */
const DEFINITION = ".asd";

/** Reads every project of a folder, in the order of their names; calls `leaveOut` for each that is none. */
export function* projectsOf(folder: string, leaveOut: (said: string) => void): Generator<Project> {
  for (const entry of entriesOf(folder)) {
    if (!isFolder(folder, entry)) continue;
    const project = projectAt(join(folder, entry.name), entry.name);
    if (project.definitions.length === 0) leaveOut(`${entry.name}: no file in it defines a system`);
    else if (project.bundle.length > LONGEST_BUNDLE)
      leaveOut(
        `${entry.name}: ${project.bundle.length} characters, and a bundle has ${LONGEST_BUNDLE} at most`,
      );
    else yield project;
  }
}

function projectAt(folder: string, name: string): Project {
  const leftOut: string[] = [];
  const files = new Map<string, string>();
  for (const path of pathsUnder(folder, "")) {
    const text = textOf(readFileSync(join(folder, path)));
    if (text === null || problemOfPath(path) !== null) leftOut.push(path);
    else files.set(path, text);
  }
  const depth = (path: string) => path.split("/").length;
  const definitions = [...files.keys()].filter((path) => path.endsWith(DEFINITION));
  definitions.sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1));
  return { name, files, definitions, bundle: bundleText(files), leftOut };
}

/** The paths of all files, in order. What begins with a dot is no source: `.git` for one. */
function* pathsUnder(folder: string, below: string): Generator<string> {
  for (const entry of entriesOf(join(folder, below))) {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) yield* pathsUnder(folder, `${path}/`);
    // A link may lead out of the folder, or back into it.
    else if (entry.isFile()) yield path;
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Whether an entry is a folder, or a link to one, as tools of packages make them. */
function isFolder(folder: string, entry: Dirent): boolean {
  return (
    entry.isDirectory() ||
    (entry.isSymbolicLink() &&
      statSync(join(folder, entry.name), { throwIfNoEntry: false })?.isDirectory() === true)
  );
}

/** The text of bytes in UTF-8; null where they are something else. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
