/**
 * The files of systems: where ASDF finds a system that none of its own ways lead to. That is among the files
 * of the session, or else in the index that the host names, whose bundles become files under `/systems/`.
 */

import type { FunctionTable } from "../runtime/function-table.js";
import { fixedArguments } from "../runtime/library/fixed.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { isLispString, makeString, stringText } from "../runtime/objects/vectors.js";
import { Pathname } from "../runtime/pathnames/pathname.js";
import { sha256Text } from "../runtime/sealing.js";
import { nil, simpleError, sym } from "../runtime/signals.js";
import { longStep } from "../runtime/stack/safepoints.js";
import { wrongType } from "../runtime/streams/stream-arguments.js";
import { INDEX_FILE, type IndexedProject, readBundle, readIndex, type SystemIndex } from "../systems/format.js";
import { indexedSystem, nearNames, planFor } from "../systems/plan.js";
import type { Image } from "./image.js";

/** The directory of the projects that came from the index. */
const ROOT = "/systems/";

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
  const own = ownFile(image, place, name);
  if (own !== null) return own;
  const index = indexOf(image, place);
  const system = index && indexedSystem(index, name);
  if (!index || !system) return null;
  try {
    const needed = new Set(planFor(index, system).map(({ project }) => project));
    put(image, place, [...needed].map((each) => index.projects.get(each) as IndexedProject));
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
function ownFile(image: Image, { projects }: Place, name: string): string | null {
  const file = `/${name.split("/", 1)[0]}.asd`;
  const isIndexed = (path: string) =>
    path.startsWith(ROOT) && projects.has(path.slice(ROOT.length).split("/", 1)[0] as string);
  const found = image.files.names().filter((path) => path.endsWith(file) && !isIndexed(path));
  const depth = (path: string) => path.split("/").length;
  return found.reduce<string | null>(
    (best, each) => (best === null || depth(each) < depth(best) ? each : best),
    null,
  );
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

/** Makes files of the projects; where one cannot be had, of none. */
function put(image: Image, place: Place, needed: readonly IndexedProject[]): void {
  const missing = needed.filter(({ name }) => !place.projects.has(name));
  checkRoom(image, missing.reduce((sum, { length }) => sum + length, 0));
  const bundles = missing.map((project) => ({ project, files: fetchedFiles(image, project) }));
  for (const { project, files } of bundles) {
    for (const [path, text] of files) {
      const pathname = Pathname.ofPath(`${ROOT}${project.name}/${path}`);
      // What a program has put there is the program's.
      if (!image.files.has(pathname) && !image.files.write(pathname, text)) checkRoom(image, text.length);
    }
    place.projects.add(project.name);
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
  const own = image.files
    .names()
    .filter((path) => path.endsWith(".asd"))
    .map((path) => path.slice(path.lastIndexOf("/") + 1, -".asd".length));
  const all = [...new Set([...own, ...(index?.systems.keys() ?? [])])].sort();
  const near = nearNames(all, name, MOST_NEAR);
  const said = [`There is no system ${JSON.stringify(name)}.`];
  if (near.length > 0) said.push(`Near it: ${near.join(", ")}.`);
  const more = all.length > MOST_LISTED ? `, and ${all.length - MOST_LISTED} more` : "";
  if (all.length > 0) said.push(`There are ${all.slice(0, MOST_LISTED).join(", ")}${more}.`);
  if (index === null) said.push("The host has given no index of systems.");
  return said.join(" ");
}
