/** The forms that tools of the server evaluate call functions that the image has under these names. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bootEvaluator, saidOf } from "./image.js";

const tools = new URL("../../src/tools/", import.meta.url);

test("each can be named by a program", async () => {
  const evaluate = await bootEvaluator();
  // What loads systems comes with it.
  evaluate('(require "asdf")', { deadlineMs: 60_000 });
  const files = readdirSync(tools, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".rs"),
  );
  const names = files.flatMap((file) =>
    Array.from(
      readFileSync(new URL(file, tools), "utf8").matchAll(/\(jscl-mcp:([a-z-]+)/g),
      ([, name]) => name,
    ),
  );
  expect(names).toContain("configure-debugger");
  const known = names.filter((name) =>
    saidOf(evaluate(`(fboundp 'jscl-mcp:${name})`)).startsWith("#<FUNCTION"),
  );
  expect(known).toEqual(names);
});
