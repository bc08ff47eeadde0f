/** An index of systems, made by the program of folders of ours, and what the program loads from it. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readIndex } from "../../jscl-bridge/systems/format.js";
import { endAll, Program } from "./support/program.js";

const top = realpathSync(mkdtempSync(join(tmpdir(), "jscl-mcp-systems-")));
const [projects, elsewhere, out] = ["projects", "elsewhere", "out"].map((name) => join(top, name)) as [
  string,
  string,
  string,
];

// The program keeps there what it compiles.
process.env["XDG_CACHE_HOME"] = join(top, "caches");

function file(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

async function run(...args: string[]) {
  const program = new Program(args);
  program.endInput();
  const { code } = await program.closed;
  return { code, stdout: program.unread, stderr: program.stderr };
}

let built: Awaited<ReturnType<typeof run>>;

beforeAll(async () => {
  file(
    join(projects, "base-1.0", "base.asd"),
    `(defsystem "base" :depends-on ((:version "leaf" "1") (:feature :jscl-mcp "here") (:feature :no-such "gone"))
       :components ((:file "base")))
     (defsystem "base/tests" :depends-on ("base" :absent))`,
  );
  file(join(projects, "base-1.0", "base.lisp"), '(defun cl-user::greeting () "héllo ✓ 𝄞")');
  file(join(projects, "base-1.0", "picture.png"), new Uint8Array([0x89, 0x50, 0, 0xff]));
  file(join(projects, "base-1.0", ".git", "config"), "[core]");
  file(join(projects, "base-1.0", "vendor", "leaf.asd"), '(defsystem "leaf" :version "0")');
  file(
    join(projects, "here", "here.asd"),
    '(print :noise) (defsystem "here" :defsystem-depends-on ("leaf"))',
  );
  file(join(projects, "broken", "broken.asd"), '(defsystem "broken" :components ((:no-such "x")))');
  file(
    join(projects, "circle", "circle.asd"),
    '(defsystem "circle" :depends-on ("circle/b")) (defsystem "circle/b" :depends-on ("circle"))',
  );
  file(join(projects, "notes", "read.me"), "nothing");
  file(join(projects, "README"), "not a project");
  file(join(elsewhere, "leaf.asd"), '(defsystem "leaf" :version (:read-file-form "version.sexp"))');
  file(join(elsewhere, "version.sexp"), '"2.0"');
  symlinkSync(elsewhere, join(projects, "leaf-2.0"));
  symlinkSync(top, join(projects, "base-1.0", "up"));
  built = await run("systems", "build", projects, "--out", out);
});

afterAll(() => {
  endAll();
  rmSync(top, { recursive: true });
});

const index = () => readIndex(readFileSync(join(out, "systems.json"), "utf8"));

test("an index has what ASDF says of the systems, with conditions decided, and names what is left out", () => {
  expect(built).toMatchObject({ code: 0, stdout: "" });
  const systems = Object.fromEntries(
    [...index().systems.values()].map(({ name, project, file, dependsOn }) => [
      name,
      [project, file, ...dependsOn],
    ]),
  );
  expect(systems).toEqual({
    base: ["base-1.0", "base.asd", "leaf", "here"],
    "base/tests": ["base-1.0", "base.asd", "base", "absent"],
    here: ["here", "here.asd", "leaf"],
    leaf: ["leaf-2.0", "leaf.asd"],
  });
  for (const said of [
    "base-1.0: no text, and left out: picture.png",
    'base-1.0/vendor/leaf.asd: system "leaf" is the one of leaf-2.0/leaf.asd',
    "broken/broken.asd cannot be read: ",
    'circle/circle.asd: "circle", which depends on "circle/b", which depends on "circle"',
    "notes: no file in it defines a system",
    "has an index of 4 systems in 5 projects.",
  ])
    expect(built.stderr).toContain(said);
});

test("a bundle has the texts of its project alone, and the index the bundle's hash", () => {
  const { bundle, length } = index().projects.get("base-1.0") as { bundle: string; length: number };
  const text = readFileSync(join(out, bundle), "utf8");
  expect(Object.keys(JSON.parse(text)).sort()).toEqual(["base.asd", "base.lisp", "vendor/leaf.asd"]);
  expect(text).toHaveLength(length);
  expect(readdirSync(out)).toHaveLength(6);
});

test("the same folder makes the same index", async () => {
  const again = join(top, "again");
  expect(await run("systems", "build", projects, "--out", again)).toMatchObject({ code: 0 });
  for (const name of readdirSync(out))
    expect(readFileSync(join(again, name))).toEqual(readFileSync(join(out, name)));
});

test("--systems lets ASDF find them, for code and for the tool load-system", async () => {
  const code = '(require :asdf) (asdf:load-system "base") (cl-user::greeting)';
  expect(await run("--systems", out, "--eval", code)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('=> "héllo ✓ 𝄞"'),
  });
  const program = new Program(["--systems", out, "--tools", "core,development"]);
  const load = async (system: unknown) => program.call("load-system", { system });
  expect((await load(["base", "leaf"])).content[0].text).toContain('=> ("base" "leaf")');
  expect(await program.evaluate("(greeting)")).toBe('=> "héllo ✓ 𝄞"');
  const missing = await load("bse");
  expect(missing.isError).toBe(true);
  expect(missing.content[0].text).toContain('There is no system "bse". Near it: base.');
  expect((await load("base/tests")).content[0].text).toContain("Component :ABSENT not found");
  expect(await program.evaluate('(probe-file "/systems/here/here.asd")')).toBe(
    '=> #P"/systems/here/here.asd"',
  );
});

test("a wrong folder, or a wrong use, is said at once", async () => {
  expect(await run("--systems", projects, "--eval", "1")).toMatchObject({
    code: 1,
    stderr: `jscl-mcp: There is no systems.json in ${projects}: jscl-mcp systems build DIR --out ${projects} makes one of a folder of projects.\n`,
  });
  for (const args of [
    ["systems"],
    ["systems", "build"],
    ["systems", "build", projects],
    ["systems", "make", projects, "--out", out],
  ])
    expect(await run(...args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("jscl-mcp systems build DIR --out OUT makes an index"),
    });
  expect(await run("systems", "build", join(top, "none"), "--out", out)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is no folder"),
  });
});
