import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BUILT, testedEngine } from "./tests/bridge/engine-bundle.js";
import { ALONE, OF_DIST } from "./tests/projects.js";

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
        plugins: [testedEngine(true)],
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
        plugins: [testedEngine(false)],
        resolve,
        test: { ...test, name: "alone", include: Object.keys(ALONE) },
      },
      {
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
