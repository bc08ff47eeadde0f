import { beforeAll, expect, test } from "vitest";
import { answerOf, bootEvaluator, type Evaluator, saidOf, valuesOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const LIMIT_MS = 60_000;
const run = (code: string) => evaluate(code, { deadlineMs: LIMIT_MS });

test("a module that nobody provides is an error, and one provides what a function of the list does", () => {
  expect(saidOf(run("(require :no-such-module)"))).toContain("Don't know how to REQUIRE NO-SUCH-MODULE.");
  const provider = '(lambda (name) (when (string= name "MINE") (provide name) t))';
  expect(answerOf(run(`(push ${provider} sb-ext:*module-provider-functions*) (require :mine)`))).toContain(
    "MINE",
  );
  expect(answerOf(run("(require :mine)"))).toContain("NIL");
  expect(saidOf(run("(push #'require sb-ext:*module-provider-functions*) (require :circle)"))).toContain(
    "circularity",
  );
});

test("ASDF is there when it is required, and the features that libraries ask for are not before", () => {
  expect(answerOf(run("(find :sbcl *features*)"))).toContain("NIL");
  expect(
    answerOf(run("(setq sb-ext:*module-provider-functions* (last sb-ext:*module-provider-functions*))")),
  ).toBeTruthy();
  const { definitions } = run("(require :asdf)").outcome;
  expect(definitions.flatMap(({ names }) => names)).toEqual(["MODULE ASDF"]);
  expect(valuesOf(run('(asdf:asdf-version) (uiop:string-prefix-p "a" "ab")'))).toContain("T");
  expect(valuesOf(run("(asdf:asdf-version)"))).toEqual(['"3.3.6"']);
  expect(valuesOf(run("(and (find :sbcl *features*) (find :asdf3 *features*) t)"))).toEqual(["T"]);
});

test("ASDF loads a system of files in the order of what they depend on, once", () => {
  const write = (path: string, text: string) =>
    run(
      `(with-open-file (s ${JSON.stringify(path)} :direction :output) (write-string ${JSON.stringify(text)} s))`,
    );
  write(
    "/systems/two.asd",
    '(defsystem "two" :components ((:file "b" :depends-on ("a")) (:file "a")) :perform (test-op (o c) (print :tested)))',
  );
  write("/systems/a.lisp", "(defmacro twice (x) `(list ,x ,x))");
  write("/systems/b.lisp", "(defvar *loads* 0) (incf *loads*) (defun b () (twice *loads*))");
  run('(push #p"/systems/" asdf:*central-registry*) (asdf:load-system "two") (asdf:load-system "two")');
  expect(valuesOf(run("(b)"))).toEqual(["(1 1)"]);
  expect(run('(asdf:test-system "two")').stdout).toContain(":TESTED");
  expect(saidOf(run('(asdf:load-system "none")'))).toContain("none");
});

test("tests of SB-RT", () => {
  const tests =
    '(sb-rt:deftest one (values 1 "a") 1 "a") (sb-rt:deftest two "a" "A") (sb-rt:deftest three (error "no") nil)';
  const { stdout } = run(`(sb-rt:rem-all-tests) ${tests} (sb-rt:do-tests)`);
  expect(stdout).toContain("Doing 3 pending tests of 3 tests total.");
  expect(stdout).toContain("2 out of 3 total tests failed: TWO, THREE.");
  expect(valuesOf(run("(sb-rotate-byte:rotate-byte 4 (byte 8 0) #x1a5)"))).toEqual(["346"]);
});
