import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    // Tests read the public package from its source, not from the last build.
    alias: {
      "jscl-mcp": fileURLToPath(new URL("jscl-bridge/index.ts", import.meta.url)),
      // What the library is bundled from: its own bundle does not load in Node.
      "sync-message": fileURLToPath(new URL("node_modules/sync-message/lib/index.ts", import.meta.url)),
    },
  },
  test: {
    include: [
      "jscl-bridge/**/*.test.ts",
      "tests/{bridge,conformance,wire}/**/*.test.ts",
      "www/**/*.test.ts",
      "scripts/**/*.test.mjs",
      "corpus/**/*.test.mjs",
      "escape/**/*.test.mjs",
      "fuzz/**/*.test.mjs",
      "soak/**/*.test.mjs",
    ],
    setupFiles: ["tests/wire/node-clients.ts"],
    environment: "node",
    // Booting an image takes about a second of a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
