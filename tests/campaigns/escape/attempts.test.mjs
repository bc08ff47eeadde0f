import { expect, test } from "vitest";
import { attempts, programAt } from "./attempts.mjs";
import { betrays, watch } from "./canary.mjs";

const written = [["by hand", `(list "@URL@" "@DIR@" @N@)`]];

test("the same seed draws the same attempts, and each is another", () => {
  const [first, again] = [1, 2].map(() => attempts({ written, seed: "7", share: 0.01 }));
  expect(first).toEqual(again);
  expect(first.length).toBeGreaterThan(1500);
  expect(new Set(first.map(({ code }) => code)).size).toBeGreaterThan(first.length * 0.95);
  expect(attempts({ written, seed: "8", share: 0.01 })).not.toEqual(first);
  expect(attempts({ written, seed: "7", share: 1 }).length).toBeGreaterThan(40_000);
});

test("the parentheses of each close, so that it is read as one or more forms", () => {
  for (const { name, code } of attempts({ written, seed: "1", share: 0.02 })) {
    const bare = code.replace(/#\\./g, "").replace(/"(?:[^"\\]|\\[\s\S])*"/g, "");
    expect(
      [...bare].reduce((depth, c) => depth + (c === "(" ? 1 : c === ")" ? -1 : 0), 0),
      name,
    ).toBe(0);
  }
});

test("what an attempt does is seen", async () => {
  const canary = await watch();
  try {
    expect(canary.marks()).toEqual([]);
    const code = programAt({ code: "@URL@/@N@" }, 12, canary);
    await fetch(code);
    const { writeFileSync, readFileSync } = await import("node:fs");
    writeFileSync(`${canary.folder}/13`, "");
    expect(canary.marks().map(([number]) => number)).toEqual([12, 13]);
    expect(betrays(readFileSync(`${canary.folder}/secret.txt`, "utf8"), true)).toBe(true);
    writeFileSync(`${canary.folder}/secret.txt`, "changed");
    expect(canary.marks()).toHaveLength(3);
    expect([betrays('=> "ESCAPED"', false), betrays('=> "ESCAPED"', true)]).toEqual([true, false]);
  } finally {
    await canary.close();
  }
});
