import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const bundled = new Map<string, Promise<string>>();

/** A program for pages, of this folder, as one script, made once in each test process. */
function script(name: string): Promise<string> {
  const made =
    bundled.get(name) ??
    build({
      entryPoints: [fileURLToPath(new URL(name, import.meta.url))],
      bundle: true,
      write: false,
      format: "iife",
      platform: "browser",
      target: "es2022",
    }).then(({ outputFiles }) => outputFiles[0]?.text ?? "");
  bundled.set(name, made);
  return made;
}

/** The page-side clients. */
export function pageClientsScript(): Promise<string> {
  return script("./page-clients.ts");
}

/** A walk through all that a server offers. */
export function interopScript(): Promise<string> {
  return script("../../interop/in-page.ts");
}

/** A host that shows MCP apps. */
export function appHostScript(): Promise<string> {
  return script("./app-host.ts");
}
