import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { heapForms } from "./jscl-bridge/derive/heap-forms.js";
import { heapModules } from "./jscl-bridge/derive/heap-modules.js";
import { BUILT, testedEngine } from "./tests/bridge/engine-bundle.js";
import { ALONE, OF_DIST } from "./tests/projects.js";

const bridge = fileURLToPath(new URL("jscl-bridge", import.meta.url));

/** Makes something when it is first asked for. */
function late<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const forms = late(() => heapForms(`${bridge}/runtime`));
const modules = late(() => heapModules(bridge));

const isOfBridge = (id: string) => id.startsWith(bridge);

const plugins = [
  {
    name: "heap-forms",
    transform: (code: string, id: string) =>
      isOfBridge(id) ? forms().transform(code, id.replace(/\?.*$/, "")) : null,
  },
  {
    name: "heap-modules",
    enforce: "pre" as const,
    resolveId(source: string, importer: string | undefined) {
      if (!source.endsWith("?heap")) return null;
      const file = modules().resolve(source, dirname(importer ?? ""));
      return file === null ? null : `${file}?heap`;
    },
    load: (id: string) => (id.endsWith("?heap") ? modules().load(id.slice(0, -"?heap".length)) : null),
    transform: (code: string, id: string) => (isOfBridge(id) ? modules().transform(code, id) : null),
  },
];

const resolve = {
  alias: {
    // Tests read the public package from its source, not from the last build.
    "jscl-mcp": fileURLToPath(new URL("jscl-bridge/index.ts", import.meta.url)),
    // What the library is bundled from: its own bundle does not load in Node.
    "sync-message": fileURLToPath(new URL("node_modules/sync-message/lib/index.ts", import.meta.url)),
  },
};

const test = {
  server: { deps: { external: BUILT } },
  environment: "node" as const,
  // They end what would never end; a busy machine takes many times what a quiet one does.
  testTimeout: 120_000,
  hookTimeout: 240_000,
};

export default defineConfig({
  test: {
    // What is read from its source is transformed once, and not again in the next run.
    experimental: { fsModuleCache: true },
    // By itself Vitest leaves one core idle, which is half of a small machine.
    maxWorkers: "100%",
    projects: [
      {
        plugins: [...plugins, testedEngine({ forms, modules }, true)],
        resolve,
        test: {
          ...test,
          name: "shared",
          isolate: false,
          include: [
            "jscl-bridge/**/*.test.ts",
            "tests/{bridge,conformance,samples,teaching,wire}/**/*.test.ts",
            "www/**/*.test.ts",
            "scripts/**/*.test.mjs",
            "tests/{bench,campaigns}/**/*.test.mjs",
          ],
          exclude: [...Object.keys(ALONE), ...OF_DIST],
        },
      },
      {
        plugins: [...plugins, testedEngine({ forms, modules }, false)],
        resolve,
        test: { ...test, name: "alone", include: Object.keys(ALONE) },
      },
      {
        plugins,
        resolve,
        test: {
          ...test,
          name: "dist",
          include: [...OF_DIST],
          setupFiles: ["tests/wire/node-clients.ts"],
        },
      },
    ],
  },
});
