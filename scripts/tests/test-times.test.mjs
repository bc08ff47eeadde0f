import { expect, test } from "vitest";
import { pageWith, sectionOf } from "../suites/times.mjs";

const run = {
  cores: 2,
  ms: 125_000,
  suites: [
    { title: "Building", ms: 60_000, files: [] },
    {
      title: "Bridge",
      ms: 65_000,
      passed: 1234,
      files: Array.from({ length: 25 }, (_, i) => ({ file: `${i}.test.ts`, ms: i * 1000 })),
    },
  ],
};

test("a run's section has its suites, and of each the twenty slowest files, the slowest first", () => {
  const lines = sectionOf(run, "after").split("\n");
  expect(lines).toContain("| Bridge | 1,234 | 1 min 5 s |");
  expect(lines.filter((line) => line.startsWith("| `"))).toHaveLength(20);
  expect(lines.findIndex((line) => line === "| `24.test.ts` | 24.0 |")).toBe(
    lines.findIndex((line) => line === "| `23.test.ts` | 23.0 |") - 1,
  );
});

test("a section takes the place of the one with its heading, and leaves the others", () => {
  const page = pageWith(
    pageWith("# Times\n\nWords.\n", "## before\n\none\n", "before"),
    "## after\n\ntwo\n",
    "after",
  );
  expect(pageWith(page, "## before\n\nthree\n", "before")).toBe(
    "# Times\n\nWords.\n\n## after\n\ntwo\n\n## before\n\nthree\n",
  );
});
