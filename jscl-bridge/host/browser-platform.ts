import { DefinitionStore } from "./definition-store.js";
import type { Platform, Thread, ThreadListener } from "./platform.js";

/** A page. */
export const browserPlatform: Platform = {
  // A page that is not cross-origin isolated may have the constructor, but what it makes cannot be posted.
  get sharesMemory() {
    return globalThis.crossOriginIsolated === true;
  },
  grants: ["javascript", "dom", "fetch", "timers", "console"],
  startThread: startWorker,
  wasm: (file) => file,
  openStore: (name) => new DefinitionStore(name),
};

function startWorker(assets: URL, { onMessage, onFailure }: ThreadListener): Thread {
  const worker = makeWorker(new URL("./jscl-worker.js", assets));
  worker.addEventListener("message", ({ data }) => onMessage(data));
  worker.addEventListener("error", (error) => {
    error.preventDefault();
    onFailure(error.message || "The Worker of the Lisp image could not be loaded.");
  });
  worker.addEventListener("messageerror", () => onFailure("An event of the Lisp image could not be read."));
  return {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
  };
}

// A Worker's own script must come from the page's origin, but what it imports need not: a package served from
// elsewhere is therefore entered through a script of one line. A sandboxed page's origin is not that of its address.
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
