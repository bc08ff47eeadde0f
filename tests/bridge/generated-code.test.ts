import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, valuesOf } from "./image.js";

/**
 * Functions that call themselves are compiled as copies that call each other: `compiler/emit/self-calls.ts`.
 */
let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const values = (code: string) => valuesOf(evaluate(code));

describe("a function that calls itself", () => {
  test("in several places, in its arguments and in tail position", () => {
    const tak = `(defun tak (x y z)
      (if (not (< y x)) z (tak (tak (1- x) y z) (tak (1- y) z x) (tak (1- z) x y))))`;
    expect(values(`${tak} (list (tak 12 8 4) (tak 7 4 1))`)).toEqual(["(5 4)"]);
    expect(values("(defun sum (n acc) (if (= n 0) acc (sum (1- n) (+ n acc)))) (sum 1000 0)")).toEqual([
      "500500",
    ]);
  });

  test("takes numbers of every kind", () => {
    const fact = "(defun fact (n) (if (<= n 1) 1 (* n (fact (- n 1)))))";
    expect(values(`${fact} (list (fact 25) (fact 5.5) (fact 7/2))`)).toEqual([
      "(15511210043330985984000000 324.84375 105/8)",
    ]);
  });

  test("assigns its parameters", () => {
    const code =
      "(defun down (n) (if (<= n 0) (list n) (progn (setq n (- n 3)) (cons n (down n))))) (down 7)";
    expect(values(code)).toEqual(["(4 1 -2 -2)"]);
  });

  test("passes values on in tail position alone", () => {
    const code = `(defun both (n) (if (= n 0) (values 1 2) (both (1- n))))
      (defun first-of (n) (if (= n 0) (values 1 2) (1+ (first-of (1- n)))))
      (list (multiple-value-list (both 4)) (multiple-value-list (first-of 4)))`;
    expect(values(code)).toEqual(["((1 2) (5))"]);
  });

  test("shows every call in the frames of an error", () => {
    const { outcome } = evaluate("(defun down (n) (if (equal n 0) (car n) (1+ (down (1- n))))) (down 3)");
    expect(outcome.condition?.frames.slice(0, 5).map(({ text }) => text)).toEqual([
      "(CAR 0)",
      "(DOWN 0)",
      "(DOWN 1)",
      "(DOWN 2)",
      "(DOWN 3)",
    ]);
  });

  test("shows its calls where an argument cannot be computed", () => {
    const { outcome } = evaluate("(defun down (n) (if (eql n 'end) 0 (1+ (down (+ n 1))))) (down 'x)");
    expect(outcome.condition?.frames.slice(0, 2).map(({ text }) => text)).toEqual(["(+ X 1)", "(DOWN X)"]);
  });

  test("calls what its name means when it is called", () => {
    const code = `(defun down (n) (if (= n 0) '(done) (cons n (down (1- n)))))
      (let ((old #'down) (seen '()))
        (setf (symbol-function 'down) (lambda (n) (push n seen) (funcall old n)))
        (list (down 2) (reverse seen)))`;
    expect(values(code)).toEqual(["((2 1 DONE) (2 1 0))"]);
    const inside = `(defun redefine () (setf (symbol-function 'turn) (lambda (n) (list :new n))))
      (defun turn (n) (cond ((= n 0) :old) (t (when (= n 2) (redefine)) (turn (1- n)))))
      (turn 4)`;
    expect(values(inside)).toEqual(["(:NEW 1)"]);
  });

  test("keeps frames of calls in tail position, and bindings around them", () => {
    const { outcome } = evaluate(
      "(defun walk (n acc) (cond ((= n 0) (car acc)) ((oddp n) (walk (1- n) acc)) (t (walk (1- n) n)))) (walk 3 9)",
    );
    expect(outcome.condition?.frames.slice(0, 5).map(({ text }) => text)).toEqual([
      "(CAR 2)",
      "(WALK 0 2)",
      "(WALK 1 2)",
      "(WALK 2 9)",
      "(WALK 3 9)",
    ]);
    expect(
      values(`(defvar *level* 0)
        (defun nest (n) (let ((*level* (1+ *level*))) (if (= n 0) *level* (nest (1- n)))))
        (defun tidy (n) (unwind-protect (if (= n 0) (list n) (tidy (1- n))) (incf *level*)))
        (list (nest 4) *level* (tidy 3) *level*)`),
    ).toEqual(["(5 0 (0) 4)"]);
    expect(values("(defun swap (n a b) (if (= n 0) (list a b) (swap (1- n) b a))) (swap 3 1 2)")).toEqual([
      "(2 1)",
    ]);
    expect(values("(defun down (n) (if (= n 0) :done (down (1- n)))) (down 5000000)")).toEqual([":DONE"]);
    const { condition } = evaluate("(defun ever (n) (ever (mod (1+ n) 7))) (ever 0)", {
      deadlineMs: 300,
    }).outcome;
    expect(condition?.type).toBe("TIMEOUT");
    expect(condition?.frames.slice(0, 2).every(({ text }) => /^\(EVER [0-6]\)$/.test(text))).toBe(true);
  });

  test("still checks how many arguments others give it", () => {
    const { outcome } = evaluate("(defun down (n) (if (= n 0) 0 (down (1- n)))) (funcall 'down 1 2)");
    expect(outcome.condition?.message).toBe("invalid number of arguments: 2");
  });

  test("without end meets its deadline, or the end of the stack", () => {
    const turn = evaluate(
      "(defun turn (n) (if (= n -1) 0 (progn (turn (mod n 7)) (turn -1) (turn n)))) (turn 5)",
    );
    expect(turn.outcome.condition?.type).toBe("CONTROL-STACK-EXHAUSTED");
    const binary = "(defun binary (n) (if (= n 0) 0 (+ (binary (1- n)) (binary (1- n))))) (binary 60)";
    expect(evaluate(binary, { deadlineMs: 200 }).outcome.status).toBe("timeout");
    expect(values("(binary 3)")).toEqual(["0"]);
  });
});

describe("DOTIMES", () => {
  test("counts with a variable that the body may assign, and closures share", () => {
    expect(values("(let ((seen '())) (dotimes (i 6 (reverse seen)) (push i seen) (incf i)))")).toEqual([
      "(0 2 4)",
    ]);
    expect(values("(dotimes (i 5 i) (when (= i 1) (setq i 2.5)))")).toEqual(["5.5"]);
    expect(values("(dotimes (i 3 i) (list i (setq i (* 2 i))))")).toEqual(["3"]);
    expect(values("(mapcar #'funcall (let ((f '())) (dotimes (i 3 f) (push (lambda () i) f))))")).toEqual([
      "(3 3 3)",
    ]);
  });

  test("multiplies and adds beyond small integers", () => {
    const code = "(let ((s 0)) (dotimes (i 10 s) (incf s (* (- i) 123456789123 1000000))))";
    expect(values(code)).toEqual(["-5555555510535000000"]);
    expect(values("(dotimes (i 1) (return (* i -5)))")).toEqual(["0"]);
  });

  test("counts to an integer alone", () => {
    expect(evaluate("(dotimes (i (eval 2.5)) i)").outcome.condition?.type).toBe("TYPE-ERROR");
    expect(values("(let ((n -3)) (dotimes (i n :none)))")).toEqual([":NONE"]);
  });
});
