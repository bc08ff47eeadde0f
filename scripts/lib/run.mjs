/** Child processes. */
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ROOT } from "./paths.mjs";
import { Problem } from "./report.mjs";
import { isLabelled, sayLines } from "./step-output.mjs";

/** The first executable called `name` on the PATH, or undefined. */
export function onPath(name) {
  const extensions = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const extension of extensions) {
      const file = join(folder, name + extension);
      if (isExecutable(file)) return file;
    }
  }
  return undefined;
}

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** npm and its package's programs are scripts with their own extension on Windows and need a shell there. */
const needsShell = process.platform === "win32";

/**
 * Runs a command in the project's root with its output shown as it comes, each line with the step that it is
 * of. Resolves to { status, output }; `output` is what it wrote to stdout (and stderr) when `capture` is on,
 * else "".
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, capture?: boolean, quiet?: boolean }} [options]
 */
export function run(command, args, { env = {}, capture = false, quiet = false } = {}) {
  const isOfStep = isLabelled();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      shell: needsShell,
      stdio: isOfStep || capture || quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    let output = "";
    const collect = (from, to) => {
      if (capture || quiet)
        from?.on("data", (chunk) => {
          output += chunk;
        });
      if (quiet || from === null) return;
      if (isOfStep) sayLines(from);
      else from.on("data", (chunk) => to.write(chunk));
    };
    collect(child.stdout, process.stdout);
    collect(child.stderr, process.stderr);
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ status: code ?? (signal ? 128 : 1), output }));
  });
}

/** As `run`, but a status other than 0 is a Problem that names the command. */
export async function mustRun(command, args, options) {
  const result = await run(command, args, options);
  if (result.status !== 0) {
    if (options?.quiet) process.stderr.write(result.output);
    throw new Problem(`\`${[command, ...args].join(" ")}\` failed with status ${result.status}.`);
  }
  return result;
}

/** The trimmed stdout of a short command, or undefined when it cannot be run or fails. */
export function ask(command, args) {
  const result = spawnSync(command, args, { cwd: ROOT, encoding: "utf8", shell: needsShell });
  return result.status === 0 ? result.stdout.trim() : undefined;
}
