/** STEP, the conditions and restarts by which a program is stepped through, and breakpoints on lines. */

import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, valuesOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  evaluate(`(defun fib (n)
  (let ((m (* n 1)))
    (if (< m 2)
        m
        (+ (fib (- n 1))
           (fib (- n 2))))))
(defun twice (x) (* 2 x))
(defvar *seen*)
(defmacro stepped (way form)
  \`(let ((*seen* '()))
     (list (handler-bind ((sb-ext:step-form-condition
                            (lambda (c)
                              (push (sb-ext:step-condition-form c) *seen*)
                              (invoke-restart (if (functionp ,way) (funcall ,way c) ,way)))))
             (multiple-value-list (step ,form)))
           (reverse *seen*))))`);
});

const values = (code: string) => valuesOf(evaluate(code));

describe("STEP", () => {
  test("goes into each call, from the innermost argument outwards", () => {
    expect(values("(stepped 'sb-ext:step-into (twice (1+ 2)))")).toEqual([
      "((6) ((1+ 2) (TWICE (1+ 2)) (* 2 X)))",
    ]);
    // As SBCL's stepper has it, but for arithmetic that it has compiled in place there.
    expect(values("(stepped 'sb-ext:step-into (fib 2))")).toEqual([
      "((1) ((FIB 2) (* N 1) (< M 2) (- N 1) (FIB (- N 1)) (* N 1) (< M 2) (- N 2) (FIB (- N 2)) (* N 1) (< M 2) (+ (FIB (- N 1)) (FIB (- N 2)))))",
    ]);
  });

  test("goes into what stands in calls of macros, and not into what they expand into", () => {
    const seen = (code: string) => values(`(second (stepped 'sb-ext:step-into ${code}))`).join();
    const twice = "(1+ I) (LIST (1+ I)) (1+ I) (LIST (1+ I))";
    expect(seen("(dotimes (i 2) (list (1+ i)))")).toBe(`(${twice})`);
    expect(seen("(dolist (i '(1 2)) (list (1+ i)))")).toBe(`(${twice})`);
    expect(seen("(loop for i below 2 collect (list (1+ i)))")).toBe(`(${twice})`);
    expect(seen("(let ((x 3)) (when (> x 2) (incf x (1+ 1)) (list x)))")).toBe("((> X 2) (1+ 1) (LIST X))");
    expect(seen("(cond ((null (list 1)) 2) (t (1+ 3)))")).toBe("((LIST 1) (NULL (LIST 1)) (1+ 3))");
  });

  test("goes over a call, out of a function, and on without stopping", () => {
    expect(values("(stepped 'sb-ext:step-next (list (fib 2) (fib 3)))")).toEqual([
      "(((1 2)) ((FIB 2) (FIB 3) (LIST (FIB 2) (FIB 3))))",
    ]);
    const outOfFib = `(lambda (c) (if (equal (sb-ext:step-condition-form c) '(< m 2)) 'sb-ext:step-out 'sb-ext:step-into))`;
    expect(values(`(stepped ${outOfFib} (list (fib 3) (twice 4)))`)).toEqual([
      "(((2 8)) ((FIB 3) (* N 1) (< M 2) (TWICE 4) (* 2 X) (LIST (FIB 3) (TWICE 4))))",
    ]);
    expect(values("(stepped 'sb-ext:step-continue (list (fib 3) (twice 4)))")).toEqual([
      "(((2 8)) ((FIB 3)))",
    ]);
  });

  test("knows the arguments, what was evaluated before, and lexical variables", () => {
    const code = `(let ((texts '()) (x 3))
      (handler-bind ((sb-ext:step-form-condition
                       (lambda (c) (push (list (sb-ext:step-condition-args c) (princ-to-string c)) texts)
                         (invoke-restart 'sb-ext:step-next))))
        (step (list (twice x) x)))
      (reverse texts))`;
    expect(values(code)).toEqual([
      '(((3) "Evaluating call:\n  (TWICE X)\nWith arguments:\n  3") ((6 3) "Evaluated:\n  (TWICE X) => 6\nEvaluating call:\n  (LIST (TWICE X) X)\nWith arguments:\n  6\n  3"))',
    ]);
  });

  test("passes all values, exits and assignments on", () => {
    expect(values("(stepped 'sb-ext:step-into (floor 7 2))")).toEqual(["((3 1) ((FLOOR 7 2)))"]);
    expect(values("(stepped 'sb-ext:step-into (values-list '()))")).toEqual([
      "(NIL ((VALUES-LIST (QUOTE NIL))))",
    ]);
    expect(values("(let ((x 1)) (list (block b (step (return-from b (setq x (twice 2))))) x))")).toEqual([
      "(4 4)",
    ]);
    expect(values("(catch 'out (step (progn (throw 'out (twice 3)))))")).toEqual(["6"]);
    expect(values("(handler-case (step (car (twice 3))) (type-error (e) (type-error-datum e)))")).toEqual([
      "6",
    ]);
  });

  test("goes into functions that are called by the library, and into local ones", () => {
    expect(values("(stepped 'sb-ext:step-into (mapcar #'twice '(1 2)))")).toEqual([
      "(((2 4)) ((MAPCAR (FUNCTION TWICE) (QUOTE (1 2))) (* 2 X) (* 2 X)))",
    ]);
    expect(values("(stepped 'sb-ext:step-into (flet ((f (y) (twice y))) (f 5)))")).toEqual([
      "((10) ((F 5) (TWICE Y) (* 2 X)))",
    ]);
  });

  test("goes into methods, from each to the next, and leaves them as they were", () => {
    evaluate(`(defclass shape () ((side :initarg :side :accessor side)))
(defclass cube (shape) ())
(defgeneric size (x))
(defmethod size ((x shape)) (* 2 (side x)))
(defmethod size ((x cube)) (1+ (call-next-method)))
(defmethod size :before ((x cube)) (list x))
(defmethod scaled ((x shape) &optional (by 3)) (* by (size x)))
(let ((factor 10)) (defmethod enclosed ((x integer)) (* factor x)))
(defvar *cube* (make-instance 'cube :side 4))
(size *cube*)`);
    const calls = "(SIZE *CUBE*) (LIST X) (SIDE X) (* 2 (SIDE X)) (1+ (CALL-NEXT-METHOD))";
    expect(values("(stepped 'sb-ext:step-into (size *cube*))")).toEqual([`((9) (${calls}))`]);
    expect(values("(stepped 'sb-ext:step-next (size *cube*))")).toEqual(["((9) ((SIZE *CUBE*)))"]);
    expect(values("(stepped 'sb-ext:step-into (scaled *cube* 2))")).toEqual([
      "((18) ((SCALED *CUBE* 2) (SIZE X) (LIST X) (SIDE X) (* 2 (SIDE X)) (1+ (CALL-NEXT-METHOD)) (* BY (SIZE X))))",
    ]);
    // What closes over variables is called, not entered.
    expect(values("(stepped 'sb-ext:step-into (enclosed 4))")).toEqual(["((40) ((ENCLOSED 4)))"]);
    expect(values("(list (size *cube*) (scaled *cube*) (enclosed 1))")).toEqual(["(9 27 10)"]);
    const { condition } = evaluate('(defmethod size ((x cube)) (error "no")) (size *cube*)').outcome;
    expect(condition?.frames[0]?.text).toMatch(/^\(\(:METHOD SIZE \(CUBE\)\) /);
  });

  test("leaves functions as they were, and compiles what it defines as usual", () => {
    values("(setf (symbol-plist 'kept) (list :fib #'fib))");
    values("(step (progn (defun made-meanwhile (x) (twice x)) (made-meanwhile 2)))");
    expect(values("(eq #'fib (getf (symbol-plist 'kept) :fib))")).toEqual(["T"]);
    const { stdout } = evaluate("(print (made-meanwhile 4))");
    expect(stdout).toBe("\n8 ");
    expect(values("(stepped 'sb-ext:step-into (made-meanwhile 2))")).toEqual([
      "((4) ((MADE-MEANWHILE 2) (TWICE X) (* 2 X)))",
    ]);
  });

  test("tells each step where nobody waits in the debugger, and ends that after a thousand", () => {
    expect(evaluate("(step (twice (1+ 2)))").stdout).toBe(
      "; (1+ 2) => 3\n; (* 2 X) => 6\n; (TWICE (1+ 2)) => 6\n",
    );
    const code = `(let* ((value nil) (text (with-output-to-string (*trace-output*) (setq value (step (fib 20))))))
      (list value (count #\\Newline text) (search "; This was step 1,000: the others are not shown." text)))`;
    expect(values(code)[0]).toMatch(/^\(6765 \d{3,4} \d+\)$/);
  });

  test("calls *STEPPER-HOOK* where no handler takes a step", () => {
    const code = `(let ((forms '()))
      (let ((sb-ext:*stepper-hook* (lambda (c) (push (sb-ext:step-condition-form c) forms) (invoke-restart 'sb-ext:step-into))))
        (step (twice 4)))
      (reverse forms))`;
    expect(values(code)).toEqual(["((TWICE 4) (* 2 X))"]);
  });

  test("is fed with nonsense and says so", () => {
    expect(evaluate("(eval '(step))").outcome.condition?.type).toMatch(/ERROR/);
    expect(values("(step 5)")).toEqual(["5"]);
    expect(values("(let ((x '(1 . 2))) (step x))")).toEqual(["(1 . 2)"]);
  });
});

describe("a breakpoint on a line", () => {
  const stops = (code: string) =>
    values(`(let ((seen '()))
      (handler-bind ((sb-ext:step-form-condition
                       (lambda (c) (push (sb-ext:step-condition-form c) seen) (invoke-restart 'continue))))
        ${code})
      (reverse seen))`);

  test("stops at the first call on it, each time it is come to", () => {
    values("(jscl-mcp:set-breakpoint 'fib t :line 5)");
    expect(stops("(fib 3)")).toEqual(["((- N 1) (- N 1))"]);
    expect(values("(jscl-mcp:clear-breakpoint 'fib)")).toEqual(["T"]);
    expect(stops("(fib 3)")).toEqual(["NIL"]);
  });

  test("stops where its condition is true among the variables there", () => {
    values("(jscl-mcp:set-breakpoint 'fib '(= m 3) :line 3)");
    expect(stops("(fib 5)")).toEqual(["((< M 2) (< M 2))"]);
    values("(jscl-mcp:clear-breakpoint)");
  });

  test("can be stepped on from", () => {
    values("(jscl-mcp:set-breakpoint 'twice t :line 7)");
    // As in other debuggers it is not stepped over.
    expect(values("(stepped 'sb-ext:step-next (twice 2))")).toEqual(["((4) ((TWICE 2) (* 2 X)))"]);
    expect(evaluate("(twice 2)").outcome.condition?.message).toBe(
      "Breakpoint of TWICE, line 7\nEvaluating call:\n  (* 2 X)\nWith arguments:\n  2\n  2",
    );
    values("(jscl-mcp:clear-breakpoint 'twice)");
    expect(values("(twice 2)")).toEqual(["4"]);
  });

  test("is on a function whatever debug quality that declares", () => {
    for (const quality of [0, 2]) {
      values(`(defun declared (x) (declare (optimize (debug ${quality}))) (list x))`);
      expect(values("(jscl-mcp:set-breakpoint 'declared t :line 1)")).toEqual(["DECLARED"]);
      expect(stops("(declared 1)")).toEqual(["((LIST X))"]);
    }
  });

  test("ends with a new definition", () => {
    values("(defun again (x) (twice x))");
    values("(jscl-mcp:set-breakpoint 'again t :line 1)");
    expect(stops("(again 1)")).toEqual(["((TWICE X))"]);
    values("(defun again (x) (twice (twice x)))");
    expect(stops("(again 1)")).toEqual(["NIL"]);
  });

  test("says what is wrong with it", () => {
    const message = (code: string) => evaluate(code).outcome.condition?.message;
    expect(message("(jscl-mcp:set-breakpoint 'fib t :line 4)")).toBe(
      "No call of FIB stands on line 4; its calls stand on 2, 3, 5, 6.",
    );
    expect(message("(jscl-mcp:set-breakpoint 'car t :line 4)")).toBe(
      "The definition of CAR was not kept: DEFUN keeps it at toplevel, and under (debug 2) inside of other forms, but not in compiled files. Without a line a breakpoint stops at each call.",
    );
    expect(message("(jscl-mcp:set-breakpoint 'fib t :line -1)")).toMatch(
      /-1\s+is not of type\s+UNSIGNED-BYTE/,
    );
    expect(message("(jscl-mcp:set-breakpoint 5 t :line 1)")).toMatch(/5\s+is not of type\s+SYMBOL/);
  });
});
