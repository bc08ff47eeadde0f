import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "../lib/report.mjs";
import { mustRun } from "../lib/run.mjs";
import { unstamp } from "../lib/stamps.mjs";
import { isUpToDate, runSteps } from "../lib/steps.mjs";

let printed;

beforeEach(() => {
  printed = [];
  for (const method of ["log", "error"])
    vi.spyOn(console, method).mockImplementation((line) => printed.push(line));
});

afterEach(() => vi.restoreAllMocks());

/** Steps that end when they are told to, and what they did in order. */
function controlled() {
  const events = [];
  const ends = new Map();
  const step = (name, needs) => ({
    name,
    title: name,
    needs,
    run: () =>
      new Promise((resolve, reject) => {
        events.push(`${name} begins`);
        ends.set(name, (error) => {
          events.push(`${name} ends`);
          if (error) reject(error);
          else resolve(undefined);
        });
      }),
  });
  const end = async (name, error) => {
    ends.get(name)(error);
    await new Promise(setImmediate);
  };
  return { events, step, end };
}

test("steps that need nothing of each other run side by side, as many as are allowed", async () => {
  const { events, step, end } = controlled();
  const steps = [step("a", []), step("b", []), step("c", []), step("d", ["a", "gone"]), step("e", ["b"])];
  const whole = runSteps(steps, { atOnce: 2 });
  expect(events).toEqual(["a begins", "b begins"]);
  await end("b");
  expect(events.splice(0)).toEqual(["a begins", "b begins", "b ends", "c begins"]);
  await end("c");
  await end("e");
  await end("a");
  await end("d");
  await whole;
  expect(events).toEqual(["c ends", "e begins", "e ends", "a ends", "d begins", "d ends"]);
});

test("a step that says nothing of its needs comes after all before it", async () => {
  const { events, step, end } = controlled();
  const whole = runSteps([step("a", []), step("b", []), step("c"), step("d", [])], { atOnce: 3 });
  expect(events).toEqual(["a begins", "b begins", "d begins"]);
  for (const name of ["d", "b", "a", "c"]) await end(name);
  await whole;
  expect(events.slice(-3)).toEqual(["a ends", "c begins", "c ends"]);
});

test("when a step fails, what runs ends, nothing else begins, and the failure says which it was", async () => {
  const { events, step, end } = controlled();
  const whole = runSteps([step("a", []), step("b", []), step("c", [])], { first: 3, total: 9, atOnce: 2 });
  const failure = whole.catch((error) => error);
  await end("b", new Problem("It is broken."));
  expect(events).toEqual(["a begins", "b begins", "b ends"]);
  await end("a");
  expect(await failure).toMatchObject({ message: "b: It is broken." });
  expect(await failure).toBeInstanceOf(Problem);
  expect(events).toEqual(["a begins", "b begins", "b ends", "a ends"]);
  expect(printed).toContain("[4/9] b: failed");
});

test("a need that stands behind is an error, not a wait without end", async () => {
  const { step } = controlled();
  await expect(runSteps([step("a", ["b"]), step("b", [])])).rejects.toThrow("The step a needs b");
});

test("each line of a step's program has the step's number", async () => {
  const print = (name, needs) => ({
    name,
    title: name,
    needs,
    run: () => mustRun(process.execPath, ["-e", `console.log("${name} 1\\n${name} 2"); console.error("é")`]),
  });
  await runSteps([print("a", []), print("b", [])], { atOnce: 2 });
  const lines = printed.filter((line) => /^\[\d\/2\] (?:. \d|é)$/.test(line)).sort();
  expect(lines).toEqual(["[1/2] a 1", "[1/2] a 2", "[1/2] é", "[2/2] b 1", "[2/2] b 2", "[2/2] é"]);
});

test("a step runs again when an input has changed or an output is gone, and only then", async () => {
  const folder = mkdtempSync(join(tmpdir(), "steps-"));
  const [input, output] = ["in", "out"].map((name) => join(folder, name));
  let runs = 0;
  const step = {
    name: `test-of-steps-${process.pid}`,
    title: "Copying",
    inputs: [input],
    outputs: [output],
    run() {
      runs++;
      writeFileSync(output, "");
    },
  };
  try {
    writeFileSync(input, "1");
    expect(isUpToDate(step)).toBe(false);
    for (let i = 0; i < 2; i++) await runSteps([step]);
    expect([runs, isUpToDate(step)]).toEqual([1, true]);
    writeFileSync(input, "2");
    expect(isUpToDate(step)).toBe(false);
    await runSteps([step]);
    rmSync(output);
    await runSteps([step]);
    expect(runs).toBe(3);
  } finally {
    unstamp(step.name);
    rmSync(folder, { recursive: true });
  }
});
