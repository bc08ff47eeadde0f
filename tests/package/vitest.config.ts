import { defineConfig } from "vitest/config";

/** The tests that install the package that npm makes of this folder, and use it as others do. */
export default defineConfig({
  test: {
    include: ["tests/package/**/*.test.ts"],
    globalSetup: ["tests/package/support/install.ts"],
    environment: "node",
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // The browsers and bundlers of one file are enough for a small machine.
    maxWorkers: 2,
    maxConcurrency: 2,
  },
});
