// What runs a client's script, with scripts of one line.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { drive } from "./drive.mjs";

const node = (code) => [process.execPath, "--input-type=module", "--eval", code];

test("reads how each check went, and what a script said that did not come to its first", async () => {
  const found = await drive(node(`console.log('a line\\n{"check":"list","ok":true}'); throw "gone";`), ".");
  expect(found.list).toEqual({ ok: true });
  expect(found.connect.ok).toBe(false);
  expect(found.connect.detail).toContain("gone");
});

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each(["SIGTERM", "SIGINT", "SIGHUP"])("%s ends the script with its runner", async (signal) => {
  const folder = mkdtempSync(join(tmpdir(), "drive-"));
  const file = join(folder, "pid");
  const script = `
    import { renameSync, writeFileSync } from "node:fs";
    writeFileSync("new", String(process.pid));
    renameSync("new", "pid");
    setTimeout(() => {}, 60_000);`;
  const [program, ...args] = node(`
    import { drive } from ${JSON.stringify(new URL("drive.mjs", import.meta.url).href)};
    await drive(${JSON.stringify(node(script))}, ${JSON.stringify(folder)});`);
  const runner = spawn(program, args, { stdio: "inherit" });
  try {
    await vi.waitUntil(() => existsSync(file), { timeout: 10_000 });
    const pid = Number(readFileSync(file, "utf8"));
    expect(isRunning(pid)).toBe(true);
    runner.kill(signal);
    expect(await once(runner, "close")).toEqual([null, signal]);
    await vi.waitUntil(() => !isRunning(pid), { timeout: 10_000 });
  } finally {
    runner.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  }
});
