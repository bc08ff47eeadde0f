/** A directory of the machine that is granted: what is there is read and written, and nothing else. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { endAll, PROGRAM, Program } from "./support/program.js";

const top = realpathSync(mkdtempSync(join(tmpdir(), "jscl-mcp-files-")));
const granted = join(top, "granted");
const at = (name: string) => join(granted, name);
const textOf = (name: string) => readFileSync(at(name), "utf8");

let program: Program;
const evaluate = (code: string) => program.evaluate(code);

beforeAll(() => {
  program = new Program(["--files", granted, "--tools", "core,development"]);
});
beforeEach(() => {
  rmSync(granted, { recursive: true, force: true });
  mkdirSync(at("sub/deep"), { recursive: true });
  writeFileSync(at("code.lisp"), "(defun from-file (x) (* 2 x))");
  writeFileSync(at("sub/deep/note.txt"), "héllo\n");
  writeFileSync(join(top, "outside.txt"), "secret");
});
afterEach(() => expect(readFileSync(join(top, "outside.txt"), "utf8")).toBe("secret"));
afterAll(() => {
  endAll();
  rmSync(top, { recursive: true });
});

test("programs begin in the directory, by its own path, and find what is there now", async () => {
  expect(await evaluate("*default-pathname-defaults*")).toBe(`=> #P"${granted}/"`);
  expect(await evaluate('(progn (load "code.lisp") (from-file 21))')).toBe("=> 42");
  writeFileSync(at("code.lisp"), "(defun from-file (x) (* 3 x))");
  expect(await evaluate(`(progn (load "${granted}/code.lisp") (from-file 21))`)).toBe("=> 63");
  expect(await evaluate('(list (directory "*.*") (directory "**/*.txt") (probe-file "sub"))')).toBe(
    `=> ((#P"${granted}/code.lisp" #P"${granted}/sub/") (#P"${granted}/sub/deep/note.txt") #P"${granted}/sub/")`,
  );
  expect(
    await evaluate('(with-open-file (s "sub/deep/note.txt") (list (read-line s) (file-length s)))'),
  ).toBe('=> ("héllo" 7)');
  const seconds = Math.floor(statSync(at("code.lisp")).mtimeMs / 1000);
  expect(await evaluate('(- (file-write-date "code.lisp") 2208988800)')).toBe(`=> ${seconds}`);
});

test("what is written is there when it is finished or closed, and never half", async () => {
  await evaluate('(defvar *s* (open "new.txt" :direction :output)) (write-string "one" *s*)');
  expect(existsSync(at("new.txt"))).toBe(false);
  await evaluate("(finish-output *s*)");
  expect(textOf("new.txt")).toBe("one");
  await evaluate('(write-string " two" *s*) (close *s*)');
  expect(textOf("new.txt")).toBe("one two");
  const supersede = `(ignore-errors
    (with-open-file (s "new.txt" :direction :output :if-exists :supersede) (print 1 s) (error "lost")))`;
  expect(await evaluate(supersede)).toContain("=> NIL");
  expect(textOf("new.txt")).toBe("one two");
  await evaluate('(with-open-file (s "new.txt" :direction :output :if-exists :append) (write-string "!" s))');
  await evaluate('(with-open-file (s "new.txt" :direction :io :if-exists :overwrite) (write-string "O" s))');
  expect(textOf("new.txt")).toBe("One two!");
  await evaluate('(with-open-file (s "new.txt" :direction :output :if-exists :rename) (write-string "3" s))');
  expect([textOf("new.txt"), textOf("new.txt.bak")]).toEqual(["3", "One two!"]);
  const bytes = "(unsigned-byte 8)";
  await evaluate(
    `(with-open-file (s "bytes" :direction :output :element-type '${bytes}) (write-sequence #(0 255 10) s))`,
  );
  expect([...readFileSync(at("bytes"))]).toEqual([0, 255, 10]);
  expect(
    await evaluate(`(with-open-file (s "bytes" :element-type '${bytes}) (read-byte s) (read-byte s))`),
  ).toBe("=> 255");
  expect(readdirSync(granted).filter((name) => name.startsWith("."))).toEqual([]);
});

