/** Runs the script of a client, and reads how each of its checks went. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A script that takes longer has not ended by itself. */
const MOST_MS = 400_000;

/** Who ends us means the script as well, which would go on for minutes, and its server with it. */
function endWithUs(child) {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const end = (signal) => {
    child.kill();
    forget();
    process.kill(process.pid, signal);
  };
  const forget = () => {
    for (const signal of signals) process.off(signal, end);
  };
  for (const signal of signals) process.on(signal, end);
  child.on("close", forget);
}

/**
 * Resolves to `{ check: { ok, detail } }`.
 * @param {string[]} command  a program and its arguments
 * @param {string} folder     where it runs
 */
export function drive([program, ...args], folder) {
  const found = {};
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: MOST_MS,
    });
    endWithUs(child);
    let said = "";
    child.stderr.on("data", (chunk) => {
      said = (said + chunk).slice(-4000);
    });
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (!line.startsWith('{"check"')) return;
      const { check, ...rest } = JSON.parse(line);
      found[check] = rest;
    });
    child.on("error", reject);
    child.on("close", () => {
      found.connect ??= { ok: false, detail: said };
      resolve(found);
    });
  });
}
