import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { startInNode } from "./node-server.mjs";
import { runRows } from "./run.mjs";
import { share, tally } from "./tally.mjs";

/** Whole percents of all programs but the flagged ones; raise them with the shares, never lower them. */
const floors = JSON.parse(readFileSync(new URL("floors.json", import.meta.url), "utf8"));
const rows = readFileSync(new URL("open.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

const results = [];
beforeAll(async () => {
  const server = await startInNode();
  for await (const result of runRows(rows, server)) results.push(result);
  await server.close();
}, 400_000);

describe("the corpus", () => {
  test("leaves no session unusable", () =>
    expect(results.filter(({ usable }) => !usable).map(({ row }) => row.code)).toEqual([]));
  test.each(Object.entries(floors))("%s: at least %i percent are as in SBCL", (column, floor) => {
    const all = tally(results).find(({ name }) => name === "all of these");
    const missed = results.filter(({ equal }) => equal[column] === false);
    const said = missed.map(({ row, answer, ms }) => `${row.code} ${answer.status}, ${Math.round(ms)} ms`);
    expect(Number(share(all.columns[column])), said.join("\n")).toBeGreaterThanOrEqual(floor);
  });
});
