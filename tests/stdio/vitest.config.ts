import { defineConfig } from "vitest/config";

/** The tests that start the program, which is in dist/. */
export default defineConfig({
  test: {
    include: ["tests/stdio/**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
