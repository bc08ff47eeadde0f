import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { withLock } from "./file-lock.js";

const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** No process has that number: it is above what Linux gives. */
const NOBODY = 2 ** 22 + 1;

const path = join(folder, "lock");
const held = (holder: object) => writeFileSync(path, JSON.stringify(holder));
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("one after the other", async () => {
  let inside = 0;
  const work = async () => {
    inside += 1;
    expect(inside).toBe(1);
    await sleep(2);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 30 }, () => withLock(path, work)));
  expect(readdirSync(folder)).toEqual([]);
});

test("work that fails gives the lock back", async () => {
  await expect(withLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(readdirSync(folder)).toEqual([]);
});

test("the lock of a process that has ended holds nobody up, and many that find it do not get in each other's way", async () => {
  for (let round = 0; round < 20; round++) {
    held({ pid: NOBODY, host: hostname(), token: "x" });
    let inside = 0;
    const work = async () => {
      inside += 1;
      expect(inside).toBe(1);
      await sleep(1);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withLock(path, work)));
  }
  expect(readdirSync(folder)).toEqual([]);
});

test("a lock of another machine is waited for as long as it may still mean something", async () => {
  held({ pid: NOBODY, host: "elsewhere.example", token: "x" });
  await expect(withLock(path, async () => {})).rejects.toThrow("is there");
  const old = new Date(Date.now() - 11_000);
  utimesSync(path, old, old);
  expect(await withLock(path, async () => 1)).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("a lock, or the guard of one, that a process has made and not signed before it ended holds nobody up", async () => {
  writeFileSync(path, "");
  writeFileSync(`${path}.stale`, "");
  expect(await withLock(path, async () => 1)).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("a process that lives keeps its lock, and who was too slow for it is told", async () => {
  held({ pid: process.ppid, host: hostname(), token: "x" });
  await expect(withLock(path, async () => {})).rejects.toThrow(`${process.ppid}`);
  rmSync(path);
  const slow = withLock(path, async (check) => {
    await check();
    held({ pid: process.ppid, host: hostname(), token: "y" });
    await check();
  });
  await expect(slow).rejects.toThrow("was taken");
  expect(readdirSync(folder)).toEqual(["lock"]);
  rmSync(path);
});
