/** Definitions kept in a file, however programs end and however many there are. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { endAll, PROGRAM, Program } from "./support/program.js";

const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-"));
let own = "";
let path = "";
let number = 0;

beforeEach(() => {
  own = join(folder, String(number++));
  mkdirSync(own);
  path = join(own, "lisp.journal");
});
afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true }));

const program = (...args: string[]) => new Program(["--journal", path, ...args]);

const names = (count: number, prefix = "f") =>
  Array.from({ length: count }, (_, place) => `${prefix}${place}`);

async function define(which: Program, each: readonly string[]): Promise<void> {
  await Promise.all(each.map((name) => which.evaluate(`(defun ${name} () '${name})`)));
}

/** The definitions that another program lacks after it has restored the journal. */
async function missing(each: readonly string[]): Promise<string[]> {
  const next = program("--restore");
  const there = await next.evaluate(`(remove-if #'fboundp '(${each.join(" ")}))`);
  next.endInput();
  await next.closed;
  return there === "=> NIL" ? [] : [there, next.stderr];
}

test("what was answered is kept when the program is ended that very moment", async () => {
  const first = program();
  await define(first, names(10));
  first.kill("SIGKILL");
  await first.closed;
  expect(await missing(names(10))).toEqual([]);
});

test("two programs keep what both define, and neither stands in the other's way", async () => {
  const both = [program(), program()];
  // One that begins later finds what the other one has kept, and says so.
  await Promise.all(both.map((each) => each.evaluate("1")));
  await Promise.all(both.map((each, place) => define(each, names(20, `p${place}-`))));
  both[0]?.kill("SIGKILL");
  await both[0]?.closed;
  await define(both[1] as Program, ["last"]);
  both[1]?.endInput();
  expect((await both[1]?.closed)?.code).toBe(0);
  expect(both.map((each) => each.stderr)).toEqual(["", ""]);
  expect(await missing([...names(20, "p0-"), ...names(20, "p1-"), "last"])).toEqual([]);
  expect(readdirSync(own)).toEqual(["lisp.journal"]);
});

test("programs that are killed again and again, at any moment, lose nothing that was answered", async () => {
  const answered: string[] = [];
  for (let round = 0; round < 6; round++) {
    const pair = [program(), program()];
    await Promise.all(
      pair.map(async (each, place) => {
        for (const name of names(3 * round, `r${round}-${place}-`)) {
          await define(each, [name]);
          answered.push(name);
        }
        void each.evaluate("(defun unanswered () 1)");
        await new Promise((resolve) => setTimeout(resolve, 3 * round));
        each.kill("SIGKILL");
        await each.closed;
      }),
    );
  }
  expect(await missing(answered)).toEqual([]);
}, 240_000);

test("an empty file is a journal in which nothing is yet", async () => {
  writeFileSync(path, "");
  const first = program("--restore");
  await define(first, ["f"]);
  first.endInput();
  expect((await first.closed).code).toBe(0);
  expect(await missing(["f"])).toEqual([]);
});

test("what is no file is refused, and left as it is", async () => {
  spawnSync("mkfifo", [path]);
  for (const each of [path, own, "/dev/null"]) {
    const first = new Program(["--journal", each]);
    expect((await first.closed).code).toBe(1);
    expect(first.stderr).toContain(`The journal cannot be kept: ${each} is no file.`);
  }
  expect(readdirSync(own)).toEqual(["lisp.journal"]);
});

test("a file that may grow no more leaves nothing behind, what it holds stays, and the program says so", async () => {
  const first = program();
  await define(first, ["f"]);
  first.endInput();
  await first.closed;
  const record = () => JSON.parse(readFileSync(path, "utf8")).record;
  const before = record();
  // A limit of a file's size in blocks of 512 or 1024 bytes stands for a full disk.
  const code = `(defun g () "${"x".repeat(40_000)}")`;
  const limited = `trap '' XFSZ; ulimit -f 16; exec "$@"`;
  const args = [process.execPath, PROGRAM, "--journal", path, "--restore", "--eval", code];
  const { stderr } = spawnSync("sh", ["-c", limited, "sh", ...args], { encoding: "utf8" });
  expect(stderr).toMatch(/What is defined is not kept: .*(EFBIG|ENOSPC)/);
  expect(stderr).toMatch(/Not all that was defined could be kept: .*(EFBIG|ENOSPC)/);
  expect(record()).toBe(before);
  expect(readdirSync(own)).toEqual(["lisp.journal"]);
});

test("a form that kills the program while it is restored is not tried again; one that it is told to end in is", async () => {
  const first = program();
  await define(first, ["f"]);
  // No definition: a program that restores has it not.
  await first.evaluate("(setf (get 'late :here) t)");
  const late = "(defvar *late* (unless (get 'late :here) (loop)))";
  await first.evaluate(late);
  await define(first, ["g"]);
  first.endInput();
  await first.closed;
  const id = createHash("sha256").update(`COMMON-LISP-USER\0${late}`).digest("hex").slice(0, 32);
  const during = async (signal: NodeJS.Signals) => {
    const next = program("--restore");
    const mark = () => (existsSync(`${path}.restoring`) ? readFileSync(`${path}.restoring`, "utf8") : "");
    await expect.poll(mark, { timeout: 60_000, interval: 20 }).toContain(id);
    // The mark names the process that restores; the process that was started waits for it.
    if (signal === "SIGKILL") process.kill((JSON.parse(mark()) as { pid: number }).pid, signal);
    else next.kill(signal);
    await next.closed;
  };
  await during("SIGTERM");
  expect(readdirSync(own)).toEqual(["lisp.journal"]);
  await during("SIGKILL");
  const after = program("--restore");
  expect(await after.evaluate("(list (f) (g) (boundp '*late*))")).toBe("=> (F G NIL)");
  expect(after.stderr).toMatch(/not restored: VARIABLE \*LATE\*, VALUE \*LATE\*: the page ended/);
  after.endInput();
  await after.closed;
  expect(readFileSync(path, "utf8")).toContain("*late*");
}, 240_000);

test("a definition that there is no room for is told of in the answer", async () => {
  const first = program();
  await define(first, ["f"]);
  const text = await first.evaluate(`(defun g () "${"x".repeat(1_000_001)}")`);
  expect(text).toMatch(/^\[session\]\nThere is no room to keep FUNCTION G\./);
  first.kill("SIGKILL");
  await first.closed;
  expect(await missing(["f"])).toEqual([]);
});
