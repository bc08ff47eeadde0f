/** Makes an index of systems, and its bundles, of a folder of projects. */

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  INDEX_FILE,
  type IndexedProject,
  type IndexedSystem,
  indexText,
  type SystemIndex,
} from "../../systems/format.js";
import { planFor } from "../../systems/plan.js";
import { LispServer } from "../index.js";
import { LocalClient } from "../local-client.js";
import { Describer, definedBy, standIn } from "./describe.js";
import { type Project, projectsOf } from "./projects.js";

/** What was made, in numbers. */
interface Built {
  readonly projects: number;
  readonly systems: number;
}

/** Characters of projects after which an image makes place for one with room for files. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** Digits of a bundle's hash in its name, by which a server may say that it never changes. */
const NAME_DIGITS = 16;

/**
 * Writes an index of the projects in `folder`, and a bundle of each, into `out`. Calls `say` with a line for
 * each file, definition or system that is left out.
 */
export async function buildIndex(folder: string, out: string, say: (line: string) => void): Promise<Built> {
  mkdirSync(out, { recursive: true });
  const projects = new Map<string, IndexedProject>();
  const read: Project[] = [];
  for (const project of projectsOf(folder, say)) {
    if (project.leftOut.length > 0) say(leftOutOf(project));
    projects.set(project.name, written(project, out));
    // Its texts are in the bundle: all projects' would fill the memory.
    read.push({ ...project, files: new Map(), bundle: "" });
  }
  const stand = standIns(read);
  writeFileSync(join(out, INDEX_FILE), indexText({ projects, systems: stand }));
  const systems = await describedSystems(read, projects, out, say);
  const index = withoutCircles({ projects, systems }, say);
  writeFileSync(join(out, INDEX_FILE), indexText(index));
  return { projects: projects.size, systems: index.systems.size };
}

/** Files that a line names of those that are left out. */
const MOST_NAMED = 5;

function leftOutOf({ name, leftOut }: Project): string {
  const more = leftOut.length > MOST_NAMED ? `, and ${leftOut.length - MOST_NAMED} more` : "";
  return `${name}: no text, and left out: ${leftOut.slice(0, MOST_NAMED).join(", ")}${more}`;
}

function written({ name, bundle }: Project, out: string): IndexedProject {
  const sha256 = createHash("sha256").update(bundle, "utf8").digest("hex");
  const file = `${name}-${sha256.slice(0, NAME_DIGITS)}.json`;
  writeFileSync(join(out, file), bundle);
  return { name, bundle: file, sha256, length: bundle.length };
}

/** What an image finds systems by before it has said which there are: the names of files. */
function standIns(projects: readonly Project[]): ReadonlyMap<string, IndexedSystem> {
  const systems: IndexedSystem[] = [];
  for (const project of projects) {
    const all = [[standIn(project), project.definitions[0] as string] as const].concat(
      project.definitions.map((file) => [definedBy(file), file] as const),
    );
    for (const [name, file] of all) systems.push({ name, project: project.name, file, dependsOn: [] });
  }
  return chosen(systems, () => {});
}

/** Of systems of the same name the one whose file is highest up, and then the first. */
function chosen(
  systems: readonly IndexedSystem[],
  say: (line: string) => void,
): ReadonlyMap<string, IndexedSystem> {
  const depth = ({ file }: IndexedSystem) => file.split("/").length;
  const byName = new Map<string, IndexedSystem>();
  for (const system of systems) {
    const other = byName.get(system.name);
    const [best, worse] =
      other !== undefined && depth(other) <= depth(system) ? [other, system] : [system, other];
    byName.set(system.name, best);
    if (worse !== undefined)
      say(
        `${worse.project}/${worse.file}: system "${worse.name}" is the one of ${best.project}/${best.file}`,
      );
  }
  return byName;
}

async function describedSystems(
  read: readonly Project[],
  projects: ReadonlyMap<string, IndexedProject>,
  out: string,
  say: (line: string) => void,
): Promise<ReadonlyMap<string, IndexedSystem>> {
  const server = await LispServer.start({ systems: out });
  const describer = new Describer(new LocalClient(server));
  const systems: IndexedSystem[] = [];
  let characters = 0;
  try {
    for (const project of read) {
      characters += projects.get(project.name)?.length ?? 0;
      if (characters > MOST_CHARACTERS) {
        await describer.reset();
        characters = 0;
      }
      const described = await describer.describe(project);
      described.problems.forEach(say);
      systems.push(...described.systems);
    }
  } finally {
    await server.close();
  }
  return chosen(systems, say);
}

/** The same without the systems that depend on themselves, which nothing can load. */
function withoutCircles(index: SystemIndex, say: (line: string) => void): SystemIndex {
  const systems = new Map(index.systems);
  for (const system of index.systems.values()) {
    try {
      planFor(index, system);
    } catch (problem) {
      systems.delete(system.name);
      say(`${system.project}/${system.file}: ${(problem as Error).message}`);
    }
  }
  return { projects: index.projects, systems };
}
