import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { confinedTo } from "./confinement.js";

// Node 20 aborts at a path that is given twice, or that another one before it begins with.
test("Node takes all paths, in whatever order and however often they are named", () => {
  const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-confinement-"));
  try {
    writeFileSync(join(folder, "file"), "");
    symlinkSync("file", join(folder, "link"));
    const files = ["file.new.x", "file.new", "link", "file", "file", "link.lock.stale", "link.lock"];
    const read = files.map((name) => join(folder, name));
    const options = confinedTo({ read, write: read, threads: false });
    expect(execFileSync(process.execPath, [...options, "-p", "1 + 1"], { encoding: "utf8" })).toBe("2\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a folder is allowed, whichever folders in it are named too", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "jscl-mcp-confinement-")));
  try {
    const [inner, beside] = ["inner", "inner-beside"].map((name) => join(folder, name)) as [string, string];
    for (const each of [inner, beside]) mkdirSync(each);
    const options = confinedTo({ read: [inner, folder, beside], write: [], threads: false });
    const paths = JSON.stringify([folder, inner, beside]);
    const code = `${paths}.map((path) => fs.realpathSync.native(path) === path)`;
    const printed = execFileSync(process.execPath, [...options, "-p", code], { encoding: "utf8" });
    expect(printed).toBe("[ true, true, true ]\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
