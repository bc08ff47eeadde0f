/** Loads a library and runs its tests, in an image of its own or in SBCL. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inImage, systemFolders } from "./checkouts.mjs";
import { countsOf } from "./counts.mjs";

export const DRIVER = readFileSync(new URL("driver.lisp", import.meta.url), "utf8");

/** A library and what it depends on has this long to load, and its tests to run. */
const LIMIT_MS = 600_000;

export const lispString = (text) => `"${text.replace(/[\\"]/g, "\\$&")}"`;

/** The features that libraries ask of SBCL are there once ASDF is; a program may take some out. */
const programOf = ({ system, test = system }, folders, { without = [], tests = true }) =>
  [
    "(require :asdf)",
    DRIVER,
    ...without.map((name) => `(setf *features* (remove :${name} *features*))`),
    `(libraries:register '(${folders.map(lispString).join(" ")}))`,
    `(when (libraries:try-loading ${lispString(system)})`,
    tests ? `(libraries:try-testing ${lispString(test)}))` : ")",
  ].join("\n");

/** Resolves to what a process writes to its standard output, and whether it took too long. */
function outputOf(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    let output = "";
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, LIMIT_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    child.on("close", () => {
      clearTimeout(timer);
      resolve({ output, isLate });
    });
  });
}

/** Resolves to what a program writes in an image that has the files of a library and of what it may need. */
export function evaluateHere(library, program) {
  const script = fileURLToPath(new URL("in-image.mjs", import.meta.url));
  return outputOf(process.execPath, ["--stack-size=4000", script, JSON.stringify(library), program], {});
}

/** The same in SBCL, which compiles everything anew. */
export async function evaluateInSbcl(program) {
  const cache = mkdtempSync(join(tmpdir(), "jscl-libraries-"));
  try {
    const flags = ["--noinform", "--no-userinit", "--no-sysinit", "--disable-debugger"];
    // One form after the other, as in an image: the later ones name packages that the earlier ones make.
    const forms = `(with-input-from-string (s ${lispString(program)}) (loop for f = (read s nil s) until (eq f s) do (eval f)))`;
    const env = { ...process.env, XDG_CACHE_HOME: cache };
    return await outputOf("sbcl", [...flags, "--eval", forms, "--quit"], { env });
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

export async function runHere(library, options) {
  const program = programOf(library, systemFolders(library).map(inImage), options);
  return resultOf(await evaluateHere(library, program));
}

export async function runInSbcl(library, options) {
  const folders = systemFolders(library).map((folder) => `${folder}/`);
  return resultOf(await evaluateInSbcl(programOf(library, folders, options)));
}

/** What the driver's marks in a text say. */
function resultOf({ output, isLate }) {
  const found = (what) => {
    const match = output.match(new RegExp(`\\f${what} ([\\d.]+)(?: (.*))?`));
    return match === null ? null : { seconds: Number(match[1]), problem: match[2] ?? null };
  };
  const late = isLate ? "It took too long." : "It ended before.";
  const loaded = found("LOADED") ?? { seconds: null, problem: found("ENDED")?.problem ?? late };
  const tested = loaded.problem !== null ? null : found("TESTED");
  const problem = tested === null ? (found("ENDED")?.problem ?? late) : tested.problem;
  const report = output.slice(output.indexOf("\fLOADED"));
  return {
    loaded: loaded.problem === null,
    loadSeconds: loaded.seconds,
    problem: loaded.problem ?? problem,
    counts: loaded.problem === null ? countsOf(report) : null,
    output,
  };
}
