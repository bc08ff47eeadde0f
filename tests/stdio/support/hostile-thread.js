// A thread whose realm a program has taken over: it tries what Node offers before the realm is locked, then
// becomes an image's thread. Each try is a line of JSON on standard output, which the program's standard
// error gets.
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as inspector from "node:inspector";
import { Worker } from "node:worker_threads";

const canary = new URL("../canary.txt", import.meta.url);
const journal = new URL("../kept.journal", import.meta.url);
const granted = new URL("../granted/file.txt", import.meta.url);

const tries = {
  "reads a file": () => fs.readFileSync(canary),
  "reads a file by a module": () => import(canary.href.replace(".txt", ".mjs")),
  "reads the system's files": () => fs.readFileSync("/etc/passwd"),
  "lists a folder": () => fs.readdirSync(new URL("..", import.meta.url)),
  "opens a file": () => fs.openSync(canary, "r"),
  "reads the journal": () => fs.readFileSync(journal),
  "writes the journal": () => fs.writeFileSync(journal, "mine"),
  "reads what is granted, by itself": () => fs.readFileSync(granted),
  "writes what is granted, by itself": () => fs.writeFileSync(granted, "mine"),
  "writes a file": () => fs.writeFileSync(canary, "written"),
  "writes into the package": () => fs.writeFileSync(new URL("./more.js", import.meta.url), ""),
  "removes a file": () => fs.rmSync(canary),
  "renames a file": () => fs.renameSync(canary, `${canary.pathname}2`),
  "links to a file": () => fs.symlinkSync("/etc/passwd", new URL("./link", import.meta.url)),
  "runs a program": () => {
    const { error } = spawnSync(process.execPath, ["--version"]);
    if (error) throw error;
  },
  "finds the bindings": () => process.binding("spawn_sync"),
  "loads an addon": () => process.dlopen({ exports: {} }, canary.pathname),
  "opens an inspector": () => inspector.open(0),
  "starts a thread": () => new Worker("", { eval: true }),
  "starts a thread that has all permissions": () => new Worker("", { eval: true, execArgv: [] }),
  "reads its environment": () => {
    if (Object.keys(process.env).length === 0) throw new Error("It is empty.");
  },
  "reads the process's environment": () => fs.readFileSync("/proc/self/environ"),
};

for (const [what, attempt] of Object.entries(tries)) {
  let held = "";
  try {
    await attempt();
  } catch (error) {
    held = error.code ?? error.message;
  }
  process.stdout.write(`${JSON.stringify({ what, held })}\n`);
}
await import("./real-thread.js");
