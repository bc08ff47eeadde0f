import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { FileStore } from "./file-store.js";

const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-"));
afterAll(() => rmSync(folder, { recursive: true }));

const NOTHING = { records: [], trying: [] };
const NOBODY = 2 ** 22 + 1;

/** Something to keep: forms, in a record that is a list of them. */
function writer(forms: string[]) {
  const content = {
    forms,
    record: () => JSON.stringify(content.forms),
    takeIn(stored: string, known: string) {
      if (!stored.startsWith("[")) return false;
      const old: string[] = known === "" ? [] : JSON.parse(known);
      const others: string[] = JSON.parse(stored);
      content.forms.unshift(...others.filter((form) => !old.includes(form) && !content.forms.includes(form)));
      return true;
    },
  };
  return content;
}

/** Writes what holds these forms. */
const write = (store: FileStore, ...forms: string[]) => store.write(writer(forms));

/** What the next one finds. */
async function found(path: string): Promise<string[][]> {
  return (await new FileStore(path).read()).records.map(({ record }) => JSON.parse(record));
}

test("what is written is read again by the next", async () => {
  const own = mkdtempSync(join(folder, "own-"));
  const path = join(own, "a");
  const first = new FileStore(path);
  expect(await first.read()).toEqual(NOTHING);
  await write(first, "ä");
  expect(await found(path)).toEqual([["ä"]]);
  await write(first, "b");
  expect(await found(path)).toEqual([["b"]]);
  await first.remove();
  await first.remove();
  expect(readdirSync(own)).toEqual([]);
});

test("what was being restored when a process ended is told, until it is written", async () => {
  const path = join(folder, "marked");
  const store = new FileStore(path);
  await write(store, "f");
  await store.mark("id");
  // Its own marks are those of one that had its number before it.
  expect((await new FileStore(path).read()).trying).toEqual(["id"]);
  expect((await new FileStore(path).read()).trying).toEqual(["id"]);
  await store.unmark();
  expect((await new FileStore(path).read()).trying).toEqual([]);
  writeFileSync(`${path}.restoring`, JSON.stringify({ form: "dead", pid: NOBODY, host: hostname() }));
  const next = new FileStore(path);
  expect((await next.read()).trying).toEqual(["dead"]);
  next.taken();
  await write(next, "f");
  expect((await new FileStore(path).read()).trying).toEqual([]);
  // One that runs is not suspected, and its mark is left alone.
  writeFileSync(`${path}.restoring`, JSON.stringify({ form: "its", pid: process.ppid, host: hostname() }));
  expect((await next.read()).trying).toEqual([]);
  await next.mark("mine");
  await next.unmark();
  await write(next, "f");
  expect(readFileSync(`${path}.restoring`, "utf8")).toContain("its");
});

test.each(["", "\n"])("an empty file is an empty journal: %j", async (text) => {
  const path = join(folder, "empty");
  writeFileSync(path, text);
  const store = new FileStore(path);
  expect(await store.read()).toEqual(NOTHING);
  await write(store, "f");
  expect(await found(path)).toEqual([["f"]]);
});

test.each([
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
  await expect(write(store, "f")).rejects.toThrow("no journal");
  await expect(store.remove()).rejects.toThrow("no journal");
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("a record that is not understood is left alone", async () => {
  const path = join(folder, "later");
  const text = JSON.stringify({ kind: "jscl-mcp journal", record: "of a later version", savedMs: 1 });
  writeFileSync(path, text);
  await expect(write(new FileStore(path), "f")).rejects.toThrow("not understand");
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("a folder that is not there is said at once", async () => {
  await expect(new FileStore(join(folder, "none", "a")).read()).rejects.toThrow("ENOENT");
  await expect(new FileStore(folder).read()).rejects.toThrow("is no file");
});

test("a write that fails leaves nothing beside the file, and what was there", async () => {
  const own = join(folder, "failing");
  mkdirSync(own);
  const path = join(own, "journal");
  const store = new FileStore(path);
  await write(store, "f");
  // What cannot be renamed: a folder has taken the place of the file after it was looked at.
  const content = writer(["g"]);
  const record = () => {
    rmSync(path);
    mkdirSync(join(path, "inner"), { recursive: true });
    return content.record();
  };
  await expect(store.write({ ...content, record })).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(readdirSync(own)).toEqual(["journal"]);
});

test("what a process has left that was ended in the middle is cleared away", async () => {
  const own = join(folder, "left");
  mkdirSync(own);
  const path = join(own, "journal");
  writeFileSync(`${path}.new`, "half");
  writeFileSync(`${path}.lock`, JSON.stringify({ pid: NOBODY, host: hostname(), token: "x" }));
  await write(new FileStore(path), "f");
  expect(await found(path)).toEqual([["f"]]);
  expect(readdirSync(own)).toEqual(["journal"]);
});

test("through a link the file that is meant is written", async () => {
  const own = join(folder, "linked");
  mkdirSync(own);
  const path = join(own, "journal");
  await write(new FileStore(path), "f");
  symlinkSync(path, join(own, "link"));
  const store = new FileStore(join(own, "link"));
  await store.read();
  store.taken();
  await write(store, "f", "g");
  expect(await found(path)).toEqual([["f", "g"]]);
});

test("many that write at once, end without a word and cannot read lose nothing that nobody gave up", async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const path = join(folder, `many${seed}`);
    await expect(sequence(path, seed)).resolves.toEqual([]);
  }
});

/**
 * Three writers of one file do what numbers drawn from a seed say. What is missing in the file after any of
 * it.
 */
async function sequence(path: string, seed: number): Promise<string[]> {
  const random = randomFrom(seed);
  const fresh = () => ({ store: new FileStore(path), content: writer([]), unwritten: [] as string[] });
  const writers = [fresh(), fresh(), fresh()];
  const kept = new Set<string>();
  let made = 0;
  for (let step = 0; step < 60; step++) {
    const place = Math.floor(random() * writers.length);
    const mine = writers[place] as (typeof writers)[number];
    switch (Math.floor(random() * 6)) {
      case 0:
      case 1:
        made += 1;
        mine.content.forms.push(`f${made}`);
        mine.unwritten.push(`f${made}`);
        break;
      case 2:
      case 3: {
        const others = writers.filter((_, other) => other !== place && random() < 0.5);
        const all = [mine, ...others];
        await Promise.all(all.map(({ store, content }) => store.write(content)));
        for (const form of all.flatMap(({ unwritten }) => unwritten.splice(0))) kept.add(form);
        break;
      }
      case 4:
        // It is ended, perhaps in the middle of writing, and its successor may be unable to read.
        if (random() < 0.5) writeFileSync(`${path}.new`, "half");
        writers[place] = fresh();
        if (random() < 0.5) {
          const next = writers[place] as (typeof writers)[number];
          for (const { record } of (await next.store.read()).records) next.content.takeIn(record, "");
          next.store.taken();
        }
        break;
      default: {
        const given = mine.content.forms.splice(0, 1)[0];
        if (given === undefined) break;
        kept.delete(given);
        // Somebody else may have it still; a form is given up where all have.
        for (const { content, unwritten } of writers) {
          content.forms = content.forms.filter((form) => form !== given);
          unwritten.splice(0, unwritten.length, ...unwritten.filter((form) => form !== given));
        }
      }
    }
    const there = new Set(await found(path).then((records) => records.flat()));
    const missing = [...kept].filter((form) => !there.has(form));
    if (missing.length > 0) return missing;
  }
  return [];
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
