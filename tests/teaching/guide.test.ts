/** The guide's transcripts, against the Lisp in dist/ and against SBCL where it is installed. */
import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { EvaluationReport, LispServer } from "jscl-mcp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LocalClient } from "../../jscl-bridge/node/local-client.js";
import { topLevelForms } from "../../www/elements/forms.js";
import { compare } from "../../www/elements/notation/compare.js";
import { parseRecorded } from "../../www/elements/notation/notation.js";
import { type GuideCell, guideCells } from "./guide.js";

const cells = guideCells();
const byId = new Map(cells.map((cell) => [cell.id, cell]));

test("the guide has twenty cells, each with a name of its own, and records what each form returned or wrote", () => {
  expect(cells).toHaveLength(20);
  expect(byId.size).toBe(20);
  for (const { id, text } of cells)
    for (const form of parseRecorded(text).forms)
      expect(form.expected, `${id}: ${form.code}`).not.toEqual([]);
});

test("cells run after others of the page, that stand before them", () => {
  for (const [index, { id, after }] of cells.entries())
    for (const other of after)
      expect(
        cells.findIndex((cell) => cell.id === other),
        `${id} after ${other}`,
      ).toBeLessThan(index);
});

/** The cells that one needs, each after those that it needs, and the cell itself. */
function withNeeds(cell: GuideCell, found = new Set<GuideCell>()): GuideCell[] {
  for (const id of cell.after) {
    const other = byId.get(id);
    if (other) withNeeds(other, found);
  }
  return [...found.add(cell)];
}

describe("in our Lisp", () => {
  let server: LispServer;
  let client: LocalClient;

  beforeAll(async () => {
    const { LispServer } = (await import(/* @vite-ignore */ pathToFileURL("dist/jscl-mcp-node.js").href)) as {
      LispServer: { start(): Promise<LispServer> };
    };
    server = await LispServer.start();
    client = new LocalClient(server);
  });
  afterAll(() => server?.close());

  async function run({ text, setup }: GuideCell) {
    const evaluate = (code: string) => client.call("evaluate-lisp", { code, detail: "full" });
    if (setup !== null) expect((await evaluate(setup)).isError).toBe(false);
    const recorded = parseRecorded(text);
    return compare(recorded, (await evaluate(recorded.code)).data as EvaluationReport);
  }

  test.each(cells)("$id, in the order of the page", async (cell) => {
    expect(await run(cell)).toEqual([]);
  });

  test.each(cells.filter(({ after, setup }) => after.length > 0 || setup !== null))(
    "$id, in a fresh image after what it needs alone",
    async (cell) => {
      await client.call("reset-session", {});
      for (const each of withNeeds(cell)) expect(await run(each)).toEqual([]);
    },
  );
});

const hasSbcl = spawnSync("sbcl", ["--version"]).status === 0;

describe.skipIf(!hasSbcl)("in SBCL", () => {
  type Answer = Pick<EvaluationReport, "results" | "stdout" | "error">;
  const codes: string[] = cells.flatMap(({ text, setup }) => [setup ?? "nil", parseRecorded(text).code]);
  let answers: Answer[] = [];

  beforeAll(() => {
    const program = fileURLToPath(new URL("transcripts.lisp", import.meta.url));
    const input = codes.map((code) => `"${code.replace(/[\\"]/g, "\\$&")}"`).join("\n");
    const { stdout, stderr } = spawnSync("sbcl", ["--script", program], { input, encoding: "utf8" });
    expect(stderr).toBe("");
    answers = JSON.parse(stdout);
  });

  /** SBCL's answer as a report of ours: a form's place is where it stands in the code. */
  function report(code: string, { results, ...answer }: Answer): EvaluationReport {
    const places = topLevelForms(code).map(({ from }) => {
      const before = code.slice(0, from).split("\n");
      return { line: before.length, column: before.at(-1)?.length ?? 0 };
    });
    const placed = results.map((result, form) => ({ ...result, position: places[form] }));
    const truncated = { stdout: 0, stderr: 0, values: 0, results: 0, warnings: 0 };
    return { stderr: "", truncated, ...answer, results: placed } as EvaluationReport;
  }

  test.each(cells.map((cell, index) => ({ ...cell, index })))("$id", ({ text, index }) => {
    const [setup, answer] = answers.slice(2 * index, 2 * index + 2);
    expect(setup?.error).toBeUndefined();
    const recorded = parseRecorded(text);
    expect(compare(recorded, report(recorded.code, answer as Answer))).toEqual([]);
  });
});