test("files and directories are made, renamed, compiled and deleted there", async () => {
  await evaluate('(ensure-directories-exist "a/b/c.txt")');
  expect(statSync(at("a/b")).isDirectory()).toBe(true);
  await evaluate('(rename-file "code.lisp" "moved.lisp")');
  expect([existsSync(at("code.lisp")), existsSync(at("moved.lisp"))]).toEqual([false, true]);
  expect(await evaluate('(progn (compile-file "moved.lisp") (load "moved") (from-file 4))')).toContain(
    "=> 8",
  );
  expect(existsSync(at("moved.fasl"))).toBe(true);
  expect(await evaluate('(delete-file "moved.fasl")')).toBe("=> T");
  expect(existsSync(at("moved.fasl"))).toBe(false);
  await evaluate('(with-open-file (s "/kept/in-memory.txt" :direction :output) (write-string "m" s))');
  await evaluate(`(rename-file "/kept/in-memory.txt" "${granted}/from-memory.txt")`);
  expect(textOf("from-memory.txt")).toBe("m");
  await evaluate(`(rename-file "${granted}/from-memory.txt" "/kept/back.txt")`);
  expect(existsSync(at("from-memory.txt"))).toBe(false);
  expect(await evaluate('(with-open-file (s "/kept/back.txt") (read-char s))')).toBe("=> #\\m");
});

test("what cannot be done says why, as SBCL does", async () => {
  writeFileSync(at("file"), "");
  for (const [code, type, message] of [
    [
      '(open "no/such.txt" :direction :output)',
      "SIMPLE-FILE-ERROR",
      `The path #P"${granted}/no/such.txt" does not exist.`,
    ],
    [
      '(open "no.txt")',
      "FILE-DOES-NOT-EXIST",
      `The file #P"${granted}/no.txt" does not exist: No such file or directory`,
    ],
    [
      '(open "code.lisp" :direction :output)',
      "FILE-EXISTS",
      `The file #P"${granted}/code.lisp" already exists: File exists`,
    ],
    [
      '(open "file/b" :direction :output)',
      "SIMPLE-FILE-ERROR",
      `The path #P"${granted}/file/b" does not exist.`,
    ],
    [
      '(delete-file "no.txt")',
      "DELETE-FILE-ERROR",
      `Could not delete the file "${granted}/no.txt": No such file or directory`,
    ],
    [
      '(ensure-directories-exist "file/b/c")',
      "SIMPLE-FILE-ERROR",
      `Can't create directory ${granted}/file,\na file with the same name already exists.`,
    ],
    [
      '(rename-file "code.lisp" "no/x.lisp")',
      "SIMPLE-FILE-ERROR",
      `couldn't rename ${granted}/code.lisp to ${granted}/no/x.lisp: No such file or directory`,
    ],
  ] as const) {
    const report = await evaluate(code);
    expect(report.split("\n").slice(0, 2).join(" ")).toContain(type);
    expect(report).toContain(message);
  }
});

test("no name and no link leads out of it", async () => {
  symlinkSync(top, at("up"));
  symlinkSync(join(top, "outside.txt"), at("link.txt"));
  symlinkSync(at("code.lisp"), at("alias.lisp"));
  symlinkSync(join(top, "nothing"), at("dangling"));
  expect(await evaluate('(progn (load "alias.lisp") (from-file 5))')).toContain("=> 10");
  const outside = "It leads out of the directory that was granted";
  for (const code of [
    '(open "link.txt")',
    '(open "up/outside.txt")',
    '(open "up/outside.txt" :direction :output :if-exists :supersede)',
    '(open "link.txt" :direction :output :if-exists :append)',
    '(open "up/new.txt" :direction :output)',
    '(delete-file "up/outside.txt")',
    '(rename-file "code.lisp" "up/code.lisp")',
    '(ensure-directories-exist "up/made/")',
  ])
    expect(await evaluate(code)).toContain(outside);
  expect(await evaluate(`(probe-file "${top}/outside.txt")`)).toBe("=> NIL");
  expect(await evaluate(`(probe-file "${granted}/../outside.txt")`)).toBe("=> NIL");
  expect(await evaluate('(list (directory "up/*.*") (directory "**/outside.*"))')).toBe("=> (NIL NIL)");
  // The link itself is in the directory.
  expect(await evaluate('(delete-file "link.txt")')).toContain("T");
  await evaluate('(with-open-file (s "dangling" :direction :output) (write-string "d" s))');
  expect(existsSync(join(top, "nothing"))).toBe(false);
  // What is written outside of the directory stays in memory.
  await evaluate(`(with-open-file (s "${top}/outside.txt" :direction :output) (write-string "m" s))`);
  expect(readdirSync(top).sort()).toEqual(["granted", "outside.txt"]);
});

