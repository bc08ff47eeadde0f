import { defineConfig } from "vitest/config";

/** The tests that drive real browsers of every engine through dist/. */
export default defineConfig({
  test: {
    include: ["tests/browsers/**/*.test.ts"],
    environment: "node",
    // What is tested is whether it comes, not how fast this machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // Each file opens a browser. Its tests wait for the browser as often as it works, so one more than there
    // are cores keeps those busy.
    maxWorkers: 3,
  },
});
