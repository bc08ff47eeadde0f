import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
