import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";
import { spentMs } from "./spent.js";

/** Which evaluation is to be cancelled, and how long after the test began. */
let cancelled = 0;
let afterMs = 100;
let began = 0;
let lisp: Evaluator;
let evaluation = 0;

beforeAll(async () => {
  const evaluate = await bootEvaluator({
    isInterrupted: (id) => id === cancelled && performance.now() - began >= afterMs,
  });
  lisp = (code, more) => {
    evaluation += 1;
    return evaluate(code, more);
  };
});

beforeEach(() => {
  cancelled = 0;
  afterMs = 100;
});

/**
 * Evaluates a text that is cancelled while it runs. Returns how long it ran after that, and what it wrote.
 */
function cancel(code: string, deadlineMs = 20_000) {
  cancelled = evaluation + 1;
  began = performance.now();
  const start = spentMs();
  const { outcome, stdout } = lisp(code, { deadlineMs });
  const lateMs = spentMs() - start - afterMs;
  return { outcome, stdout, lateMs };
}

const value = (code: string) => lisp(code).outcome.values[0];

/**
 * Far more than it takes, in milliseconds: what is tested is whether it ends, not how fast this machine is.
 */
const SOON = 1500;
/** Time for cleanup forms that would never end, in all. */
const CLEANUP_MS = 3000;

const RUNAWAYS = [
  "(loop)",
  "(dotimes (i 1000000000000) i)",
  "(labels ((f (n) (if (= n 0) 0 (f (1- n))))) (loop (f 1000)))",
  "(labels ((e (n) (if (= n 0) t (o (1- n)))) (o (n) (if (= n 0) nil (e (1- n))))) (loop (e 999)))",
  "(tagbody again (go again))",
  '(do () (nil) (format nil "~D ~A" 12 \'x))',
  "(let ((l (make-list 1000 :initial-element 1))) (loop (sort (copy-list l) #'<)))",
  "(let ((h (make-hash-table))) (dotimes (i 1000) (setf (gethash i h) i)) (loop (maphash (lambda (k v) (+ k v)) h)))",
  '(loop (with-output-to-string (s) (dotimes (i 1000) (write-string "abc" s))))',
  "(loop (print 1))",
];

for (const code of RUNAWAYS)
  test(`ends ${code}`, () => {
    const { outcome, lateMs } = cancel(code);
    expect(outcome.status).toBe("cancelled");
    expect(outcome.condition).toBeNull();
    expect(lateMs).toBeLessThan(SOON);
    expect(value("(+ 1 2)")).toBe("3");
  });

test("no handler takes a cancellation", () => {
  for (const code of [
    "(ignore-errors (loop))",
    "(handler-case (loop) (serious-condition () 1))",
    "(handler-case (loop) (t () 1))",
    "(handler-bind ((condition (lambda (c) (declare (ignore c)) (loop)))) (loop))",
    "(catch 'x (loop))",
    "(loop (ignore-errors (loop)))",
    '(let ((*debugger-hook* (lambda (c h) (declare (ignore c h)) (loop)))) (error "x"))',
    "(block nil (restart-case (loop) (abort () (return 1)) (continue () (return 2))))",
  ]) {
    const { outcome, lateMs } = cancel(code);
    expect(outcome.status, code).toBe("cancelled");
    expect(lateMs, code).toBeLessThan(SOON);
  }
});

test("cleanup forms run, and variables that were bound are put back", () => {
  lisp("(defvar *trail* nil) (defvar *bound* 1)");
  const { outcome } = cancel(
    "(let ((*bound* 2)) (unwind-protect (unwind-protect (loop) (push (list :inner *bound*) *trail*)) (push :outer *trail*)))",
  );
  expect(outcome.status).toBe("cancelled");
  expect(value("*trail*")).toBe("(:OUTER (:INNER 2))");
  expect(value("*bound*")).toBe("1");
});

