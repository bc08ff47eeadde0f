import { basename } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, or waits: begun first, none of them is left when all others are done. */
const FIRST = ["systems-cache", "clock", "images", "granted-files", "systems", "transport", "journal"];

const place = ({ moduleId }: TestSpecification) => {
  const index = FIRST.indexOf(basename(moduleId, ".test.ts"));
  return index === -1 ? FIRST.length : index;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return [...files].sort((a, b) => place(a) - place(b));
  }
}

/** The tests that start the program, which is in dist/. */
export default defineConfig({
  test: {
    include: ["tests/stdio/**/*.test.ts"],
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A quarter of the time they wait for a clock or for each other: one more than a small machine has cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
