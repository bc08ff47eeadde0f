/** The paths of the project. Every script takes them from here, so a folder is renamed in one place. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const at = (...parts) => join(ROOT, ...parts);

export const BUILD = at("build");
export const DIST = at("dist");
/** The server with its fixtures. */
export const FIXTURES = at("build", "conformance");
/** The same, compiled as what is shipped. */
export const MEASURED = at("build", "measured");
/** Files that a measurement serves beside dist/. */
export const BENCH = at("build", "bench");
export const STAMPS = at("build", "stamps");
export const WASM_TARGET = "wasm32-unknown-unknown";
