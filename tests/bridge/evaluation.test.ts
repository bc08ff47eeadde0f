import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";
import { spentMs } from "./spent.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const frames = (code: string, more = {}) =>
  evaluate(code, more).outcome.condition?.frames.map(({ text }) => text) ?? [];

test("values are printed as PRIN1 does, all of the last form's", () => {
  expect(evaluate('1 (values "a" #\\b :c)').outcome).toMatchObject({
    values: ['"a"', "#\\b", ":C"],
    forms: 2,
  });
  expect(evaluate("(values)").outcome.values).toEqual([]);
  expect(evaluate("; nothing").outcome).toMatchObject({ values: [], forms: 0 });
});

test("the forms before and their values are remembered as in a REPL", () => {
  expect(evaluate("(values 1 2) (list * / +)").outcome.values).toEqual(["(1 (1 2) (VALUES 1 2))"]);
  expect(evaluate("7 8 9 (list * ** *** -)").outcome.values).toEqual(["(9 8 7 (LIST * ** *** -))"]);
  expect(evaluate("(first *)").outcome.values).toEqual(["9"]);
  expect(evaluate("(values) (list * /)").outcome.values).toEqual(["(NIL NIL)"]);
  expect(evaluate("5 (car 5)").outcome.status).toBe("error");
  expect(evaluate("*").outcome.values).toEqual(["5"]);
});

test("each standard output stream leads to stdout or stderr", () => {
  const { stdout, stderr } = evaluate(`
    (princ "a") (princ "b" *terminal-io*) (princ "c" *query-io*) (princ "d" *debug-io*) (princ "e" *trace-output*)
    (princ "f" *error-output*) (princ "g" t)`);
  expect(stdout).toBe("abcdeg");
  expect(stderr).toBe("f");
});

test("the output of an evaluation begins a line, wherever the one before ended", () => {
  expect(evaluate('(format t "ab~&c") (write-string "d" *error-output*)').stdout).toBe("ab\nc");
  const next = evaluate(
    '(fresh-line) (write-string "e") (fresh-line *error-output*) (write-string "f" *error-output*)',
  );
  expect(next.stdout + next.stderr).toBe("ef");
});

test("standard input is at its end", () => {
  expect(evaluate("(read-line)").outcome.condition?.type).toBe("END-OF-FILE");
  expect(evaluate("(read-line *standard-input* nil :none)").outcome.values[0]).toBe(":NONE");
});

test("a reader error says where it is and what was never closed", () => {
  const { condition, forms } = evaluate('(list 1)\n(list "a\n  b').outcome;
  expect(forms).toBe(1);
  expect(condition).toMatchObject({
    phase: "read",
    form: 1,
    unclosed: { bracket: '"', position: { line: 2, column: 6 } },
  });
  expect(condition?.position?.line).toBe(3);
  expect(frames("(list")).toEqual(['(READ-FROM-STRING "(list")']);
  expect(frames('(list (read-from-string "(list"))')).toEqual([
    '(READ-FROM-STRING "(list" T NIL :START 0 :END NIL :PRESERVE-WHITESPACE NIL)',
  ]);
});

test("an error's position is that of its form", () => {
  expect(evaluate("(+ 1 2)\n\n   (car 42)").outcome.condition?.position).toEqual({ line: 3, column: 3 });
});

/** Defines objects that cannot be printed. */
const THING =
  '(defstruct thing) (defmethod print-object ((x thing) stream) (declare (ignore stream)) (error "unprintable"))';

test("a lambda list that is none is of the compile phase, an error in a printer of the print phase", () => {
  expect(evaluate("1 (lambda (x x) 1)").outcome.condition).toMatchObject({ phase: "compile", form: 1 });
  expect(evaluate(`${THING} (make-thing)`).outcome.condition).toMatchObject({
    phase: "print",
    message: "unprintable",
  });
});

