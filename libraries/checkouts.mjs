/** Where the libraries are: fetched by commit under build/, since they are not ours. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { BUILD } from "../scripts/lib/paths.mjs";
import { Problem } from "../scripts/lib/report.mjs";
import { mustRun } from "../scripts/lib/run.mjs";

const { libraries, repositories } = JSON.parse(readFileSync(new URL("list.json", import.meta.url), "utf8"));

const FOLDER = join(BUILD, "libraries");

/** Larger files are data of tests that take too long to bring into an image. */
const MOST_BYTES = 4_000_000;

/** The systems of the list that have these names, or all. */
export function librariesNamed(names) {
  const unknown = names.find((name) => !libraries.some(({ system }) => system === name));
  if (unknown) throw new Problem(`"${unknown}" is not in libraries/list.json.`);
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

/** Every file of text of the libraries: `{ path, file }`, its name in an image and on the disk. */
export function sourceFiles() {
  if (!existsSync(FOLDER))
    throw new Problem("The libraries are not here: run `npm run libraries -- --fetch` first.");
  return readdirSync(FOLDER, { recursive: true })
    .filter((name) => !name.split("/").includes(".git"))
    .map((name) => ({ path: `/libraries/${name}`, file: join(FOLDER, name) }))
    .filter(({ file }) => {
      const facts = statSync(file);
      return facts.isFile() && facts.size < MOST_BYTES;
    });
}

/** The directories in which systems are defined, on the disk. */
export function systemFolders() {
  const folders = sourceFiles().filter(({ file }) => file.endsWith(".asd"));
  return [...new Set(folders.map(({ file }) => dirname(file)))].sort();
}

/** What a folder of the disk is called in an image. */
export const inImage = (folder) => `/libraries/${relative(FOLDER, folder)}/`;
