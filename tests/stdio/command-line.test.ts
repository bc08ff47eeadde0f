/** Options of the command line. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { version } from "../../package.json";
import { endAll, Program } from "./support/program.js";

const folder = mkdtempSync(join(tmpdir(), "jscl-mcp-"));
afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the program to its end. */
async function run(...args: string[]) {
  const program = new Program(args);
  const { code } = await program.closed;
  return { code, stdout: program.unread, stderr: program.stderr };
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("--version and --help are answered, whatever else is said", async () => {
  for (const args of [["--version"], ["-V"], ["--version", "--eval", '(error "no")']])
    expect(await run(...args)).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  const { code, stdout } = await run("--help");
  expect(code).toBe(0);
  for (const option of ["--eval", "--load", "--timeout", "--max-output", "--journal", "--restore"])
    expect(stdout).toContain(option);
});

/** Runs the program to its end with that input. */
async function feed(input: string | Uint8Array, ...args: string[]) {
  const program = new Program(args);
  program.write(input);
  program.endInput();
  const { code } = await program.closed;
  return { code, stdout: program.unread, stderr: program.stderr };
}

describe("standard input", () => {
  test("is what code reads, and is no output", async () => {
    expect(
      await feed(
        "Ada\n(1\n2) rest",
        "--eval",
        "(list (read-line) (read) (read-line) (read-line nil nil :end))",
      ),
    ).toEqual({ code: 0, stdout: "", stderr: '=> ("Ada" (1 2) "rest" :END)\n' });
    expect(
      await feed("b\na\n", "--eval", "(loop for l = (read-line nil nil) while l do (write-line l))"),
    ).toMatchObject({
      code: 0,
      stdout: "b\na\n",
    });
  });

  test("goes on from one piece of code to the next, files included", async () => {
    const path = file("reads.lisp", "(defvar *first* (read-line))");
    const code = ["--eval", "(list *first* (read-line))", "--eval", "(list (read-line) (read-line nil nil))"];
    const { stderr } = await feed("1\n2\n3\n4", "--load", path, ...code);
    expect(stderr).toContain('=> ("1" "2")');
    expect(stderr).toContain('=> ("3" "4")');
  });

  test("that has ended is END-OF-FILE", async () => {
    for (const input of ["", "one line\n"]) {
      const { code, stderr } = await feed(input, "--eval", "(progn (read-line) (read-line))");
      expect(code).toBe(1);
      expect(stderr).toContain("[ERROR] END-OF-FILE");
    }
  });

  test("of thousands of lines is read to its end, in any script", async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `line ${i} ä 中 😀`);
    const { stdout, stderr } = await feed(
      lines.join("\n"),
      ...["--max-output", "1000"],
      ...[
        "--eval",
        '(let ((n 0) last) (loop for l = (read-line nil nil) while l do (incf n) (setf last l)) (format t "~d ~a" n last))',
      ],
    );
    expect([stdout, stderr]).toEqual(["20000 line 19999 ä 中 😀", "=> NIL\n"]);
  });

  test("is not waited for by code that does not read", async () => {
    const program = new Program(["--eval", "(+ 1 2)"]);
    expect((await program.closed).code).toBe(0);
    expect(program.stderr).toBe("=> 3\n");
  });

  test("is no program's where messages come on it", async () => {
    const path = file("reads-no-message.lisp", "(defvar *read* (read-line nil nil :nothing))");
    const program = new Program(["--load", path]);
    await program.initialize();
    expect(await program.evaluate("*read*")).toBe("=> :NOTHING");
    expect(await program.evaluate("(read-line)")).toContain("END-OF-FILE");
  });
});

test.each([
  [["--nonsense"], "--nonsense"],
  [["file.lisp"], "file.lisp"],
  [["--eval"], "--eval"],
  [["--timeout", "soon"], "--timeout"],
  [["--timeout", "-1"], "--timeout"],
  [["--timeout", ""], "--timeout"],
  [["--timeout", "1e9"], "timeout"],
  [["--max-output", "NaN"], "--max-output"],
  [["--restore"], "--journal"],
])("%j is refused with a word of what is wrong", async (args, word) => {
  const { code, stdout, stderr } = await run(...args);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain(word);
  expect(stderr).toContain("--help");
});

