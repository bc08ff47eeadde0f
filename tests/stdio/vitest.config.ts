import { defineConfig } from "vitest/config";

/** The tests that start the program, which is in dist/. */
export default defineConfig({
  test: {
    include: ["tests/stdio/**/*.test.ts"],
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two programs at once are no more than a small machine can run in time.
    maxWorkers: 2,
  },
});
