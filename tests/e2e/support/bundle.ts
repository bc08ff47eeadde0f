import { fileURLToPath } from "node:url";
import { build } from "esbuild";

let bundled: Promise<string> | undefined;

/** The page-side clients as one script, made once in each test process. */
export function pageClientsScript(): Promise<string> {
  bundled ??= build({
    entryPoints: [fileURLToPath(new URL("./page-clients.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2022",
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? "");
  return bundled;
}
