// The thread of node-server.mjs: the shipped server in page mode, where the image runs on the thread of its host.
import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parentPort } from "node:worker_threads";
import { at } from "../scripts/lib/paths.mjs";

const dist = pathToFileURL(at("dist/"));

// Node's fetch does not know file: addresses, and the server fetches its wasm beside itself.
const { fetch } = globalThis;
globalThis.fetch = async (resource, options) => {
  const url = String(resource instanceof Request ? resource.url : resource);
  if (!url.startsWith("file:")) return fetch(resource, options);
  return new Response(await readFile(fileURLToPath(url)), {
    headers: { "Content-Type": "application/wasm" },
  });
};

const { LispServer } = await import(new URL("jscl-mcp.js", dist).href);
const server = await LispServer.start({ mode: "page", assets: new URL("./", dist).href });
const port = server.connect();
parentPort.postMessage(port, [port]);
