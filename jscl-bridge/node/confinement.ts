/**
 * Node's permission model: what a process, or a thread, may still do when it is not meant to do more. Each
 * thread has permissions of its own, those that its options name, and all there are where they name none: so
 * no thread is started without, and none may start others.
 */
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/** All that is left. */
type Allowances = {
  /** Files and whole folders. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly threads: boolean;
  readonly network?: boolean;
};

/** As later versions name it, and Node 20. */
const NAMES = ["--permission", "--experimental-permission"];

/** What Node says of a model that is young, and of threads. */
const SILENCED = ["ExperimentalWarning", "SecurityWarning"];

/** Options by which this Node allows nothing else; none where it has no permission model. */
export function confinedTo({ read, write, threads, network }: Allowances): readonly string[] {
  const known = process.allowedNodeEnvironmentFlags;
  const name = NAMES.find((each) => known.has(each));
  if (name === undefined) return [];
  return [
    name,
    ...SILENCED.map((kind) => `--disable-warning=${kind}`),
    ...allSpellings(read).map((path) => `--allow-fs-read=${path}`),
    ...allSpellings(write).map((path) => `--allow-fs-write=${path}`),
    ...(threads ? ["--allow-worker"] : []),
    // Before version 25 Node's permissions say nothing of the network.
    ...(network && known.has("--allow-net") ? ["--allow-net"] : []),
  ];
}

/** What Node reads to load modules of a folder: its files, and what says that they are modules. */
export function readToLoad(folder: string): readonly string[] {
  const descriptions = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    const description = join(at, "package.json");
    descriptions.push(description);
    if (existsSync(description) || at === dirname(at)) return [folder, ...descriptions];
  }
}

/**
 * Each once, none before one that it begins with, and none in a folder that is allowed whole: Node 20 ends at
 * a path that begins one it was given before, and forbids a folder itself where one in it is named.
 */
function allSpellings(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths.flatMap(spellings))].sort((one, other) => one.length - other.length);
  const folders = all.filter(isFolder);
  return all.filter((path) => !folders.some((folder) => isIn(folder, path)));
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

const isIn = (folder: string, path: string) =>
  path !== folder && path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** A path as it is given, and as it is without symbolic links: permissions are asked for both. */
function spellings(path: string): readonly string[] {
  const given = resolve(path);
  try {
    return [...new Set([given, realpathSync(given)])];
  } catch {
    return [given];
  }
}
