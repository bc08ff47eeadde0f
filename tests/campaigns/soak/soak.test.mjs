import { expect, test } from "vitest";
import { slope } from "./fit.mjs";
import { startInNode } from "./node.mjs";
import { soak, verdict } from "./soak.mjs";

test("a slope is not moved by outliers", () => {
  expect(
    slope([
      [0, 1],
      [1, 3],
      [2, 500],
      [3, 7],
      [4, 9],
    ]),
  ).toBe(2);
});

const block = (evaluations, lisp, ms, problems = []) => ({
  evaluations,
  memory: { lisp },
  probes: [ms],
  all: [ms],
  problems,
});
const blocks = (heap, ms) => Array.from({ length: 20 }, (_, i) => block(i * 1000 + 1000, heap(i), ms(i)));

test("what is flat is sound; a heap or a latency that grows, and a wrong answer, are not", () => {
  const flat = blocks(
    (i) => 1e7 + (i % 3) * 1e5,
    (i) => 1 + (i % 2) / 10,
  );
  expect(verdict(flat).sound).toBe(true);
  expect(
    verdict(
      blocks(
        (i) => 1e7 + i * 1e5,
        () => 1,
      ),
    ).sound,
  ).toBe(false);
  expect(
    verdict(
      blocks(
        () => 1e7,
        (i) => 1 + i / 20,
      ),
    ).sound,
  ).toBe(false);
  expect(verdict([...flat.slice(1), block(21_000, 1e7, 1, ["lost"])]).sound).toBe(false);
});

test("2,000 evaluations are all answered as they should be", async () => {
  const server = await startInNode();
  const problems = [];
  for await (const portion of soak(server, { seed: "test", size: 500, blocks: 4 }))
    problems.push(...portion.problems);
  server.close();
  expect(problems).toEqual([]);
}, 120_000);
