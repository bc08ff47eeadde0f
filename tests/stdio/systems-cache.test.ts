/** Compiled code of systems, kept in a folder from run to run of the program. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endAll, Program } from "./support/program.js";

const top = realpathSync(mkdtempSync(join(tmpdir(), "jscl-mcp-systems-cache-")));
const [projects, out, cache, made] = ["projects", "out", "cache", "made"].map((name) => join(top, name)) as [
  string,
  string,
  string,
  string,
];

const FASLS = "(mapcar #'pathname-name (remove 0 (directory \"/.cache/**/*.fasl\") :key #'file-write-date))";
const CODE = `(require :asdf) (asdf:load-system "mine") (cons (cl-user::eight) ${FASLS})`;
const COMPILED = '=> (8 "macros" "mine")';
const KEPT = "=> (8)";

async function run(...args: string[]) {
  const program = new Program(args);
  program.endInput();
  const { code } = await program.closed;
  return { code, stderr: program.stderr };
}

/** The last line of what a run says that loads the system. */
async function load(...args: string[]) {
  const { code, stderr } = await run("--timeout", "120", "--systems", out, ...args, "--eval", CODE);
  expect(code, stderr).toBe(0);
  return stderr.trim().split("\n").at(-1);
}

beforeAll(async () => {
  mkdirSync(join(projects, "mine"), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(projects, "mine", name), text);
  write("mine.asd", '(defsystem "mine" :serial t :components ((:file "macros") (:file "mine")))');
  write("macros.lisp", "(defmacro cl-user::twice (x) `(* 2 ,x))");
  write("mine.lisp", "(defun cl-user::eight () (cl-user::twice 4))");
  expect(await run("systems", "build", projects, "--out", out)).toMatchObject({ code: 0 });
  expect(await load("--systems-cache", made)).toBe(COMPILED);
});
beforeEach(() => rmSync(cache, { recursive: true, force: true }));
afterAll(() => {
  endAll();
  rmSync(top, { recursive: true });
});

/** Has the folder as a first run leaves it. */
const afterFirstRun = () => cpSync(made, cache, { recursive: true });

test("a second run compiles nothing, and one that is to keep nothing everything", async () => {
  afterFirstRun();
  const [name, ...more] = readdirSync(cache) as [string];
  expect([name.length, more.length]).toEqual([64, 0]);
  expect(statSync(join(cache, name)).mode & 0o077).toBe(0);
  expect(await load("--systems-cache", cache)).toBe(KEPT);
  expect(await load("--no-systems-cache")).toBe(COMPILED);
});

test("without a word it is kept where the user's caches are", async () => {
  const before = process.env["XDG_CACHE_HOME"];
  process.env["XDG_CACHE_HOME"] = cache;
  try {
    expect(await load()).toBe(COMPILED);
    expect(await load()).toBe(KEPT);
    expect(readdirSync(join(cache, "jscl-mcp", "systems"))).toHaveLength(1);
    // A directory that programs may write to must not have it.
    expect(await load("--files", top)).toBe(COMPILED);
  } finally {
    if (before === undefined) delete process.env["XDG_CACHE_HOME"];
    else process.env["XDG_CACHE_HOME"] = before;
  }
});

test("a server keeps it while it serves, and another session finds it", async () => {
  const program = new Program([
    "--timeout",
    "120",
    "--systems",
    out,
    "--systems-cache",
    cache,
    "--tools",
    "core,sessions",
  ]);
  expect(await program.evaluate(CODE)).toContain(COMPILED.slice(3));
  await expect.poll(() => readdirSync(cache), { timeout: 60_000 }).toHaveLength(1);
  expect((await program.call("reset-session", {})).isError ?? false).toBe(false);
  expect(await program.evaluate(CODE)).toContain(KEPT.slice(3));
});

test("a file that is damaged is compiled again and replaced", async () => {
  afterFirstRun();
  const [name] = readdirSync(cache) as [string];
  const whole = readFileSync(join(cache, name), "utf8");
  for (const text of ["", whole.slice(0, -9), whole.replace("EIGHT", "NIGHT")]) {
    writeFileSync(join(cache, name), text);
    expect(await load("--systems-cache", cache)).toBe(COMPILED);
    expect(readFileSync(join(cache, name), "utf8")).toBe(whole);
  }
});

test("two runs at once each keep it, and what another has left half written goes when there is no room", async () => {
  const both = [load("--systems-cache", cache), load("--systems-cache", cache)];
  expect(await Promise.all(both)).toEqual([COMPILED, COMPILED]);
  const [name, ...more] = readdirSync(cache) as [string];
  expect(more).toEqual([]);
  rmSync(join(cache, name));
  const old = join(cache, "0".repeat(64));
  writeFileSync(old, Buffer.alloc(64 * 1024 * 1024));
  utimesSync(old, 1, 1);
  writeFileSync(join(cache, `${name}.1.new`), "half");
  expect(await load("--systems-cache", cache)).toBe(COMPILED);
  expect(readdirSync(cache)).toEqual([name]);
});

test("a folder that cannot be had is refused where it was named, and does no harm where it was not", async () => {
  const file = join(top, "file");
  writeFileSync(file, "");
  expect(await run("--systems", out, "--systems-cache", join(file, "x"), "--eval", "1")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Compiled systems cannot be kept in "),
  });
  const granted = await run("--systems", out, "--systems-cache", cache, "--files", top, "--eval", "1");
  expect(granted).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${top} is granted to programs, which must not write there.`),
  });
  expect(await run("--systems-cache", cache, "--eval", "1")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--systems-cache needs --systems DIR."),
  });
  const both = ["--systems", out, "--systems-cache", cache, "--no-systems-cache"];
  expect((await run(...both, "--eval", "1")).code).toBe(2);
});

test("programs can neither read nor write the folder", async () => {
  afterFirstRun();
  const [name] = readdirSync(cache) as [string];
  const path = JSON.stringify(join(cache, name));
  const code = `(list (probe-file ${path}) (with-open-file (s ${path} :direction :output :if-exists :supersede) (write-line "x" s)))`;
  const before = readFileSync(join(cache, name), "utf8");
  await run("--systems", out, "--systems-cache", cache, "--eval", code);
  expect(readFileSync(join(cache, name), "utf8")).toBe(before);
});
