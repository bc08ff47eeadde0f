import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleOpenWorker } from "../../../scripts/lib/bundle.mjs";

/**
 * A copy of the program whose threads are open to `#j:eval`, for tests of what holds JavaScript; resolves to
 * its file.
 */
export async function openProgram(): Promise<string> {
  const built = fileURLToPath(new URL("../../../dist/", import.meta.url));
  // Test files run side by side, each in a pool's worker of its own.
  const name = `open-program-${process.env["VITEST_POOL_ID"] ?? "0"}`;
  const folder = fileURLToPath(new URL(`../../../build/fixtures/${name}/`, import.meta.url));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(built))
    if (/^jscl.*\.(js|wasm)$/.test(file)) cpSync(join(built, file), join(folder, file));
  cpSync(await bundleOpenWorker(), join(folder, "jscl-worker.js"));
  return join(folder, "jscl-mcp-stdio.js");
}
