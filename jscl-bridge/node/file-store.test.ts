import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { FileStore } from "./file-store.js";

const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-"));
afterAll(() => rmSync(folder, { recursive: true }));

const NOTHING = { stored: null, trying: null };

test("what is written is read again by the next, and what was being restored then", async () => {
  const path = join(folder, "a");
  const first = new FileStore(path);
  expect(await first.read()).toEqual(NOTHING);
  await first.mark(3);
  expect(await new FileStore(path).read()).toEqual(NOTHING);
  await first.write({ record: '{"ä":1}', savedMs: 5 });
  expect(await new FileStore(path).read()).toEqual({
    stored: { record: '{"ä":1}', savedMs: 5 },
    trying: null,
  });
  await first.mark(3);
  expect(await new FileStore(path).read()).toEqual({ stored: { record: '{"ä":1}', savedMs: 5 }, trying: 3 });
  await first.write({ record: "{}", savedMs: 6 });
  expect((await new FileStore(path).read()).trying).toBeNull();
  await first.remove();
  await first.remove();
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  "",
  "text",
  "{}",
  "[]",
  "null",
  '{"record":"{}","savedMs":1}',
  '{"kind":"jscl-mcp journal","record":1,"savedMs":1}',
])("a file that is something else is left alone: %s", async (text) => {
  const path = join(folder, "other");
  writeFileSync(path, text);
  const store = new FileStore(path);
  await expect(store.read()).rejects.toThrow("no journal");
  await expect(store.write({ record: "{}", savedMs: 1 })).rejects.toThrow("no journal");
  await expect(store.remove()).rejects.toThrow("no journal");
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("a folder that is not there is said at once", async () => {
  await expect(new FileStore(join(folder, "none", "a")).read()).rejects.toThrow("ENOENT");
  await expect(new FileStore(folder).read()).rejects.toThrow("EISDIR");
});