test("a machine that stands still during a cleanup form does not cost the form", () => {
  lisp("(defvar *cleaned* nil)");
  for (let still = 1; still <= 30; still++) {
    lisp("(setq *cleaned* nil)");
    afterMs = 3;
    began = Number.POSITIVE_INFINITY;
    // A clock that each look moves on by a little, and one of them by more than a second.
    let time = performance.now();
    let looks = 0;
    const stopped = vi.spyOn(performance, "now").mockImplementation(() => {
      time += 0.01;
      if (time - began >= afterMs) looks += 1;
      if (looks === still) time += 1500;
      return time;
    });
    const { outcome } = cancel(
      "(unwind-protect (unwind-protect (loop) (dotimes (i 400000) i) (push :inner *cleaned*)) (push :outer *cleaned*))",
    );
    stopped.mockRestore();
    expect(outcome.status).toBe("cancelled");
    expect(value("*cleaned*"), `${still}`).toBe("(:OUTER :INNER)");
  }
});

test("cleanup forms that never end are cut off", () => {
  for (const code of [
    "(unwind-protect (loop) (loop))",
    "(unwind-protect (unwind-protect (loop) (loop)) (unwind-protect (loop) (loop)))",
    "(loop (block again (unwind-protect (loop) (return-from again))))",
    "(tagbody again (unwind-protect (loop) (go again)))",
    "(labels ((f () (unwind-protect (loop) (f)))) (f))",
    "(loop (catch 'x (unwind-protect (loop) (throw 'x 1))))",
    '(loop (ignore-errors (unwind-protect (loop) (error "x"))))',
    "(unwind-protect (loop) (loop (ignore-errors (print (list 1 2)))))",
  ]) {
    const { outcome, lateMs } = cancel(code);
    expect(outcome.status, code).toBe("cancelled");
    expect(lateMs, code).toBeLessThan(CLEANUP_MS);
    expect(value("(mapcar #'1+ '(1 2))"), code).toBe("(2 3)");
  }
});

test("the same bounds hold after a deadline", () => {
  for (const code of [
    "(loop (block again (unwind-protect (loop) (return-from again))))",
    "(tagbody again (unwind-protect (loop) (go again)))",
    "(labels ((f () (unwind-protect (loop) (f)))) (f))",
  ]) {
    const start = spentMs();
    expect(lisp(code, { deadlineMs: 100 }).outcome.status, code).toBe("timeout");
    expect(spentMs() - start, code).toBeLessThan(CLEANUP_MS);
  }
});

test("one cancellation ends one evaluation", () => {
  afterMs = 0;
  expect(cancel("(loop)").outcome.status).toBe("cancelled");
  expect(lisp("(dotimes (i 100000) i)").outcome.status).toBe("ok");
});

test("an evaluation that is cancelled before it begins does nothing", () => {
  lisp("(defvar *touched* nil)");
  afterMs = 0;
  const { outcome } = cancel("(setq *touched* t)");
  expect(outcome).toMatchObject({ status: "cancelled", forms: 0, values: [] });
  expect(value("*touched*")).toBe("NIL");
});

test("the forms before keep their effects, and what was written is there", () => {
  const { stdout } = cancel('(defparameter *kept* 41) (princ "before") (loop) (setq *kept* 0)');
  expect(stdout).toBe("before");
  expect(value("(1+ *kept*)")).toBe("42");
});

test("a report that is being made is given up", () => {
  lisp("(define-condition endless (error) () (:report (lambda (c s) (declare (ignore c s)) (loop))))");
  const { outcome, lateMs } = cancel("(error 'endless)");
  expect(outcome.status).toBe("cancelled");
  expect(lateMs).toBeLessThan(SOON);
});

test("reading, compiling and printing are cancelled as well", () => {
  lisp("(defmacro endless () (loop))");
  lisp("(defstruct thing) (defmethod print-object ((x thing) stream) (declare (ignore stream)) (loop))");
  for (const code of ["(endless)", "(make-thing)", "#.(loop)"]) {
    const { outcome, lateMs } = cancel(code);
    expect(outcome.status, code).toBe("cancelled");
    expect(lateMs, code).toBeLessThan(SOON);
  }
});
