import { expect, test } from "./support/test.js";

test.beforeAll(async ({ lisp }) => {
  await lisp.tool("reset-session");
});

const values = [
  { code: "(+ 1 2)", text: "=> 3" },
  { code: '(values 1 :two "three")', text: '=> 1\n=> :TWO\n=> "three"' },
  { code: "(values)", text: "; No values" },
  { code: "1 2 3", text: "=> 3" },
  {
    code: "(list 'a #\\b 1.5 1/2 (expt 2 100))",
    text: "=> (A #\\b 1.5 1/2 1267650600228229401496703205376)",
  },
  {
    code: '(with-open-file (s "a.txt" :direction :output) (write-line "kept" s)) (with-open-file (s "a.txt") (list (read-line s) (probe-file "b.txt")))',
    text: '=> ("kept" NIL)',
  },
  { code: '(princ "out") (princ "err" *error-output*) :v', text: "[stdout]\nout\n\n[stderr]\nerr\n\n=> :V" },
] as const;

for (const { code, text } of values) {
  test(`${code} is shown to the letter`, async ({ lisp }) => {
    expect((await lisp.evaluate(code)).text).toBe(text);
  });
}

test("what one evaluation defines, the next can use, even after an error", async ({ lisp }) => {
  await lisp.evaluate("(defun twice (n) (* 2 n)) (defvar *kept* 20) (car 42)");
  const { text, structuredContent } = await lisp.evaluate("(twice (1+ *kept*))");
  expect(text).toBe("=> 42");
  expect(structuredContent["status"]).toBe("ok");
});

test("in-package lasts, and the package argument does not", async ({ lisp }) => {
  await lisp.evaluate('(defpackage "SCRATCH" (:use "CL"))');
  const there = await lisp.evaluate("(package-name *package*)", { package: "SCRATCH" });
  expect(there.text).toMatch(/^=> "SCRATCH"/);
  expect((await lisp.evaluate("(package-name *package*)")).text).toBe('=> "COMMON-LISP-USER"');
  const moved = await lisp.evaluate('(in-package "SCRATCH") :x');
  expect(moved.structuredContent["package"]).toBe("SCRATCH");
  expect(moved.text).toContain("; Package: SCRATCH, from now on");
  const later = await lisp.evaluate("(package-name *package*)");
  expect(later.text).toBe('=> "SCRATCH"\n\n; Package: SCRATCH');
  await lisp.evaluate('(in-package "COMMON-LISP-USER")');
});

test("an unknown package argument is an error that names it", async ({ lisp }) => {
  const { text, isError } = await lisp.evaluate("1", { package: "NO-SUCH-PACKAGE" });
  expect(isError).toBe(true);
  expect(text).toContain("PACKAGE-DOES-NOT-EXIST");
  expect(text).toContain("NO-SUCH-PACKAGE");
});

test("capture-time measures", async ({ lisp }) => {
  const { structuredContent } = await lisp.evaluate("(loop repeat 1000 sum 1)", { "capture-time": true });
  const timing = structuredContent["timing"] as { realMs: number; compileMs: number };
  expect(timing.realMs).toBeGreaterThan(0);
  expect(timing.compileMs).toBeGreaterThanOrEqual(0);
  expect(timing.realMs).toBeGreaterThanOrEqual(timing.compileMs);
  expect((await lisp.evaluate("1")).structuredContent["timing"]).toBeNull();
});

test("long output is cut where configured, and what was cut is counted", async ({ lisp }) => {
  await lisp.tool("configure-limits", { "max-output": 1000 });
  const { structuredContent, text } = await lisp.evaluate("(dotimes (i 2000) (write-char #\\a)) 1");
  expect(structuredContent["stdout"]).toBe("a".repeat(1000));
  expect(structuredContent["truncated"]).toMatchObject({ stdout: 1000, stderr: 0 });
  expect(text).toContain("1000");
  expect(text).toContain("=> 1");
  await lisp.tool("configure-limits", { "max-output": 100_000 });
});

test("wrong arguments name the argument", async ({ lisp }) => {
  for (const args of [{}, { code: [] }, { code: "1", package: {} }]) {
    const { isError, text } = await lisp.tool("evaluate-lisp", args);
    expect(isError).toBe(true);
    expect(text).toMatch(/code|package/);
  }
});
