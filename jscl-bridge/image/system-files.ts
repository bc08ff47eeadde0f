/**
 * The files of systems: where ASDF finds a system that none of its own ways lead to. That is among the files
 * of the session, or else in the index that the host names, whose bundles become files under `/systems/`.
 */

import type { FunctionTable } from "../runtime/function-table.js";
import { fixedArguments } from "../runtime/library/fixed.js";
import type { MemoryFiles } from "../runtime/memory-files.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { isLispString, makeString, stringText } from "../runtime/objects/vectors.js";
import { Pathname } from "../runtime/pathnames/pathname.js";
import { sha256Text } from "../runtime/sealing.js";
import { nil, simpleError, sym } from "../runtime/signals.js";
import { longStep } from "../runtime/stack/safepoints.js";
import { wrongType } from "../runtime/streams/stream-arguments.js";
import {
  INDEX_FILE,
  type IndexedProject,
  type IndexedSystem,
  readBundle,
  readIndex,
  type SystemIndex,
} from "../systems/format.js";
import { indexedSystem, nearNames, planFor } from "../systems/plan.js";
import { CompiledSystems, ROOT, WRITTEN } from "./compiled-systems.js";
import type { Image } from "./image.js";

const ASD = ".asd";

/** Names that an error lists, of those that are near and of all. */
const MOST_NEAR = 5;
const MOST_LISTED = 200;

interface Place {
  /** Null until it is asked for, and after it could not be had. */
  index: SystemIndex | null;
  /** The projects whose files were put into the session's. */
  readonly projects: Set<string>;
}

/** What the overlay calls to find systems. */
export function systemFunctions(image: Image): FunctionTable {
  const place: Place = { index: null, projects: new Set() };
  return {
    "JSCL-MCP::SYSTEM-FILE": fixedArguments(1, 1, (name) => {
      const path = systemFile(image, place, textOf(name));
      return path === null ? nil() : Pathname.ofPath(path);
    }),
    "JSCL-MCP::NO-SYSTEM": fixedArguments(1, 1, (name) =>
      makeString(withoutSystem(image, place, textOf(name))),
    ),
  };
}

const textOf = (x: LispValue): string => (isLispString(x) ? stringText(x) : wrongType(x, sym("STRING")));

/** The path of the file that defines a system, which is there then, as all are that the system depends on. */
function systemFile(image: Image, place: Place, name: string): string | null {
  const index = indexOf(image, place);
  const own = ownFile(image, index, name);
  if (own !== null) return own;
  const system = index && indexedSystem(index, name);
  if (!index || !system) return null;
  try {
    if (image.keptCode !== null) image.compiledSystems ??= new CompiledSystems(image, image.keptCode);
    const systems = planFor(index, system);
    put(image, place, index, systems);
    image.compiledSystems?.restore(index, systems, name);
  } catch (problem) {
    return failed(`System ${JSON.stringify(name)} cannot be loaded: ~A.`, problem);
  }
  return `${ROOT}${system.project}/${system.file}`;
}

/** Signals what a part of this file could not do; other exits pass. */
function failed(control: string, problem: unknown): never {
  if (!(problem instanceof Error)) throw problem;
  return simpleError(control, makeString(problem.message));
}

/** A file of the session's own that is called as the system is; of several the one that is highest up. */
function ownFile({ files }: Image, index: SystemIndex | null, name: string): string | null {
  const file = `/${name.split("/", 1)[0]}.asd`;
  const projectOf = (path: string) => path.slice(ROOT.length).split("/", 1)[0] as string;
  // A session that was restored may have a few files of a project of the index.
  const isIndexed = (path: string) => path.startsWith(ROOT) && index?.projects.has(projectOf(path)) === true;
  const depth = (path: string) => path.split("/").length;
  const found = definitionsIn(files).filter((path) => path.endsWith(file) && !isIndexed(path));
  return found.sort((one, other) => depth(one) - depth(other))[0] ?? null;
}

/** The files that define systems: those in memory, and those that lie in a granted directory itself. */
function definitionsIn(files: MemoryFiles): readonly string[] {
  const granted = files.home === "/" ? [] : files.inside(files.home);
  return [...files.inside("/"), ...granted].filter((path) => path.endsWith(ASD));
}

function indexOf({ systems }: Image, place: Place): SystemIndex | null {
  if (!systems) return null;
  try {
    place.index ??= readIndex(systems(INDEX_FILE));
  } catch (problem) {
    return failed("The index of systems cannot be used: ~A.", problem);
  }
  return place.index;
}

/** Makes files of the projects that define some systems; where one cannot be had, of none. */
function put(image: Image, place: Place, index: SystemIndex, systems: readonly IndexedSystem[]): void {
  const names = new Set(systems.map(({ project }) => project));
  const missing = [...names].filter((name) => !place.projects.has(name));
  const projects = missing.map((name) => index.projects.get(name) as IndexedProject);
  checkRoom(
    image,
    projects.reduce((sum, { length }) => sum + length, 0),
  );
  const bundles = projects.map((project) => ({ project, files: fetchedFiles(image, project) }));
  for (const { project, files } of bundles)
    for (const { name, file } of systems.filter((each) => each.project === project.name))
      if (!files.has(file)) throw new Error(`${project.bundle} has no file ${file}, which defines "${name}"`);
  const written = image.compiledSystems === null ? undefined : WRITTEN;
  for (const { project, files } of bundles) {
    for (const [path, text] of files) {
      const pathname = Pathname.ofPath(`${ROOT}${project.name}/${path}`);
      // What a program has put there is the program's.
      if (!image.files.has(pathname) && !image.files.write(pathname, text, written))
        checkRoom(image, text.length);
    }
    place.projects.add(project.name);
    image.compiledSystems?.fetched(project.name, project.sha256);
  }
}

function checkRoom({ files }: Image, length: number): void {
  if (length > files.room)
    throw new Error(`its files have ${length} characters, and there is room for ${files.room}`);
}

function fetchedFiles({ systems }: Image, project: IndexedProject): ReadonlyMap<string, string> {
  const { bundle, sha256, length } = project;
  const text = (systems as (name: string) => string)(bundle);
  longStep();
  if (text.length !== length || sha256Text(text) !== sha256)
    throw new Error(`${bundle} is not the bundle that the index names: its hash is another`);
  const files = readBundle(text);
  longStep();
  return files;
}

/** The sentences that say that there is no such system, what is near, and what there is. */
function withoutSystem(image: Image, place: Place, name: string): string {
  const index = indexOf(image, place);
  const own = definitionsIn(image.files).map((path) => path.slice(path.lastIndexOf("/") + 1, -ASD.length));
  const known = new Set([...own, ...(index?.systems.keys() ?? [])]);
  const near = nearNames(known, name, MOST_NEAR);
  // The others belong to one of these.
  const all = [...known].filter((each) => !each.includes("/")).sort();
  const said = [`There is no system ${JSON.stringify(name)}.`];
  if (near.length > 0) said.push(`Near it: ${near.join(", ")}.`);
  const more = all.length > MOST_LISTED ? `, and ${all.length - MOST_LISTED} more` : "";
  if (all.length > 0) said.push(`There are ${all.slice(0, MOST_LISTED).join(", ")}${more}.`);
  if (index === null) said.push("The host has given no index of systems.");
  return said.join(" ");
}
