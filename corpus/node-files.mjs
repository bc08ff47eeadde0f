/** The shipped server in page mode, where the image runs on the thread of its host: this one. */
import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { at } from "../scripts/lib/paths.mjs";

/** Resolves to a LispServer. */
export async function startServer() {
  const dist = pathToFileURL(at("dist/"));
  fetchFiles();
  const { LispServer } = await import(new URL("jscl-mcp.js", dist).href);
  return LispServer.start({ mode: "page", assets: new URL("./", dist).href });
}

/** Node's fetch does not know file: addresses, and the server fetches its wasm beside itself. */
function fetchFiles() {
  const { fetch } = globalThis;
  globalThis.fetch = async (resource, options) => {
    const url = String(resource instanceof Request ? resource.url : resource);
    if (!url.startsWith("file:")) return fetch(resource, options);
    return new Response(await readFile(fileURLToPath(url)), {
      headers: { "Content-Type": "application/wasm" },
    });
  };
}
