import { expect, test } from "vitest";
import type { Event } from "../contract/engine.js";
import { EvaluationOutput } from "./output.js";
import { countCharacters } from "./text-length.js";

function recorded(maxOutput: number, endChars = 0) {
  const events: Event[] = [];
  const output = new EvaluationOutput(7, maxOutput, endChars, (event) => events.push(event));
  const texts = () => events.map((event) => (event.kind === "output" ? [event.stream, event.text] : event));
  return { output, texts };
}

test("writes are gathered into few events", () => {
  const { output, texts } = recorded(1000);
  for (let i = 0; i < 100; i++) output.write("stdout", "ab");
  output.flush();
  const all = texts() as [string, string][];
  expect(all.length).toBeLessThan(10);
  expect(all.map(([, text]) => text).join("")).toBe("ab".repeat(100));
});

test("the streams keep the order they were written in", () => {
  const { output, texts } = recorded(1000);
  output.write("stdout", "1");
  output.write("stderr", "2");
  output.write("stdout", "3");
  output.flush();
  expect(texts()).toEqual([
    ["stdout", "1"],
    ["stderr", "2"],
    ["stdout", "3"],
  ]);
});

test("streams that take turns at every character are told in few events", () => {
  const { output, texts } = recorded(20_000);
  for (let i = 0; i < 20_000; i++) {
    output.write("stdout", "o");
    output.write("stderr", "e");
  }
  output.flush();
  const all = texts() as [string, string][];
  expect(all.length).toBeLessThan(200);
  const of = (stream: string) => all.flatMap(([name, text]) => (name === stream ? [text] : [])).join("");
  expect([of("stdout"), of("stderr")]).toEqual(["o".repeat(20_000), "e".repeat(20_000)]);
});

test("each stream is cut on its own, and what was cut is counted", () => {
  const { output, texts } = recorded(3);
  output.write("stdout", "abcde");
  output.write("stdout", "f");
  output.write("stderr", "xy");
  output.flush();
  expect(texts()).toEqual([
    ["stdout", "abc"],
    ["stderr", "xy"],
  ]);
  expect(output.dropped).toEqual({ stdout: 3, stderr: 0 });
});

test("a character beyond the basic plane counts once and is never halved", () => {
  expect(countCharacters("a😀b")).toBe(3);
  const { output, texts } = recorded(2);
  output.write("stdout", "a😀b");
  output.flush();
  expect(texts()).toEqual([["stdout", "a😀"]]);
  expect(output.dropped.stdout).toBe(1);
});

test("a write far beyond the limit costs no more than its text", () => {
  const { output, texts } = recorded(1000);
  const huge = "x😀".repeat(10_000_000);
  const before = process.memoryUsage().heapUsed;
  output.write("stdout", huge);
  output.flush();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(120_000_000);
  expect(texts()).toEqual([["stdout", "x😀".repeat(500)]]);
  expect(output.dropped.stdout).toBe(20_000_000 - 1000);
});

test("the end of what lies beyond the limit is kept", () => {
  const { output } = recorded(5, 10);
  for (let i = 0; i < 1000; i++) output.write("stdout", `${i}\n`);
  expect(output.takeEnds()).toEqual({ stdout: "7\n998\n999\n", stderr: "" });
  expect(output.dropped).toEqual({ stdout: 3890 - 5 - 10, stderr: 0 });
  const whole = recorded(5, 10).output;
  whole.write("stdout", "12345");
  expect(whole.takeEnds()).toBeNull();
  const pairs = recorded(0, 3).output;
  pairs.write("stderr", "a😀😀");
  expect(pairs.takeEnds()).toEqual({ stdout: "", stderr: "😀" });
  expect(pairs.dropped.stderr).toBe(2);
});
