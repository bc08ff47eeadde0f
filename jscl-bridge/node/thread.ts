// The file of an image's thread in Node: the engine is the one of a page's Worker.
import { parentPort, resourceLimits } from "node:worker_threads";
import { serveHost } from "../engine/worker.js";
import { openDirectory } from "./granted-directory.js";

const host = parentPort;
if (host !== null) {
  const { process } = globalThis;
  serveHost({
    post: host.postMessage.bind(host),
    listen: (listener) => host.on("message", listener),
    fail: (error) => {
      // Outside of any promise, where it ends the thread.
      setImmediate(() => {
        throw error;
      });
    },
    ignoreFaults: () => process.on("uncaughtException", () => {}),
    stackBytes: (resourceLimits.stackSizeMb ?? 0) * 2 ** 20 || undefined,
    openDirectory,
    inUse: [],
  });
}
