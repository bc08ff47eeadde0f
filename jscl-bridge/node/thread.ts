// The file of an image's thread in Node: the engine is the one of a page's Worker.
import { parentPort, resourceLimits, workerData } from "node:worker_threads";
import { serveHost } from "../engine/worker.js";
import { askedDirectory, type DirectoryChannel } from "./directory-channel.js";

const host = parentPort;
const { files } = (workerData ?? {}) as { readonly files?: DirectoryChannel };
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
    ...(files === undefined ? {} : { openDirectory: () => askedDirectory(files) }),
    inUse: [],
  });
}
