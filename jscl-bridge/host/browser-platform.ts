import type { LifeMessage } from "../engine/life.js";
import { isLifeSign } from "../engine/life.js";
import { hasSharedMemory } from "./abilities.js";
import { importModule } from "./files/module-file.js";
import type { PackageFiles } from "./files/package-files.js";
import { watchRefusals } from "./files/refusals.js";
import { fetchJson, fetchServer } from "./files/server-file.js";
import { BootWatch } from "./images/boot-watch.js";
import { waitingFor } from "./images/waiting.js";
import { problemOfWorker } from "./images/worker-problems.js";
import { type Platform, type Thread, type ThreadListener, UNREADABLE_EVENT } from "./platform.js";
import type { Clock } from "./time/clock.js";

/** A page. */
export const browserPlatform: Platform = {
  get sharesMemory() {
    return hasSharedMemory();
  },
  grants: ["javascript", "dom", "fetch", "timers", "console"],
  startThread: startWorker,
  waiting: waitingFor,
  wasm: fetchServer,
  json: fetchJson,
  draw: ({ drawing }, pictures, clock) =>
    importModule(drawing, clock).then(
      (loaded) => (loaded as typeof import("./drawing.js")).drawPictures(pictures),
      () => pictures.map(() => null),
    ),
  openKeeper: async ({ journal }, name, kept, isOn, clock) =>
    ((await importModule(journal, clock)) as typeof import("./browser-journal.js")).definitionKeeper(
      name,
      kept,
      isOn,
      clock,
    ),
  openCompiler: async ({ compiler }, clock, start) =>
    ((await importModule(compiler, clock)) as typeof import("./browser-compiler.js")).systemCompiler(
      clock,
      start,
    ),
};

function startWorker(files: PackageFiles, { onMessage, onFailure }: ThreadListener, clock: Clock): Thread {
  watchRefusals();
  const script = files.worker;
  const worker = makeWorker(script);
  const life: LifeMessage = { kind: "life", lock: `jscl-mcp ${drawName()}` };
  const watch = new BootWatch({ worker: script, lisp: files.lisp }, clock, { onFailure, onBytes: onMessage });
  let hasBegun = false;
  worker.addEventListener("message", ({ data }) => {
    hasBegun = true;
    if (isLifeSign(data)) {
      if (data.isLocked) void whenFree(life.lock, () => onFailure("Its Worker has ended."));
      return;
    }
    // A sign of life comes when it has its lock, which may be after the first step.
    watch.heard(data);
    onMessage(data);
  });
  worker.addEventListener("error", (error) => {
    error.preventDefault();
    watch.end();
    void problemOfWorker(files, error.message, hasBegun).then(onFailure);
  });
  worker.addEventListener("messageerror", () => onFailure(UNREADABLE_EVENT));
  worker.postMessage(life);
  return {
    post: (message) => worker.postMessage(message),
    end: () => {
      watch.end();
      worker.terminate();
    },
  };
}

/**
 * A lock is the only sign that a Worker has closed itself, or was ended from outside: then its locks are
 * free.
 */
async function whenFree(lock: string, freed: () => void): Promise<void> {
  try {
    await navigator.locks.request(lock, freed);
  } catch {
    // A page that is being left, or has no locks, gets no notice.
  }
}

function drawName(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

// A Worker's own script must come from the page's origin, but what it imports need not: a package served from
// elsewhere is therefore entered through a script of one line. A sandboxed page's origin is not that of its
// address.
function makeWorker(script: URL): Worker {
  const options: WorkerOptions = { type: "module", name: "jscl-mcp" };
  if (script.origin === globalThis.origin) return new Worker(script, options);
  const source = `import ${JSON.stringify(script.href)};`;
  // Chromium does not start a module of a blob for a sandboxed page.
  if (globalThis.origin === "null")
    return new Worker(`data:text/javascript,${encodeURIComponent(source)}`, options);
  const entry = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(entry, options);
  worker.addEventListener("message", () => URL.revokeObjectURL(entry), { once: true });
  worker.addEventListener("error", () => URL.revokeObjectURL(entry), { once: true });
  return worker;
}
