/** Where the libraries are: fetched by commit under build/, since they are not ours. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { BUILD } from "../../../scripts/lib/paths.mjs";
import { Problem } from "../../../scripts/lib/report.mjs";
import { mustRun } from "../../../scripts/lib/run.mjs";

const { libraries, repositories } = JSON.parse(readFileSync(new URL("list.json", import.meta.url), "utf8"));

const FOLDER = join(BUILD, "libraries");

/** Larger files are data of tests that take too long to bring into an image. */
const MOST_BYTES = 4_000_000;

/** The systems of the list that have these names, or all. */
export function librariesNamed(names) {
  const unknown = names.find((name) => !libraries.some(({ system }) => system === name));
  if (unknown) throw new Problem(`"${unknown}" is not in tests/campaigns/libraries/list.json.`);
  return names.length === 0 ? libraries : libraries.filter(({ system }) => names.includes(system));
}

/** Fetches each repository by its commit, from GitHub or from the checkouts in one of some folders. */
export async function fetchAll(from) {
  for (const [name, { at, commit }] of Object.entries(repositories)) {
    const folder = join(FOLDER, name);
    const head = join(folder, ".git", "HEAD");
    if (existsSync(head) && readFileSync(head, "utf8").trim() === commit) continue;
    mkdirSync(folder, { recursive: true });
    const own = from.map((each) => join(resolve(each), name)).find((each) => existsSync(join(each, ".git")));
    const git = (...args) => mustRun("git", ["-C", folder, ...args], { quiet: true });
    await git("init", "--quiet");
    await git("fetch", "--quiet", "--depth", "1", own ?? `https://github.com/${at}.git`, commit);
    await git("checkout", "--quiet", "--force", commit);
    console.log(`${name} ${commit.slice(0, 12)}`);
  }
}

/** The files of a repository: `{ path, file }`, its name in an image and on the disk. */
export function filesOf(repository) {
  const folder = join(FOLDER, repository);
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.split("/")[0] !== ".git")
    .map((name) => ({ path: `/libraries/${repository}/${name}`, file: join(folder, name) }))
    .filter(({ file }) => {
      const facts = statSync(file);
      return facts.isFile() && facts.size < MOST_BYTES;
    });
}

const isDefinition = ({ file }) => file.endsWith(".asd");

/** Files that may name the systems which a repository's systems depend on. */
function namingFiles(repository) {
  const files = filesOf(repository);
  const definitions = files.filter(isDefinition);
  // A system of packages depends on what the DEFPACKAGE forms of its files name.
  const isOfPackages = ({ file }) => readFileSync(file, "utf8").includes("package-inferred-system");
  return definitions.some(isOfPackages)
    ? files.filter(({ file }) => /\.(asd|lisp)$/.test(file))
    : definitions;
}

/** The repositories whose systems a repository's definitions of systems may mean by a word of theirs. */
function meantBy(repository, homes) {
  const texts = namingFiles(repository).map(({ file }) => readFileSync(file, "utf8").toLowerCase());
  const words = texts.flatMap((text) => text.split(/[\s"'`,:;()#/|]+/));
  return words.map((word) => homes.get(word)).filter((home) => home !== undefined);
}

/**
 * The repositories that a library may need, its own first. An image has room for these, not for all; and what
 * a definition of a system depends on cannot be told without evaluating it, so every word counts.
 */
function neededBy({ repository }) {
  if (!existsSync(FOLDER))
    throw new Problem("The libraries are not here: run `npm run libraries -- --fetch` first.");
  const homes = new Map();
  for (const each of Object.keys(repositories))
    for (const { file } of filesOf(each).filter(isDefinition))
      homes.set(basename(file, ".asd").toLowerCase(), each);
  const needed = new Set([repository]);
  for (const each of needed) for (const home of meantBy(each, homes)) needed.add(home);
  return [...needed];
}

/** The files that a library may need. */
export const filesFor = (library) => neededBy(library).flatMap(filesOf);

/** The directories in which a library and what it may need define systems, on the disk. */
export function systemFolders(library) {
  const folders = filesFor(library)
    .filter(isDefinition)
    .map(({ file }) => dirname(file));
  return [...new Set(folders)].sort();
}

/** What a folder of the disk is called in an image. */
export const inImage = (folder) => `/libraries/${relative(FOLDER, folder)}/`;
