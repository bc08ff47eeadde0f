import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleOpenWorker } from "../../../scripts/lib/bundle.mjs";

/** A copy of the program whose threads are open to `#j:eval`, for tests of what holds JavaScript; resolves to its file. */
export async function openProgram(): Promise<string> {
  const built = fileURLToPath(new URL("../../../dist/", import.meta.url));
  const folder = fileURLToPath(new URL("../../../build/fixtures/open-program/", import.meta.url));
  mkdirSync(folder, { recursive: true });
  for (const name of ["jscl-mcp-stdio.js", "jscl-mcp-thread.js", "jscl.js", "jscl_mcp_bg.wasm"])
    cpSync(join(built, name), join(folder, name));
  cpSync(await bundleOpenWorker(), join(folder, "jscl-worker.js"));
  return join(folder, "jscl-mcp-stdio.js");
}
