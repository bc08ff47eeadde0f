import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { type Platform, type Thread, type ThreadListener, UNREADABLE_EVENT } from "../host/platform.js";
import { confinedTo, readToLoad } from "./confinement.js";
import { FileStore } from "./file-store.js";

/**
 * What a thread may use, in megabytes. An image ends what it evaluates long before its heap is full; without
 * a limit of its own a thread whose heap is full would take the whole process with it.
 */
const LIMITS = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

/** Node. */
export const nodePlatform: Platform = {
  sharesMemory: true,
  grants: ["javascript", "timers", "console"],
  startThread,
  wasm: async (file) => new Uint8Array(await readFile(file)),
  openStore: (path) => new FileStore(path),
};

function startThread(assets: URL, { onMessage, onFailure }: ThreadListener): Thread {
  const folder = fileURLToPath(new URL("./", assets));
  const worker = new Worker(new URL("./jscl-mcp-thread.js", assets), {
    name: "jscl-mcp",
    resourceLimits: LIMITS,
    // Nothing of this process is a program's business, and what one writes is no message of the server's.
    env: {},
    argv: [],
    // It reads the files of the package, as long as it boots; no other file, process or thread is there for
    // it.
    execArgv: [...confinedTo({ read: readToLoad(folder), write: [], threads: false })],
    stdin: false,
    stdout: true,
    trackUnmanagedFds: true,
  });
  worker.stdout.pipe(process.stderr);
  worker.on("message", onMessage);
  worker.on("messageerror", () => onFailure(UNREADABLE_EVENT));
  worker.on("error", (error) => onFailure(error instanceof Error ? error.message : String(error)));
  worker.on("exit", (code) => onFailure(`Its thread ended with exit code ${code}.`));
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
  };
}
