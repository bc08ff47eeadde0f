/**
 * The index of systems, and the bundles beside it: what `jscl-mcp systems build` writes and an image reads.
 * This file is the one truth about both. What does not hold to it is refused as a whole, by an Error whose
 * message completes "It is no index of systems: ".
 *
 * The index is JSON: its format, its projects, its systems. A bundle is JSON, too: an object with the text of
 * each file by its path in the project. The hash of a bundle holds for all files in it.
 */

/** The member that tells an index from other JSON; another number is another format. */
export const FORMAT = "jscl-mcp systems 1";

/** The name of an index in its folder. Its bundles are beside it. */
export const INDEX_FILE = "systems.json";

/** A folder of sources, which is fetched as one bundle. */
export interface IndexedProject {
  /** By which its folder is called: one segment of a path. */
  readonly name: string;
  /** The file of its bundle, in the folder of the index. */
  readonly bundle: string;
  /** SHA-256 of the bundle, in hexadecimal digits. */
  readonly sha256: string;
  /** UTF-16 units of the bundle's text. */
  readonly length: number;
}

/** A system that a file of a project defines. */
export interface IndexedSystem {
  readonly name: string;
  /** The name of its project. */
  readonly project: string;
  /** The file that defines it, by its path in the project. */
  readonly file: string;
  /** The systems that it depends on, in their order; some of them may not be in the index. */
  readonly dependsOn: readonly string[];
}

export interface SystemIndex {
  readonly projects: ReadonlyMap<string, IndexedProject>;
  readonly systems: ReadonlyMap<string, IndexedSystem>;
}

/** UTF-16 units of a bundle: what a file of an image can hold at most, twice. */
export const LONGEST_BUNDLE = 64 * 1024 * 1024;

/** Characters of a name, or of a path. */
const LONGEST_NAME = 1000;

/** The index in this text. */
export function readIndex(text: string): SystemIndex {
  const whole = members(parsed(text), "it", ["format", "projects", "systems"]);
  if (whole["format"] !== FORMAT)
    throw new Error(`its format is ${JSON.stringify(whole["format"])}, not ${JSON.stringify(FORMAT)}`);
  const projects = named(items(whole["projects"], "projects").map(projectOf), "project");
  const systems = named(items(whole["systems"], "systems").map(systemOf), "system");
  for (const { name, project } of systems.values())
    if (!projects.has(project))
      throw new Error(`system "${name}" is of a project "${project}" that it lacks`);
  return { projects, systems };
}

/** The text of an index, the same for the same content. */
export function indexText({ projects, systems }: SystemIndex): string {
  const lines = (all: Iterable<{ readonly name: string }>) =>
    [...all]
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((each) => JSON.stringify(each))
      .join(",\n");
  const format = JSON.stringify(FORMAT);
  return `{"format":${format},\n"projects":[\n${lines(projects.values())}\n],\n"systems":[\n${lines(systems.values())}\n]}\n`;
}

/** The texts of a bundle's files by their paths, none of which leads out of the project. */
export function readBundle(text: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [path, content] of Object.entries(objectOf(parsed(text), "it"))) {
    files.set(pathOf(path, "a file"), stringOf(content, `the file "${path}"`));
  }
  return files;
}

export function bundleText(files: ReadonlyMap<string, string>): string {
  return JSON.stringify(Object.fromEntries(files));
}

/** What is wrong with a path in a project; null for one that is a file's in it. */
export function problemOfPath(path: string): string | null {
  if (path.length > LONGEST_NAME) return "is too long";
  if (path.includes("\\") || path.includes("\0")) return "has a character that no path has here";
  const segments = path.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".."))
    return "leads out of its project";
  return null;
}

function projectOf(value: unknown): IndexedProject {
  const { name, bundle, sha256, length } = members(value, "a project", [
    "name",
    "bundle",
    "sha256",
    "length",
  ]);
  const what = `project ${JSON.stringify(name)}`;
  const hash = stringOf(sha256, `the hash of ${what}`);
  if (hash.length !== 64 || !hash.split("").every((digit) => "0123456789abcdef".includes(digit)))
    throw new Error(`the hash of ${what} is no SHA-256`);
  if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 0)
    throw new Error(`the length of ${what} is no number of characters`);
  if (length > LONGEST_BUNDLE)
    throw new Error(`${what} has ${length} characters, and a bundle ${LONGEST_BUNDLE} at most`);
  return {
    name: segmentOf(name, `the name of ${what}`),
    bundle: segmentOf(bundle, `the bundle of ${what}`),
    sha256: hash,
    length,
  };
}

function systemOf(value: unknown): IndexedSystem {
  const { name, project, file, dependsOn } = members(value, "a system", [
    "name",
    "project",
    "file",
    "dependsOn",
  ]);
  const what = `system ${JSON.stringify(name)}`;
  return {
    name: stringOf(name, `the name of ${what}`),
    project: stringOf(project, `the project of ${what}`),
    file: pathOf(file, `the file of ${what}`),
    dependsOn: items(dependsOn, `what ${what} depends on`).map((each) =>
      stringOf(each, `what ${what} depends on`),
    ),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("it is no JSON");
  }
}

function objectOf(value: unknown, what: string): object {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${what} is no object`);
  return value;
}

/** The members of an object that has these and no others. */
function members(value: unknown, what: string, names: readonly string[]): Record<string, unknown> {
  const object = objectOf(value, what);
  for (const name of names) if (!Object.hasOwn(object, name)) throw new Error(`${what} has no "${name}"`);
  for (const name of Object.keys(object))
    if (!names.includes(name)) throw new Error(`${what} has a member "${name}" that nobody knows`);
  return object as Record<string, unknown>;
}

function items(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${what} is no list`);
  return value;
}

function stringOf(value: unknown, what: string): string {
  if (typeof value !== "string") throw new Error(`${what} is no string`);
  return value;
}

function pathOf(value: unknown, what: string): string {
  const path = stringOf(value, what);
  const problem = problemOfPath(path);
  if (problem !== null) throw new Error(`${what}, ${JSON.stringify(path)}, ${problem}`);
  return path;
}

function segmentOf(value: unknown, what: string): string {
  const segment = pathOf(value, what);
  if (segment.includes("/")) throw new Error(`${what}, ${JSON.stringify(segment)}, is no single name`);
  return segment;
}

function named<T extends { readonly name: string }>(all: readonly T[], what: string): Map<string, T> {
  const map = new Map<string, T>();
  for (const each of all) {
    if (map.has(each.name)) throw new Error(`it has two of the ${what} "${each.name}"`);
    map.set(each.name, each);
  }
  return map;
}