test("a printer that fails while a report is made costs its object its form alone", () => {
  const code = `${THING} (defun hold (x y) (car x)) (hold (make-thing) 2)`;
  const { condition } = evaluate(code).outcome;
  expect(condition?.type).toBe("TYPE-ERROR");
  expect(condition?.frames.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^\(HOLD #<error printing THING: .*> #<unused argument>\)$/),
  );
});

test("the program's printer variables do not cut frames", () => {
  expect(
    frames("(defun pass (x) (car x)) (let ((*print-length* 1) (*print-level* 1)) (pass #(1 (2 (3)) 4)))"),
  ).toContain("(PASS #(1 (2 (3)) 4))");
});

test("frames show the calls of the program with their arguments as they are", () => {
  evaluate(
    '(defun inner (x &optional (y 2)) (setq x :changed) (error "~a" (list x y))) (defun outer (z) (1+ (inner z)))',
  );
  expect(frames("(outer 1)")).toEqual(["(INNER :CHANGED 2)", "(OUTER 1)"]);
  expect(frames("(mapcar (lambda (n) (/ n 0)) '(1 2))")).toEqual([
    "(/ 1 0)",
    "((LAMBDA (N)) 1)",
    expect.stringMatching(/^\(MAPCAR #<.*> \(1 2\)\)$/),
  ]);
  expect(
    frames("(labels ((deep (n) (if (= n 0) (car (eval 1)) (1+ (deep (1- n)))))) (deep 2))").slice(0, 4),
  ).toEqual(["(CAR 1)", "((LABELS DEEP) 0)", "((LABELS DEEP) 1)", "((LABELS DEEP) 2)"]);
});

test("frames are limited in number and in length", () => {
  const code = "(defun dive (n) (if (= n 0) (car (eval 1)) (1+ (dive (1- n))))) (dive 500)";
  const { condition } = evaluate(code, {
    limits: {
      valueChars: 100,
      messageChars: 100,
      argumentChars: 20,
      formChars: 40,
      maxFrames: 10,
      maxValues: 10,
      maxWarnings: 10,
    },
  }).outcome;
  expect(condition?.frames).toHaveLength(10);
  expect(condition?.framesTotal).toBeGreaterThanOrEqual(502);
});

test("a warning that the program handles is not recorded; one that nobody muffles is", () => {
  expect(evaluate('(handler-case (warn "x") (warning () :caught))').outcome).toMatchObject({
    values: [":CAUGHT"],
    warnings: [],
  });
  const { outcome } = evaluate('1\n(warn "seen ~a" 1)');
  expect(outcome.warnings).toEqual([
    {
      type: "SIMPLE-WARNING",
      package: "COMMON-LISP",
      label: "SIMPLE-WARNING",
      message: "seen 1",
      severity: "warning",
      position: { line: 2, column: 0 },
      where: null,
      hints: [],
    },
  ]);
});

test("a warning signalled by other means than WARN is nobody's to muffle", () => {
  expect(evaluate("(signal 'warning)").outcome).toMatchObject({ status: "ok", values: ["NIL"] });
  expect(evaluate("(error 'warning)").outcome.condition?.type).toBe("WARNING");
});

test("what is undefined is warned of at the end of each form, in order of names", () => {
  const { warnings } = evaluate("(defun uses () (list (not-there) (not-there) no-variable)) :x").outcome;
  expect(warnings.map(({ type, label, message }) => `${type}, ${label}: ${message}`)).toEqual([
    "SIMPLE-WARNING, WARNING: undefined variable: COMMON-LISP-USER::NO-VARIABLE",
    "SIMPLE-STYLE-WARNING, STYLE-WARNING: undefined function: COMMON-LISP-USER::NOT-THERE",
  ]);
});

test("a deadline stops what handlers and cleanup forms would go on with", () => {
  for (const code of [
    "(loop)",
    '(loop (ignore-errors (error "x")))',
    "(unwind-protect (loop) (loop))",
    "(loop (handler-case (loop) (serious-condition () :caught)))",
    "(length '#1=(1 . #1#))",
    '(format nil "~a" (let ((l (list 1))) (setf (cdr l) l)))',
  ]) {
    const began = spentMs();
    const { outcome } = evaluate(code, { deadlineMs: 300 });
    expect(outcome.status, code).toBe("timeout");
    expect(outcome.condition?.type).toBe("TIMEOUT");
    expect(spentMs() - began, code).toBeLessThan(2500);
    expect(evaluate("(+ 1 2)").outcome.values).toEqual(["3"]);
  }
});

test("a macro that expands into itself ends at the deadline", () => {
  for (const code of [
    "(defmacro inf () '(inf)) (inf)",
    "(defmacro more (x) `(more (1+ ,x))) (macroexpand '(more 1))",
  ]) {
    expect(evaluate(code, { deadlineMs: 200 }).outcome.status).toBe("timeout");
  }
  expect(evaluate("(+ 1 2)").outcome.values).toEqual(["3"]);
});

test("output written before a deadline is there", () => {
  expect(evaluate('(princ "a") (loop (write-char #\\.) (sleep 0))', { deadlineMs: 200 }).stdout).toMatch(
    /^a\.+/,
  );
});

test("infinite recursion is a STORAGE-CONDITION that handlers see, and special bindings survive it", () => {
  evaluate("(defvar *depth* 0) (defun sink (n) (let ((*depth* n)) (1+ (sink (1+ n)))))");
  const { condition } = evaluate("(sink 1)").outcome;
  expect(condition?.precedence).toContain("COMMON-LISP:STORAGE-CONDITION");
  expect(condition?.frames[0]?.text).toMatch(/^\(SINK \d+\)$/);
  expect(condition?.framesTotal).toBeGreaterThan(1000);
  expect(evaluate("*depth*").outcome.values).toEqual(["0"]);
  expect(evaluate("(handler-case (sink 1) (storage-condition () :caught))").outcome.values).toEqual([
    ":CAUGHT",
  ]);
});

test("leaving by ABORT ends the evaluation without an error", () => {
  expect(evaluate("(abort) 1").outcome).toMatchObject({ status: "aborted", values: [], condition: null });
});

test("what is reported stays reported, and nothing goes on after it", () => {
  const { outcome, stdout } = evaluate(
    '(block here (unwind-protect (error "first") (return-from here 5))) (princ "next") 6',
  );
  expect(outcome).toMatchObject({ status: "error", values: [], condition: { message: "first", form: 0 } });
  expect(stdout).toBe("");
});

test("what a program puts into *PACKAGE* does not break the session", () => {
  expect(evaluate("(setq *package* 5)").outcome.package).toBe("COMMON-LISP-USER");
  expect(evaluate("(+ 1 2)").outcome.values).toEqual(["3"]);
});

test("a report that does not end costs its text alone", () => {
  const { condition } = evaluate(
    "(define-condition endless (error) () (:report (lambda (c s) (declare (ignore c s)) (loop)))) (error 'endless)",
    { deadlineMs: 300 },
  ).outcome;
  expect(condition).toMatchObject({
    type: "ENDLESS",
    message: "#<error printing a condition of type ENDLESS: TIMEOUT>",
  });
  expect(condition?.precedence).toContain("COMMON-LISP:ERROR");
  const { restarts } =
    evaluate('(restart-case (error "x") (a () :report (lambda (s) (declare (ignore s)) (loop)) 1))', {
      deadlineMs: 300,
    }).outcome.condition ?? {};
  expect(restarts?.at(-1)?.name).toBe("ABORT");
});

test("an error in handlers without end is reported where there is stack again", () => {
  const code =
    '(labels ((f () (handler-bind ((error (lambda (c) (declare (ignore c)) (f)))) (error "deep")))) (f))';
  const { condition } = evaluate(code).outcome;
  expect(condition?.type).toBe("CONTROL-STACK-EXHAUSTED");
  expect(condition?.message).toMatch(/^Control stack exhausted/);
});

test("*BREAK-ON-SIGNALS* has restarts that change it", () => {
  const code =
    '(defvar *seen* nil) (let ((*break-on-signals* \'error)) (ignore-errors (error "x")) *break-on-signals*)';
  const { condition } = evaluate(code).outcome;
  expect(condition?.restarts.map(({ name }) => name)).toEqual(["CONTINUE", "RESET", "REASSIGN", "ABORT"]);
  const taking = (restart: string, values: string[] | null) =>
    evaluate(code, { restarts: [{ restart, values, conditionType: "condition" }] }).outcome.values;
  expect(taking("CONTINUE", null)).toEqual(["ERROR"]);
  expect(taking("RESET", null)).toEqual(["NIL"]);
  expect(taking("REASSIGN", ["'warning"])).toEqual(["WARNING"]);
});

test("a throw without a catch, and a JavaScript exception, are conditions", () => {
  expect(evaluate("(throw 'nowhere 1)").outcome.condition?.precedence).toContain("COMMON-LISP:CONTROL-ERROR");
});

test("IN-PACKAGE lasts, a package for one evaluation does not", () => {
  evaluate('(defpackage "SCRATCH" (:use "CL"))');
  expect(evaluate("(package-name *package*)", { package: "SCRATCH" }).outcome).toMatchObject({
    values: ['"SCRATCH"'],
    package: "COMMON-LISP-USER",
  });
  expect(evaluate("1", { package: "NOWHERE" }).outcome.condition?.type).toBe("PACKAGE-DOES-NOT-EXIST");
  expect(evaluate('(in-package "SCRATCH")').outcome.package).toBe("SCRATCH");
  expect(evaluate('(error "x")').outcome.package).toBe("SCRATCH");
  evaluate('(in-package "COMMON-LISP-USER")');
});

test("definitions survive errors and deadlines", () => {
  evaluate("(defun kept () 42) (car 1)");
  evaluate("(loop)", { deadlineMs: 100 });
  expect(evaluate("(kept)").outcome.values).toEqual(["42"]);
});
