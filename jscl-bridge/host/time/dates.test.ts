import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Where the calendar is read because a person, or a Lisp program, is shown what it says. */
const SHOWN = [
  "jscl-bridge/host/time/date.ts",
  "www/traffic/log.ts",
  "jscl-bridge/runtime/library/dates.ts",
  // What Lisp reaches of JavaScript by a grant.
  "jscl-bridge/engine/power/capabilities.ts",
  // How old another process's file is; who takes its lock too early is found out and writes nothing.
  "jscl-bridge/node/file-lock.ts",
  // When a program was changed, which its menu shows.
  "www/programs/program-menu.ts",
  "www/programs/program.ts",
  "www/programs/programs.ts",
];

/** The files that are shipped. */
function sources(): string[] {
  return ["jscl-bridge", "www"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(ts|js|mjs|html)$/.test(path) && !/\.test\.ts$|\/generated\//.test(path))
      .map((path) => `${folder}/${path}`),
  );
}

// Who has the computer's date set, or corrected over the network, must not end or hold what runs.
test("the calendar is read where dates are shown, and nowhere else", () => {
  const calendar =
    /\bDate\s*\.\s*now\b|\bnew\s+Date\s*\(\s*\)|\bDate\s*\(\s*\)|\bperformance\s*\.\s*timeOrigin\b/;
  const readers = sources().filter((path) => calendar.test(readFileSync(path, "utf8")));
  expect(readers.sort()).toEqual([...SHOWN].sort());
});

test("a date that is shown is not computed with", () => {
  const users = sources().filter((path) => /\bdateNow\(\)/.test(readFileSync(path, "utf8")));
  for (const path of users) expect(readFileSync(path, "utf8")).not.toMatch(/dateNow\(\)\s*[-+<>]/);
});
