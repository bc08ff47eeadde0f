import { defineConfig } from "vitest/config";

/** The tests that drive real browsers of every engine through dist/. */
export default defineConfig({
  test: {
    include: ["tests/browsers/**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file opens a browser, and each browser runs a Lisp in threads of its own.
    maxWorkers: 2,
  },
});
