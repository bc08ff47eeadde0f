import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";
import { spentMs } from "./spent.js";

let evaluate: Evaluator;

beforeAll(async () => {
  evaluate = await bootEvaluator();
  evaluate(`(defpackage "KEPT" (:use "CL")) (defvar *special* :global) (defun special-value () *special*)`);
});

test("the report of a timeout has the limit, and where the program was", () => {
  const { outcome } = evaluate("(defun spin (n) (loop (incf n))) (spin 1)", { deadlineMs: 200 });
  expect(outcome.status).toBe("timeout");
  expect(outcome.condition).toMatchObject({
    type: "TIMEOUT",
    message: "Timeout occurred after 0.2 seconds.",
    slots: [{ name: "SECONDS", value: "0.2" }],
  });
  expect(outcome.condition?.precedence).toContain("COMMON-LISP:SERIOUS-CONDITION");
  expect(outcome.condition?.precedence).not.toContain("COMMON-LISP:ERROR");
  expect(outcome.condition?.frames.map(({ function: name }) => name)).toContain("SPIN");
});

test("IGNORE-ERRORS and handlers of errors do not take a timeout", () => {
  for (const code of ["(ignore-errors (loop))", "(handler-case (loop) (error () 1))"])
    expect(evaluate(code, { deadlineMs: 100 }).outcome.status, code).toBe("timeout");
});

test("a handler of serious conditions takes it, with the program's own handlers around", () => {
  expect(
    evaluate("(handler-case (loop) (jscl-mcp::timeout (c) (list :took (type-of c))))", { deadlineMs: 100 })
      .outcome.values,
  ).toEqual(["(:TOOK JSCL-MCP:TIMEOUT)"]);
  const { stdout } = evaluate(
    `(handler-bind ((serious-condition (lambda (c) (declare (ignore c)) (princ "outer"))))
       (handler-bind ((serious-condition (lambda (c) (declare (ignore c)) (princ "inner ")))) (loop)))`,
    { deadlineMs: 100 },
  );
  expect(stdout).toBe("inner outer");
});

test("who has taken it and goes on is stopped all the same", () => {
  for (const code of [
    "(loop (handler-case (loop) (serious-condition () nil)))",
    "(handler-case (loop) (condition () (loop)))",
    "(handler-bind ((serious-condition (lambda (c) (declare (ignore c)) (loop)))) (loop))",
    "(loop (block nil (handler-bind ((condition (lambda (c) (declare (ignore c)) (return)))) (loop))))",
  ]) {
    const began = spentMs();
    expect(evaluate(code, { deadlineMs: 400 }).outcome.status, code).toBe("timeout");
    expect(spentMs() - began, code).toBeLessThan(1600);
  }
});

test("cleanup forms run, and those that do not end are cut off", () => {
  const { stdout } = evaluate('(unwind-protect (loop) (princ "cleanup"))', { deadlineMs: 100 });
  expect(stdout).toBe("cleanup");
  for (const code of [
    "(defun nest (n) (unwind-protect (if (zerop n) (loop) (nest (1- n))) (loop))) (nest 100)",
    "(defun again () (unwind-protect (loop) (again))) (again)",
    "(loop (block nil (unwind-protect (loop) (return))))",
    "(tagbody again (unwind-protect (loop) (go again)))",
    "(loop (catch 'out (unwind-protect (loop) (throw 'out 1))))",
  ]) {
    const began = spentMs();
    expect(evaluate(code, { deadlineMs: 400 }).outcome.status, code).toBe("timeout");
    expect(spentMs() - began, code).toBeLessThan(1600);
    expect(evaluate("(list (special-value) (package-name *package*) (+ 1 2))").outcome.values).toEqual([
      '(:GLOBAL "COMMON-LISP-USER" 3)',
    ]);
  }
});

test("bindings of specials are undone however the program was ended", () => {
  for (const code of [
    "(let ((*special* 1)) (loop))",
    "(let ((*special* 1)) (unwind-protect (loop) (let ((*special* 2)) (loop))))",
    "(progv '(*special*) '(1) (loop (block nil (unwind-protect (loop) (return)))))",
    "(labels ((f (n) (let ((*special* n)) (unwind-protect (if (> n 500) (loop) (f (1+ n))) (loop))))) (f 0))",
    '(let ((*package* (find-package "KEPT")) (*print-base* 2)) (loop))',
    "(with-standard-io-syntax (loop (handler-case (loop) (serious-condition () nil))))",
  ]) {
    expect(evaluate(code, { deadlineMs: 200 }).outcome.status, code).toBe("timeout");
    expect(
      evaluate("(list (special-value) *print-base* (package-name *package*) *print-circle*)").outcome.values,
    ).toEqual(['(:GLOBAL 10 "COMMON-LISP-USER" NIL)']);
  }
});

test("handlers and restarts are as before", () => {
  evaluate(
    "(handler-bind ((error (lambda (c) (declare (ignore c)) (loop)))) (restart-case (loop) (mine () 1)))",
    {
      deadlineMs: 100,
    },
  );
  const { outcome } = evaluate('(error "plain")');
  expect(outcome.condition?.message).toBe("plain");
  expect(outcome.condition?.restarts.map(({ name }) => name)).toEqual(["ABORT"]);
});
