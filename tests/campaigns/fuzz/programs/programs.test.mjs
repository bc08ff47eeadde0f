import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startInNode } from "../../corpus/node-server.mjs";
import { judge } from "./judge.mjs";
import { program } from "./program.mjs";
import { libraryNames, runPrograms } from "./run.mjs";

let server;
beforeAll(async () => {
  server = await startInNode();
});
afterAll(() => server.close());

describe("generated programs", () => {
  test("are the same for the same seed, and others for another", async () => {
    const names = await libraryNames(server);
    expect(program("a", 1, names)).toEqual(program("a", 1, names));
    expect(program("a", 1, names).text).not.toBe(program("b", 1, names).text);
  });

  test("end in a value, a report or a timeout, and leave a sound session", async () => {
    const names = await libraryNames(server);
    const programs = Array.from({ length: 150 }, (_, number) => program("test", number, names));
    const wrong = [];
    for await (const { text, problem } of runPrograms(programs, server)) {
      if (problem !== null) wrong.push({ text, problem });
    }
    expect(wrong).toEqual([]);
  });
});

describe("the judge", () => {
  const sound = { status: "ok", values: ["1"], stdout: "", warnings: [] };
  const error = { type: "TYPE-ERROR", message: "The value 1 is not of type LIST.", frames: [] };
  test("finds nothing wrong with a value and a report", () => {
    expect(judge(sound)).toBeNull();
    expect(judge({ ...sound, status: "error", error })).toBeNull();
  });
  test.each([
    ["another status", { ...sound, status: "gone" }],
    ["an error without a report", { ...sound, status: "error" }],
    ["a report without a type", { ...sound, status: "error", error: { ...error, type: "" } }],
    ["a fault of the engine", { ...sound, status: "error", error: { ...error, type: "INTERNAL-ERROR" } }],
    [
      "JavaScript in a message",
      { ...sound, status: "error", error: { ...error, message: "x is not a function" } },
    ],
    ["JavaScript in a value", { ...sound, values: ["[object Object]"] }],
    [
      "JavaScript in a frame",
      { ...sound, status: "error", error: { ...error, frames: [{ text: "(F [object Object])" }] } },
    ],
  ])("does not accept %s", (_, answer) => expect(judge(answer)).not.toBeNull());
});
