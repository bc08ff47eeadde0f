import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Grants } from "../engine/power/grants.js";
import type { PackageFiles } from "../host/files/package-files.js";
import { SystemCompiler } from "../host/images/system-compiler.js";
import { type Platform, type Thread, type ThreadListener, UNREADABLE_EVENT } from "../host/platform.js";
import { DefinitionKeeper } from "../host/storage/definition-keeper.js";
import type { Clock } from "../host/time/clock.js";
import { CompiledFolder } from "./compiled-folder.js";
import { confinedTo, readToLoad } from "./confinement.js";
import { serveDirectory } from "./directory-channel.js";
import { drawPictures } from "./drawing.js";
import { FileStore } from "./file-store.js";
import { openDirectory } from "./granted-directory.js";
import { openLiveness } from "./liveness.js";
import { seal } from "./sealed-places.js";

/**
 * What a thread may use, in megabytes. An image ends what it evaluates long before its heap is full; without
 * a limit of its own a thread whose heap is full would take the whole process with it.
 */
const LIMITS = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

/** Node. */
export const nodePlatform: Platform = {
  sharesMemory: true,
  grants: ["javascript", "timers", "console", "files"],
  startThread,
  wasm: async (file) => new Uint8Array(await readFile(file)),
  draw: ({ worker }, pictures) => drawPictures(new URL("./", worker), pictures),
  json: async (file) => JSON.parse(await readFile(file, "utf8")),
  openKeeper: async (_files, path, kept, isOn, clock) =>
    new DefinitionKeeper(new FileStore(path), kept, isOn, clock),
  async openCompiler({ compiled }, clock, start) {
    if (compiled === undefined) throw new Error("There is no folder for compiled systems.");
    return new SystemCompiler(new CompiledFolder(compiled), clock, start);
  },
  openLiveness,
};

function startThread(
  { worker: engine, systems, compiled }: PackageFiles,
  { onMessage, onFailure }: ThreadListener,
  _clock: Clock,
  { files }: Grants,
): Thread {
  const folder = fileURLToPath(new URL("./", engine));
  const packaged = readToLoad(folder);
  const read = [
    ...(systems === undefined ? [] : [fileURLToPath(systems)]),
    ...(compiled === undefined ? [] : [compiled]),
  ];
  seal([...packaged, ...read]);
  const served = files === undefined ? null : serveDirectory(openDirectory(files));
  const worker = new Worker(new URL("./jscl-mcp-thread.js", engine), {
    name: "jscl-mcp",
    resourceLimits: LIMITS,
    // Nothing of this process is a program's business, and what one writes is no message of the server's.
    env: {},
    argv: [],
    // It reads the files of the package, as long as it boots, systems, and what was compiled of them; no
    // other file, process or thread is there for it. For what is granted it asks.
    execArgv: [...confinedTo({ read: [...packaged, ...read], write: [], threads: false })],
    ...(served === null
      ? {}
      : { workerData: { files: served.channel }, transferList: [served.channel.port] }),
    stdin: false,
    stdout: true,
    trackUnmanagedFds: true,
  });
  worker.stdout.pipe(process.stderr);
  worker.on("message", onMessage);
  worker.on("messageerror", () => onFailure(UNREADABLE_EVENT));
  worker.on("error", (error) => onFailure(error instanceof Error ? error.message : String(error)));
  worker.on("exit", (code) => {
    served?.close();
    onFailure(`Its thread ended with exit code ${code}.`);
  });
  keepNoProcess(worker);
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
  };
}

/**
 * The server's liveness decides how long the process goes on. A thread's output that is read would keep it as
 * well, but for a mark that Node sets on the streams that it reads itself; where it has none, a server has to
 * be closed.
 */
function keepNoProcess(worker: Worker): void {
  worker.unref();
  const { stdout } = worker;
  const mark = Object.getOwnPropertySymbols(stdout).find(
    ({ description }) => description === "kIncrementsPortRef",
  );
  if (mark !== undefined) Object.assign(stdout, { [mark]: false });
}