test("odd names, a pipe and a file that is too long are no harm", async () => {
  const names = ["a b", "é", "..x", "-", "q\\?", "l\\*r", "n\\\\m"];
  for (const name of names)
    await evaluate(`(with-open-file (s ${JSON.stringify(name)} :direction :output) (write-string "x" s))`);
  expect(readdirSync(granted).length).toBe(2 + names.length);
  expect(await evaluate("(probe-file (string (code-char 0)))")).not.toContain("internal");
  expect(await evaluate(`(probe-file (make-string 5000 :initial-element #\\a))`)).toMatch(
    /NIL|File name too long/,
  );
  expect(spawnSync("mkfifo", [at("pipe")]).status).toBe(0);
  expect(await evaluate('(list (probe-file "pipe") (directory "pi*"))')).toBe("=> (NIL NIL)");
  spawnSync("truncate", ["-s", "3G", at("huge")]);
  expect(await evaluate('(open "huge")')).toContain("HEAP-EXHAUSTED");
  expect(await evaluate("(+ 1 2)")).toBe("=> 3");
});

test("clients list, read and write the same files", async () => {
  const listed = await program.call("list-files", {});
  expect(listed.structuredContent).toMatchObject({
    total: 2,
    files: [
      { name: "code.lisp", kind: "file", characters: 29 },
      { name: "sub", kind: "directory" },
    ],
  });
  await program.call("write-file", { path: "made/by-client.txt", content: "ç" });
  expect(textOf("made/by-client.txt")).toBe("ç");
  const read = await program.call("read-file", { path: "made/by-client.txt" });
  expect(read.structuredContent).toMatchObject({ content: "ç", characters: 1 });
  const refused = await program.call("write-file", { path: "code.lisp/x", content: "" });
  expect(refused.isError).toBe(true);
  await program.call("delete-file", { path: "made/by-client.txt" });
  expect(existsSync(at("made/by-client.txt"))).toBe(false);
});

test("each session has it, a fresh image too", async () => {
  expect(await program.call("reset-session")).toMatchObject({ isError: false });
  expect(await evaluate('(progn (load "code.lisp") (from-file 1))')).toContain("=> 2");
});

test("what is no directory is refused before anything runs", () => {
  for (const [args, message] of [
    [["--files", join(top, "outside.txt")], "it is no directory"],
    [["--files", join(top, "missing")], "cannot be granted"],
    [["--files", granted, "--page"], "--page serves the Lisp of a page"],
  ] as const) {
    const { status, stderr, stdout } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: "utf8" });
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
    expect(stdout).toBe("");
  }
});

test("a temporary file is made anew, by a name that nobody can prepare", async () => {
  const written = '(with-open-file (s "code.lisp" :direction :output :if-exists :supersede) (princ 1 s))';
  symlinkSync(join(top, "outside.txt"), at(".code.lisp.jscl-mcp-new"));
  symlinkSync(join(top, "outside.txt"), at(".notes.txt.jscl-mcp-new"));
  await evaluate(written);
  expect(textOf("code.lisp")).toBe("1");
  // By Lisp alone: the link leads inside where it lies, and out where it is moved to.
  mkdirSync(at("sub/deep/er"));
  writeFileSync(at("sub/outside.txt"), "inside");
  symlinkSync("../../outside.txt", at("sub/deep/er/link"));
  await evaluate(`(rename-file "sub/deep/er/link" "${granted}/.code.lisp.jscl-mcp-new")`);
  await evaluate(written);
  await program.call("write-file", { path: "notes.txt", content: "n" });
  expect(textOf("notes.txt")).toBe("n");
});

test("what the program itself runs and writes is only read, wherever the directory is", async () => {
  const own = join(top, "own");
  const dist = join(own, "node_modules", "jscl-mcp", "dist");
  cpSync(dirname(PROGRAM), dist, { recursive: true, filter: (path) => !/\.(br|gz|html|woff2)$/.test(path) });
  writeFileSync(join(dist, "..", "package.json"), '{"type":"module"}');
  writeFileSync(join(own, "inside"), "");
  symlinkSync("inside", join(own, "link"));
  const before = readdirSync(own).sort();
  const args = ["--files", own, "--journal", join(own, "lisp.journal")];
  const inside = new Program(args, { program: join(dist, "jscl-mcp-stdio.js") });
  const write = (path: string) =>
    `(with-open-file (s "${path}" :direction :output :if-exists :supersede) (write-string "gone" s))`;
  const packaged = "node_modules/jscl-mcp";
  for (const code of [
    write(`${packaged}/dist/jscl-mcp-thread.js`),
    write(`${packaged}/dist/new.js`),
    write(`${packaged}/package.json`),
    write("lisp.journal"),
    write("lisp.journal.restoring"),
    `(rename-file "node_modules/" "${own}/other/")`,
    `(rename-file "${packaged}/dist/" "${own}/other/")`,
    `(rename-file "inside" "${own}/lisp.journal.restoring")`,
    `(delete-file "${packaged}/dist/jscl.js")`,
    `(ensure-directories-exist "${packaged}/dist/sub/")`,
  ])
    expect(await inside.evaluate(code), code).toContain("It belongs to the program that runs this Lisp");
  expect(await inside.evaluate(`(probe-file "${packaged}/package.json")`)).toContain("package.json");
  await inside.evaluate("(defun kept () 1)");
  expect(await inside.evaluate(write("inside"))).toBe('=> "gone"');
  inside.endInput();
  await inside.closed;
  expect(readdirSync(own).sort()).toEqual([...before, "lisp.journal"].sort());
  expect(readFileSync(join(own, "lisp.journal"), "utf8")).toContain("defun kept");
});

