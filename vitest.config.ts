import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { heapForms } from "./jscl-bridge/derive/heap-forms.js";
import { heapModules } from "./jscl-bridge/derive/heap-modules.js";

const bridge = fileURLToPath(new URL("jscl-bridge", import.meta.url));
const forms = heapForms(`${bridge}/runtime`);
const modules = heapModules(bridge);

export default defineConfig({
  plugins: [
    {
      name: "heap-forms",
      transform: (code: string, id: string) => forms.transform(code, id.replace(/\?.*$/, "")),
    },
    {
      name: "heap-modules",
      enforce: "pre",
      resolveId(source: string, importer: string | undefined) {
        const file = modules.resolve(source, dirname(importer ?? ""));
        return file === null ? null : `${file}?heap`;
      },
      load: (id: string) => (id.endsWith("?heap") ? modules.load(id.slice(0, -"?heap".length)) : null),
      transform: (code: string, id: string) => modules.transform(code, id),
    },
  ],
  resolve: {
    // Tests read the public package from its source, not from the last build.
    alias: {
      "jscl-mcp": fileURLToPath(new URL("jscl-bridge/index.ts", import.meta.url)),
      // What the library is bundled from: its own bundle does not load in Node.
      "sync-message": fileURLToPath(new URL("node_modules/sync-message/lib/index.ts", import.meta.url)),
    },
  },
  test: {
    // Most files import the whole image: its modules are transformed once, and not again for each of them.
    experimental: { fsModuleCache: true },
    include: [
      "jscl-bridge/**/*.test.ts",
      "tests/{bridge,conformance,wire}/**/*.test.ts",
      "www/**/*.test.ts",
      "scripts/**/*.test.mjs",
      "tests/bench/**/*.test.mjs",
      "tests/campaigns/corpus/**/*.test.mjs",
      "tests/campaigns/escape/**/*.test.mjs",
      "tests/campaigns/fuzz/**/*.test.mjs",
      "tests/campaigns/soak/**/*.test.mjs",
    ],
    setupFiles: ["tests/wire/node-clients.ts"],
    environment: "node",
    // By itself Vitest leaves one core idle, which is half of a small machine.
    maxWorkers: "100%",
    // They end what would never end; a busy machine takes many times what a quiet one does.
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
});
