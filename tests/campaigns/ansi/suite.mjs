/** Where the suite is: fetched by commit under build/, since it is not ours. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { BUILD } from "../../../scripts/lib/paths.mjs";
import { Problem } from "../../../scripts/lib/report.mjs";
import { mustRun } from "../../../scripts/lib/run.mjs";

const ORIGIN = "https://github.com/pfdietz/ansi-test.git";
const COMMIT = "6e3f70002559d56d3e4a6f0b8ddcc083d202f066";

const FOLDER = join(BUILD, "ansi-test");
const fileOf = (name) => join(FOLDER, name);

/** The tests' own tools, each with the package that it is read in. */
const TOOLS = [
  ["rt-package.lsp", "COMMON-LISP-USER"],
  ["rt.lsp", "REGRESSION-TEST"],
  ["cl-test-package.lsp", "COMMON-LISP-USER"],
  ["auxiliary/ansi-aux-macros.lsp", "CL-TEST"],
  ["universe.lsp", "CL-TEST"],
  ["auxiliary/random-aux.lsp", "CL-TEST"],
  ["auxiliary/ansi-aux.lsp", "CL-TEST"],
  ["cl-symbol-names.lsp", "CL-TEST"],
  ["notes.lsp", "CL-TEST"],
];

/** Fetches the suite from GitHub, or from another repository that has the commit. */
export async function fetchSuite(origin = ORIGIN) {
  mkdirSync(FOLDER, { recursive: true });
  const git = (...args) => mustRun("git", ["-C", FOLDER, ...args], { quiet: true });
  await git("init", "--quiet");
  await git("fetch", "--quiet", "--depth", "1", origin, COMMIT);
  await git("checkout", "--quiet", "--force", COMMIT);
}

/** The chapters of the suite, in its order. */
export function chapters() {
  const list = fileOf("gclload2.lsp");
  if (!existsSync(list)) throw new Problem("The suite is not here: run `npm run ansi -- --fetch` first.");
  return [...readFileSync(list, "utf8").matchAll(/^\(load "([\w-]+)\/load\.lsp"\)/gm)].map(
    ([, name]) => name,
  );
}

/** The files of a chapter, and before them the tools: each `{ name, packageName, text }`. */
export function filesOf(chapter) {
  const own = namesIn(chapter, `${chapter}/load.lsp`);
  const files = [...TOOLS, ...own.map((name) => [name, "CL-TEST"])];
  return files.map(([name, packageName]) => ({ name, packageName, text: textOf(name) }));
}

/** The files that one of a chapter's lists loads; they and further lists are named from the chapter on. */
function namesIn(chapter, list) {
  const lines = readFileSync(fileOf(list), "utf8")
    .split("\n")
    .filter((line) => !line.trimStart().startsWith(";"));
  const loads = lines.join("\n").matchAll(/load(?:-here)? "(ANSI-TESTS:AUX;)?([^"]+\.lsp)"/g);
  return [...loads].flatMap(([, isTool, file]) => {
    const name = `${isTool ? "auxiliary" : chapter}/${file}`;
    return name.endsWith("/load.lsp") ? namesIn(chapter, name) : [...neededBy(name), name];
  });
}

/** The files that a file of tests loads first, which stand beside it. */
function neededBy(name) {
  const loads = textOf(name).matchAll(/^\(compile-and-load "([\w-]+\.lsp)"\)/gm);
  return [...loads].map(([, file]) => `${dirname(name)}/${file}`);
}

/** The files that tests read and load, by the paths at which they look for them. */
export function dataFiles() {
  return readdirSync(fileOf("sandbox")).flatMap((name) => {
    const content = textOf(`sandbox/${name}`);
    return [`/${name}`, `/sandbox/${name}`].map((path) => ({ path, content }));
  });
}

/** A file's text; where the suite names one that it does not have, nothing. */
function textOf(name) {
  const file = fileOf(name);
  return existsSync(file) ? readFileSync(file, "latin1") : "";
}