/** Runs the program on the directory with a journal, and resolves to what it wrote when it has ended. */
async function run(codes: readonly string[], ...args: string[]) {
  const own = new Program(["--journal", join(top, "lisp.journal"), ...args]);
  const texts: string[] = [];
  for (const code of codes) texts.push(await own.evaluate(code));
  const exported = (await own.call("export-session")).content[0].text as string;
  own.endInput();
  await own.closed;
  return { texts, exported, stderr: own.stderr };
}

const more = ["--files", granted, "--tools", "core,development"];
const version = (text: string) => writeFileSync(at("code.lisp"), `(defun from-file () ${text})`);

test("a file is the person's: nothing that is restored writes it, and its text is kept by nobody", async () => {
  rmSync(join(top, "lisp.journal"), { force: true });
  version('"the first text"');
  const writes = `(progn (defvar *written* 1)
    (with-open-file (s "code.lisp" :direction :output :if-exists :supersede) (write-string (old-text) s)))`;
  const old = '(defun old-text () "(defun from-file () \'old)")';
  const first = await run(['(load "code.lisp")', old, writes, '(load "code.lisp")'], ...more);
  for (const kept of [readFileSync(join(top, "lisp.journal"), "utf8"), first.exported]) {
    expect(kept).toContain("load");
    expect(kept).not.toMatch(/the first text|FILE \/|keep-file/);
  }
  version("'edited");
  const { texts, stderr } = await run(["(from-file)"], ...more, "--restore");
  expect(texts).toEqual(["=> EDITED"]);
  expect(textOf("code.lisp")).toContain("edited");
  expect(stderr).toContain("not restored: VARIABLE *WRITTEN*");
  expect(stderr).toContain(
    "Definitions are being restored, which leaves the files of the directory as they are",
  );
  // What is evaluated again by hand is the person's own program.
  await evaluate(`${old} ${writes}`);
  expect(textOf("code.lisp")).toContain("old");
});

test("an image that takes the place of a lost one leaves files as they are", async () => {
  version("1");
  const lost = new Program(more);
  await lost.evaluate(`(progn (defun d () 1) (with-open-file (s "log" :direction :output :if-exists :supersede)
    (write-string "first" s)))`);
  await lost.evaluate('(load "code.lisp")');
  version("2");
  writeFileSync(at("log"), "mine");
  await lost.call("configure-limits", { timeout: 1 });
  const report = await lost.evaluate(
    '(defun endless () (loop)) (format nil "~v,,,\'xa" 300000000 1) (endless)',
  );
  expect(report).toMatch(/\[ERROR\]/);
  expect([textOf("log"), textOf("code.lisp")]).toEqual(["mine", "(defun from-file () 2)"]);
});

test("a file that was in memory is put there again, never into a directory of the same name", async () => {
  rmSync(join(top, "lisp.journal"), { force: true });
  const path = at("code.lisp");
  const code = `(with-open-file (s "${path}" :direction :output) (write-string "(defun from-file () 'in-memory)" s))`;
  const first = await run([code, `(load "${path}")`], "--tools", "core,development");
  expect(first.exported).toContain("in-memory");
  version("'on-disk");
  const again = await run(["(from-file)"], "--restore", "--tools", "core,development");
  expect(again.texts).toEqual(["=> IN-MEMORY"]);
  const restored = await run(["(from-file)"], "--restore", ...more);
  expect(restored.texts).toEqual(["=> ON-DISK"]);
  // Its own session may evaluate the text, and another one.
  expect(await evaluate(first.exported)).not.toContain("[ERROR]");
  expect(await evaluate("(from-file)")).toBe("=> ON-DISK");
  expect(textOf("code.lisp")).toContain("on-disk");
});

