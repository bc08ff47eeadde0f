/** The shipped server in page mode, where the image runs on the thread of its host: this one. */
import { pathToFileURL } from "node:url";
import { at } from "../../../scripts/lib/paths.mjs";

/** Resolves to a LispServer. */
export async function startServer() {
  const { LispServer } = await import(new URL("jscl-mcp-node.js", pathToFileURL(at("dist/"))).href);
  return LispServer.start({ mode: "page" });
}
