import { beforeAll, expect, test, vi } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";
import { spentMs } from "./spent.js";

// The part of a report about the program's own objects has bounds of its own: in characters, and in time.

let lisp: Evaluator;
beforeAll(async () => {
  lisp = await bootEvaluator();
});

/** Longer than a report may take, in milliseconds, and much shorter than the deadlines here. */
const SOON = 8000;

function report(code: string, deadlineMs = 20_000) {
  const start = spentMs();
  const { outcome } = lisp(code, { deadlineMs });
  expect(spentMs() - start, code).toBeLessThan(SOON);
  expect(lisp("(mapcar #'1+ '(1 2))").outcome.values).toEqual(["(2 3)"]);
  const { condition } = outcome;
  if (condition === null) throw new Error(`no condition but ${JSON.stringify(outcome)}`);
  return condition;
}

const define = (name: string, reporter: string) =>
  `(define-condition ${name} (error) () (:report (lambda (c s) (declare (ignorable c s)) ${reporter})))`;

test("a message is cut where it is too long, however it is made", () => {
  lisp(define("endless-text", "(loop (princ 1 s))"));
  for (const code of [
    "(error 'endless-text)",
    '(error "~A" (make-string 1000000 :initial-element #\\\\1))'.replace("\\\\", "\\"),
    '(error "~{~A~}" (let ((l (list 1))) (setf (cdr l) l)))',
  ]) {
    const { message } = report(code);
    expect(message).toHaveLength(10_003);
    expect(message).toMatch(/^1+\.\.\.$/);
  }
});

test("a report that never ends, or fails, is given up, and says why", () => {
  lisp(define("silent", "(loop)"));
  lisp(define("itself", "(princ c s)"));
  lisp(define("guarded", "(loop (ignore-errors (loop)))"));
  lisp(define("cleaning", "(unwind-protect (loop) (loop))"));
  lisp(define("failing", '(error "no")'));
  for (const deadlineMs of [0, 20_000]) {
    for (const name of ["silent", "guarded", "cleaning"])
      expect(report(`(error '${name})`, deadlineMs)).toMatchObject({
        type: name.toUpperCase(),
        message: `#<error printing a condition of type ${name.toUpperCase()}: TIMEOUT>`,
      });
    expect(report("(error 'itself)", deadlineMs).message).toMatch(/^#<error printing .*EXHAUSTED/);
    expect(report("(error 'failing)", deadlineMs).message).toMatch(/^#<error printing .*FAILING: no>$/);
  }
});

test("a slot is cut, a circular one too, and one that cannot be printed costs no other", () => {
  lisp("(defstruct endless) (defmethod print-object ((x endless) s) (declare (ignore s)) (loop))");
  lisp("(define-condition full (error) ((a :initarg :a) (b :initarg :b) (c :initarg :c)))");
  const { slots } = report(
    "(error 'full :a (let ((l (list 1))) (setf (cdr l) l)) :b (make-endless) :c (make-string 100000))",
  );
  expect(slots.map(({ name }) => name)).toEqual(["A", "B", "C"]);
  expect(slots[0]?.value).toMatch(/^\(1 1 1 .*\.\.\.$/);
  expect(slots[0]?.value).toHaveLength(2_000);
  expect(slots[1]?.value).toBe("#<error printing: TIMEOUT>");
  expect(slots[2]?.value).toHaveLength(2_000);
});

test("a restart whose report never ends costs no other", () => {
  const { restarts } = report(`
    (restart-case (error "x")
      (silent () :report (lambda (s) (declare (ignore s)) (loop)) 1)
      (talking () :report (lambda (s) (loop (princ 2 s))) 1)
      (plain () :report "Plain." 1))`);
  expect(restarts.map(({ name }) => name)).toEqual(["SILENT", "TALKING", "PLAIN", "ABORT"]);
  expect(restarts[0]?.description).toBe("#<error printing a restart: TIMEOUT>");
  expect(restarts[1]?.description).toMatch(/^2{997}\.\.\.$/);
  expect(restarts[2]?.description).toBe("Plain.");
});

test("arguments of a frame are cut in length and number", () => {
  lisp('(defun many (&rest all) (error "~A" (length all)))');
  lisp('(defun one (x) (error "~A" (type-of x)))');
  const [many] = report("(apply #'many (make-list 5000 :initial-element 7))").frames;
  expect(many?.arguments).toEqual([...Array(100).fill("7"), "..."]);
  const [one] = report("(one (make-string 100000 :initial-element #\\a))").frames;
  expect(one?.arguments[0]).toHaveLength(203);
  for (const [name, body] of [
    ["silent-one", "(loop)"],
    ["talking-one", "(loop (princ 1 s))"],
    ["failing-one", '(error "no")'],
    ["itself-one", "(print-object x s)"],
  ]) {
    lisp(`(defstruct ${name}) (defmethod print-object ((x ${name}) s) (declare (ignorable s)) ${body})`);
    const [frame] = report(`(one (make-${name}))`, 0).frames;
    expect(frame?.arguments[0], name).toContain(`#<error printing ${name?.toUpperCase()}`);
  }
});

test("values have a bound in characters together, and in number", () => {
  const { outcome } = lisp("(values-list (loop repeat 500 collect (make-string 3000)))");
  expect(outcome.values.length).toBeLessThan(10);
  expect(outcome.dropped.values).toBe(500 - outcome.values.length);
  const small = lisp("(values-list (loop for i below 500 collect i))").outcome;
  expect(small.values).toHaveLength(100);
  expect(small.dropped.values).toBe(400);
});

test("warnings without end are counted, not kept", () => {
  const { outcome } = lisp('(loop (warn "x"))', { deadlineMs: 1500 });
  expect(outcome.status).toBe("timeout");
  expect(outcome.warnings).toHaveLength(20);
  expect(outcome.dropped.warnings).toBeGreaterThan(20);
});

test("output without end costs bounded memory, and what was dropped is counted", () => {
  const before = process.memoryUsage().heapUsed;
  for (const [code, kind, deadlineMs] of [
    ["(loop (print 1))", "timeout", 800],
    ["(loop (write-char #\\a) (write-char #\\b *error-output*))", "timeout", 800],
    ["(progn (princ (make-string 5000000 :initial-element #\\a)) 1)", "ok", 30_000],
    ['(format t "~v@{~A~:*~}" 100000000 1)', "timeout", 800],
  ] as const) {
    const { outcome, stdout, stderr } = lisp(code, { deadlineMs, maxOutput: 1000 });
    expect(outcome.status, code).toBe(kind);
    expect(stdout.length, code).toBeLessThanOrEqual(1000);
    expect(stderr.length, code).toBeLessThanOrEqual(1000);
    expect(outcome.dropped.stdout, code).toBeGreaterThan(1000);
  }
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(300_000_000);
  expect(lisp("(+ 1 2)").outcome.values).toEqual(["3"]);
});

test("a machine that stands still for a second, anywhere in an evaluation, costs no more than a part", () => {
  const clock = performance.now.bind(performance);
  const types = new Set<string>();
  for (let still = 1; still <= 120; still++) {
    let reads = 0;
    const stopped = vi.spyOn(performance, "now").mockImplementation(() => {
      reads += 1;
      return clock() + (reads >= still ? 1500 : 0);
    });
    const { condition } = lisp("(gethash 1 2)", { deadlineMs: 60_000 }).outcome;
    stopped.mockRestore();
    types.add(condition?.type ?? "none");
    expect(condition?.message).toMatch(/^The value 2 is not of type HASH-TABLE\.$|^#<error printing/);
  }
  expect([...types]).toEqual(["TYPE-ERROR"]);
});