test("a file that is loaded again and again is kept once, by its LOAD", async () => {
  rmSync(join(top, "lisp.journal"), { force: true });
  const own = new Program(["--journal", join(top, "lisp.journal"), ...more]);
  for (let i = 0; i < 30; i++) {
    version(`'(${i} "${"x".repeat(5000)}")) (defun other-${i} ()`);
    await own.evaluate('(load "code.lisp")');
  }
  own.endInput();
  await own.closed;
  expect(statSync(join(top, "lisp.journal")).size).toBeLessThan(60 * 200);
});

test("a file that is made outside of the directory is said to be in memory alone, once", async () => {
  const own = new Program(more);
  const written = await own.call("write-file", { path: join(top, "elsewhere.txt"), content: "x" });
  expect(written.content[0].text).toBe(
    `Made ${top}/elsewhere.txt, 1 character. It is in the Lisp's memory alone: the directory on the disk is ${granted}/.`,
  );
  const inside = await own.call("write-file", { path: "inside.txt", content: "x" });
  expect(inside.content[0].text).toBe(`Made ${granted}/inside.txt, 1 character.`);
  const open = (path: string) =>
    `(with-open-file (s "${path}" :direction :output :if-exists :supersede) (print 1 s))`;
  const said = `${top}/outside.txt was made in the Lisp's memory alone, as it is not in the directory that was granted.`;
  expect(await own.evaluate(open(join(top, "outside.txt")))).toContain(said);
  expect(await own.evaluate(open(join(top, "outside.txt")))).not.toContain("memory");
  expect(await own.evaluate(open("inside.txt"))).not.toContain("memory");
});

test("a directory is listed by the names that OPEN takes, an empty one too", async () => {
  mkdirSync(at("many"));
  mkdirSync(at("empty"));
  for (let i = 0; i < 3; i++) writeFileSync(at(`many/f${i}`), "x");
  for (const directory of ["many", "many/", at("many"), "./many", "sub/../many"]) {
    const { structuredContent } = await program.call("list-files", { directory });
    expect(structuredContent, directory).toMatchObject({ directory: `${granted}/many/`, total: 3 });
  }
  const empty = await program.call("list-files", { directory: "empty" });
  expect(empty).toMatchObject({ isError: false, structuredContent: { total: 0, files: [] } });
  expect(empty.content[0].text).toBe(`There are no files in ${granted}/empty/.`);
  const none = await program.call("list-files", { directory: "none" });
  expect([none.isError, none.content[0].text]).toEqual([true, "There is no directory none."]);
});

test("the tools say why something cannot be done, as Lisp's own errors do", async () => {
  symlinkSync(top, at("up"));
  symlinkSync(join(top, "outside.txt"), at("link.txt"));
  spawnSync("truncate", ["-s", "3G", at("huge")]);
  const told = async (tool: string, args: object) => {
    const { isError, content } = await program.call(tool, args);
    expect(isError, tool).toBe(true);
    return content[0].text as string;
  };
  const outside = "It leads out of the directory that was granted";
  for (const [tool, args] of [
    ["read-file", { path: "link.txt" }],
    ["read-file", { path: "up/outside.txt" }],
    ["write-file", { path: "link.txt", content: "x" }],
    ["write-file", { path: "up/new.txt", content: "x" }],
    ["delete-file", { path: "up/outside.txt" }],
    ["list-files", { directory: "up" }],
    ["export-session", { path: "up/session.lisp" }],
  ] as const)
    expect(await told(tool, args)).toMatch(new RegExp(`^[A-Z:-]*FILE-ERROR: .*${outside}`));
  expect(await told("read-file", { path: "huge" })).toBe(
    `${granted}/huge has 3221225472 bytes: a file that is read has 33554432 at most.`,
  );
  expect(await told("write-file", { path: "code.lisp/x", content: "" })).toContain(
    "a file with the same name already exists.",
  );
  // One file that cannot be read is listed all the same.
  expect((await program.call("list-files", {})).structuredContent).toMatchObject({ total: 3 });
  expect((await program.call("delete-file", { path: "huge" })).content[0].text).toContain("Deleted");
  expect(existsSync(at("huge"))).toBe(false);
});

test("a disk that is full is the reason that the tool has", async () => {
  const message = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  const content = "x".repeat(100_000);
  const input = message(1, "tools/call", { name: "write-file", arguments: { path: "big.txt", content } });
  // A limit of a file's size stands for a full disk.
  const limited = `trap '' XFSZ; ulimit -f 16; exec "$@"`;
  const { stdout } = spawnSync("sh", ["-c", limited, "sh", process.execPath, PROGRAM, ...more], {
    input,
    encoding: "utf8",
  });
  expect(stdout).toContain("File too large");
  expect(readdirSync(granted).sort()).toEqual(["code.lisp", "sub"]);
});
