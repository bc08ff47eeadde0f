/** Another program exchanges a directory for a link at the worst moments. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { openDirectory } from "./granted-directory.js";

const meanwhile = vi.hoisted(() => ({ before: () => {}, after: () => {} }));
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const openSync = (...given: Parameters<typeof fs.openSync>) => {
    meanwhile.before();
    const handle = fs.openSync(...given);
    meanwhile.after();
    return handle;
  };
  return { ...fs, openSync };
});

const top = realpathSync(mkdtempSync(join(tmpdir(), "jscl-mcp-exchanged-")));
const [granted, out] = [join(top, "granted"), join(top, "out")];
const directory = openDirectory(top);
const changed = { problem: "It was exchanged while it was being opened" };

/** Puts a link to what lies outside in the place of the directory that a path goes through. */
const exchange = () => {
  renameSync(join(granted, "in"), join(granted, "spare"));
  symlinkSync(out, join(granted, "in"));
};

beforeEach(() => {
  Object.assign(meanwhile, { before: () => {}, after: () => {} });
  for (const each of [granted, out]) rmSync(each, { recursive: true, force: true });
  for (const each of [join(granted, "in"), out]) mkdirSync(each, { recursive: true });
  writeFileSync(join(granted, "in", "file"), "inside");
  writeFileSync(join(out, "file"), "outside");
});
afterAll(() => rmSync(top, { recursive: true }));

for (const when of ["before", "after"] as const)
  test(`${when} a file is opened, it is not the file that is read or written`, () => {
    const { read, write } = openDirectory(granted);
    meanwhile[when] = exchange;
    expect(read(join(granted, "in", "file"))).toEqual(changed);
    rmSync(join(granted, "in"));
    renameSync(join(granted, "spare"), join(granted, "in"));
    expect(write(join(granted, "in", "file"), new TextEncoder().encode("new"))).toEqual(changed);
    meanwhile[when] = () => {};
    expect([readdirSync(out), readFileSync(join(out, "file"), "utf8")]).toEqual([["file"], "outside"]);
    expect(readFileSync(join(granted, "spare", "file"), "utf8")).toBe("inside");
  });

test("nor is it when all is as it was right after that", () => {
  const { read, write } = openDirectory(granted);
  meanwhile.before = exchange;
  meanwhile.after = () => {
    rmSync(join(granted, "in"));
    renameSync(join(granted, "spare"), join(granted, "in"));
  };
  expect(read(join(granted, "in", "file"))).toEqual(changed);
  // What was made is not there any more, as far as its path says.
  expect(write(join(granted, "in", "file"), new TextEncoder().encode("new"))).toHaveProperty("problem");
  expect(readFileSync(join(out, "file"), "utf8")).toBe("outside");
  expect(readFileSync(join(granted, "in", "file"), "utf8")).toBe("inside");
});

test("what nobody exchanges is read", () => {
  expect(directory.read(join(granted, "in", "file"))).toEqual({
    value: new Uint8Array(new TextEncoder().encode("inside")),
  });
});