describe("--eval", () => {
  test("writes output where the program wrote it, and the report beside it", async () => {
    expect(await run("--eval", '(format t "out~%") (format *error-output* "err~%") (values 1 :two)')).toEqual(
      {
        code: 0,
        stdout: "out\n",
        stderr: "err\n=> 1\n=> :TWO\n",
      },
    );
  });

  test("goes on in one session, in order, and stops at the first error", async () => {
    const { code, stdout, stderr } = await run(
      ..."(defvar *a* 1)|(print (incf *a*))|(car *a*)|(print :never)"
        .split("|")
        .flatMap((each) => ["--eval", each]),
    );
    expect(code).toBe(1);
    expect(stdout).toBe("\n2 ");
    expect(stderr).toContain("[ERROR] TYPE-ERROR\nThe value 2 is not of type LIST.");
    expect(stderr).not.toContain("[stdout]");
  });

  test("tells of warnings, and of output that was cut", async () => {
    const { stdout, stderr } = await run(
      "--max-output",
      "10",
      "--eval",
      "(defun f (x) 1) (dotimes (i 20) (princ i))",
    );
    expect(stdout).toBe("0123456789");
    expect(stderr).toMatch(/… 20 more characters\n\n\[warnings\]\nSTYLE-WARNING/);
  });

  test("has as much time as it is given", async () => {
    const { code, stderr } = await run("--timeout", "0.3", "--eval", "(loop)");
    expect(code).toBe(1);
    expect(stderr).toContain("TIMEOUT");
  });

  test("writes megabytes whole", async () => {
    const { code, stdout } = await run(
      "--max-output",
      "3000000",
      "--eval",
      "(dotimes (i 2000000) (write-char #\\z))",
    );
    expect(code).toBe(0);
    expect(stdout).toHaveLength(2_000_000);
  });

  test("ends at once when it is told to", async () => {
    const program = new Program(["--timeout", "0", "--eval", "(print :began) (loop)"]);
    await expect.poll(() => program.unread, { timeout: 60_000 }).toContain(":BEGAN");
    const began = performance.now();
    program.kill("SIGINT");
    await program.closed;
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe("--load", () => {
  test("comes in its turn, says nothing of values, and leaves the package as it was", async () => {
    const first = file(
      "first.lisp",
      '(defpackage "P" (:use "CL"))\n(in-package "P")\n(defun f () 42)\n(print (f))\n',
    );
    const { code, stdout, stderr } = await run(
      "--eval",
      "(print :zero)",
      "--load",
      first,
      "--eval",
      "(list (package-name *package*) (p::f))",
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: "\n:ZERO \n42 " });
    expect(stderr).toBe('=> :ZERO\n=> ("COMMON-LISP-USER" 42)\n');
  });

  test("before serving gives clients what is defined, and writes nothing among the messages", async () => {
    const program = new Program([
      "--load",
      file("define.lisp", '(defun twice (x) (* 2 x)) (print "loaded")'),
    ]);
    expect(await program.evaluate("(twice 21)")).toBe("=> 42");
    expect(program.unread).toBe("");
    expect(program.stderr).toContain('"loaded"');
  });

  test("of a file with an error, or of none, keeps it from serving", async () => {
    const path = file("wrong.lisp", "(defun g () 1)\n(car 1)\n");
    const wrong = await run("--load", path);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toBe("");
    expect(wrong.stderr).toContain(path);
    expect(wrong.stderr).toContain("TYPE-ERROR");
    const missing = await run("--load", join(folder, "missing.lisp"));
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain("missing.lisp");
    expect(missing.stderr).not.toContain("    at ");
  });
});

describe("--journal", () => {
  test("keeps definitions, which come back when that is asked for and not before", async () => {
    const path = join(folder, "kept.journal");
    const first = new Program(["--journal", path]);
    await first.evaluate("(defun kept (x) (list :kept x))");
    first.endInput();
    expect((await first.closed).code).toBe(0);
    expect(readFileSync(path, "utf8")).toContain("defun kept");

    const second = new Program(["--journal", path]);
    expect(await second.evaluate("(fboundp 'kept)")).toBe("=> NIL");
    expect(second.stderr).toContain("1 form ");
    second.kill("SIGTERM");
    await second.closed;

    const third = new Program(["--journal", path, "--restore"]);
    expect(await third.evaluate("(kept 1)")).toBe("=> (:KEPT 1)");
    await third.evaluate("(defun more () 1)");
    third.endInput();
    await third.closed;
    const run4 = await run("--journal", path, "--restore", "--eval", "(list (kept 2) (more))");
    expect(run4.code).toBe(0);
    expect(run4.stderr).toContain("=> ((:KEPT 2) 1)");
  });

  test("is not written over a file that is something else, nor where nothing can be", async () => {
    const path = file("precious.txt", "precious");
    const { code, stderr } = await run("--journal", path, "--eval", "(defun f () 1)");
    expect(code).toBe(1);
    expect(stderr).toContain("precious.txt");
    expect(readFileSync(path, "utf8")).toBe("precious");
    const nowhere = await run("--journal", join(folder, "no", "such", "folder"), "--eval", "(defun f () 1)");
    expect(nowhere.stderr).toContain("journal");
    expect(nowhere.code).toBe(1);
  });
});
