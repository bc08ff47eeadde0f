/** Declared floats and words: functions that take floats without boxes, sums, loops, as SBCL has them. */
import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

function each(cases: readonly (readonly [name: string, code: string, expected: unknown])[]): void {
  test.each(cases)("%s", (_, code, expected) => {
    expect(evaluate(code).outcome.values).toEqual([expected]);
  });
}

const framesOf = (code: string): string[] =>
  (evaluate(code).outcome.condition?.frames ?? [])
    .map(({ text }) => text)
    .filter((text) => text !== "((LAMBDA ()))");

describe("a local function of floats", () => {
  each([
    [
      "is called by others",
      "(defun f (n) (labels ((g (x y) (declare (double-float x y)) (if (> x 100d0) (+ x y) (h (* x 2d0) (+ y 1d0)))) (h (x y) (declare (double-float x y)) (if (> x 50d0) (g x y) (g (+ x 1d0) y)))) (+ (g (float n 1d0) 0d0) (h 3d0 1d0)))) (f 3)",
      "291.0d0",
    ],
    [
      "returns early",
      "(defun f (x) (flet ((g (a) (declare (double-float a)) (if (< a 0d0) (return-from g -0d0)) (* a a))) (list (g (float x 1d0)) (g 4d0)))) (list (f -3) (f 9))",
      "((-0.0d0 16.0d0) (81.0d0 16.0d0))",
    ],
    [
      "is of single floats",
      "(defun f (x) (flet ((g (a) (declare (single-float a)) (* a a))) (list (g (float x 1f0)) (g 4f0)))) (f 5)",
      "(25.0 16.0)",
    ],
    [
      "gets what is no float",
      "(defun f (x) (flet ((g (a) (declare (double-float a)) (* a a))) (list (g x) (g 4d0)))) (list (f 3d0) (handler-case (f 3) (type-error (e) (type-error-datum e))))",
      "((9.0d0 16.0d0) 3)",
    ],
    [
      "divides by zero",
      "(defun f (x) (flet ((g (a b) (declare (double-float a b)) (/ a b))) (list (g (float x 1d0) 1d0) (g 4d0 (float x 1d0))))) (handler-case (f 0) (division-by-zero () :zero))",
      ":ZERO",
    ],
    [
      "leaves the function around it",
      "(defun f (x) (block out (flet ((g (a) (declare (double-float a)) (if (> a 5d0) (return-from out a) (* 2d0 a)))) (+ (g (float x 1d0)) (g 1d0))))) (list (f 2) (f 7))",
      "(6.0d0 7.0d0)",
    ],
    [
      "is closed over",
      "(defun f (x) (declare (double-float x)) (let ((fs '())) (flet ((g (a) (push (lambda () (* a 2d0)) fs) (+ a 1d0))) (list (g x) (g 3d0) (mapcar #'funcall fs))))) (f 1.5d0)",
      "(2.5d0 4.0d0 (6.0d0 3.0d0))",
    ],
    [
      "returns more values",
      "(defun f (x) (flet ((g (a) (declare (double-float a)) (values (* a 2d0) :second))) (list (multiple-value-list (g x)) (g 1d0)))) (f 2d0)",
      "((4.0d0 :SECOND) 2.0d0)",
    ],
    [
      "assigns its parameter",
      "(defun f (x) (flet ((g (a) (declare (double-float a)) (setq a (+ a 1d0)) a)) (list (g x) (g 2d0)))) (f 1d0)",
      "(2.0d0 3.0d0)",
    ],
    [
      "is passed on",
      "(defun f (x) (flet ((g (a) (declare (double-float a)) (* a a))) (list (g 2d0) (mapcar #'g (list x 4d0))))) (f 3d0)",
      "(4.0d0 (9.0d0 16.0d0))",
    ],
    [
      "calls itself until JavaScript's stack ends",
      "(defun f (n) (declare (double-float n)) (labels ((g (x) (declare (double-float x)) (if (< x 1d0) 0d0 (+ 1d0 (g (- x 1d0)))))) (list (g n) (g 2d0)))) (f 20000d0)",
      "(20000.0d0 2.0d0)",
    ],
  ]);

  test("has its arguments in its frame", () => {
    const code =
      '(defun f (x) (declare (double-float x)) (flet ((g (a b) (declare (double-float a) (single-float b)) (if (< a 5d0) a (error "~a ~a" a b)))) (list (g x 1f0) (g 7d0 2.5f0)))) (f 1d0)';
    expect(framesOf(code)).toEqual(["((FLET G :IN F) 7.0d0 2.5)", "(F 1.0d0)"]);
  });

  test("has them where an operation traps", () => {
    const code =
      "(defun f (x) (declare (double-float x)) (flet ((g (a) (declare (double-float a)) (/ 1d0 a))) (list (g x) (g 0d0)))) (f 1d0)";
    expect(framesOf(code)).toContain("((FLET G :IN F) 0.0d0)");
  });
});

describe("a variable of floats gets", () => {
  const program = (zero: string): string =>
    `(defun take (f) (let ((sum ${zero})) (declare (TYPE sum)) (incf sum (funcall f)) (setf sum (* sum (funcall f))) (setf sum (- (funcall f) sum)) (setf sum (- sum (funcall f))) sum))`;
  const results =
    "(defun all (&rest values) (mapcar (lambda (x) (handler-case (take (lambda () x)) (type-error (e) (list (type-error-datum e))))) values))";

  test("sums of doubles and others", () => {
    const code = `${program("1d0").replace("TYPE", "double-float")} ${results} (all 2.5d0 3 1/2 "x" 1.5f0 (expt 2 60))`;
    expect(evaluate(code).outcome.values).toEqual([
      '(-8.75d0 -12.0d0 -0.75d0 ("x") -3.75d0 -1.329227995784916d36)',
    ]);
  });

  test("sums of singles and others", () => {
    const code = `${program("1f0").replace("TYPE", "single-float")} ${results} (all 1.5 3 1/2 16777217 2.0 "x" 1d0)`;
    expect(evaluate(code).outcome.values).toEqual(['(-3.75 -12.0 -0.75 -2.8147498e14 -6.0 ("x") (2.0d0))']);
  });

  each([
    [
      "a sum that overflows",
      "(defun big () most-positive-double-float) (defun f () (let ((s most-positive-double-float)) (declare (double-float s)) (handler-case (progn (incf s (big)) s) (floating-point-overflow () :overflow)))) (f)",
      ":OVERFLOW",
    ],
    [
      "its value before the call that assigns it",
      "(defun f () (let ((s 1d0)) (declare (double-float s)) (flet ((g () (setq s 10d0) 1d0)) (setf s (+ s (funcall #'g))) s))) (f)",
      "2.0d0",
    ],
  ]);
});

describe("a function that writes a float last", () => {
  each([
    [
      "into a slot",
      "(defstruct pt (x 0d0 :type double-float)) (defun bump (p d) (declare (double-float d)) (incf (pt-x p) d)) (defun f (p) (bump p 1d0) (bump p 2d0) (list (bump p 3d0) (multiple-value-list (bump p 1d0)) (pt-x p))) (f (make-pt))",
      "(6.0d0 (7.0d0) 7.0d0)",
    ],
    [
      "into an array",
      "(defun put (v i x) (declare (type (simple-array double-float (*)) v) (double-float x)) (setf (aref v i) x)) (defun f (v) (put v 0 1d0) (list (put v 1 2d0) (coerce v 'list))) (f (make-array 3 :element-type 'double-float))",
      "(2.0d0 (1.0d0 2.0d0 0.0d0))",
    ],
    [
      "by way of another",
      "(defun put (v x) (declare (type (simple-array double-float (*)) v) (double-float x)) (setf (aref v 0) x)) (defun by-way (v) (put v 3d0)) (defun f (v) (by-way v) (list (by-way v) (aref v 0))) (f (make-array 1 :element-type 'double-float))",
      "(3.0d0 3.0d0)",
    ],
    [
      "while it is traced",
      "(defun put (v x) (declare (type (simple-array double-float (*)) v) (double-float x)) (setf (aref v 0) x)) (defun f (v) (put v 3d0) nil) (prog1 (with-output-to-string (*trace-output*) (trace put) (f (make-array 1 :element-type 'double-float)) (untrace put)))",
      expect.stringContaining("PUT returned 3.0d0"),
    ],
    ["where it may return none", "(defun none () (values)) (defun f () (none) (list (none))) (f)", "(NIL)"],
  ]);
});

describe("words", () => {
  each([
    [
      "by their highest bit",
      "(defun f (x) (declare (type (unsigned-byte 40) x)) (if (logbitp 39 x) (list :high (ldb (byte 40 0) (ash x 1))) (list :low (ash x 1)))) (mapcar #'f (list 0 (1- (expt 2 39)) (expt 2 39) (1- (expt 2 40))))",
      "((:LOW 0) (:LOW 1099511627774) (:HIGH 0) (:HIGH 1099511627774))",
    ],
    [
      "by other bits",
      "(defun f (x) (declare (type (unsigned-byte 8) x)) (list (logbitp 7 x) (logbitp 6 x) (logbitp 8 x))) (mapcar #'f '(0 127 128 255))",
      "((NIL NIL NIL) (NIL T NIL) (T NIL NIL) (T T NIL))",
    ],
    [
      "below a part that is the same",
      "(defun f (x) (declare (type (integer 1099511627776 2199023255550) x)) (ldb (byte 40 0) x)) (mapcar #'f '(1099511627776 1099511627777 2199023255550))",
      "(0 1 1099511627774)",
    ],
    [
      "below a part that varies",
      "(defun f (x) (declare (type (integer 1099511627000 1099511627777) x)) (ldb (byte 40 0) x)) (mapcar #'f '(1099511627775 1099511627776))",
      "(1099511627775 0)",
    ],
  ]);
});

describe("dimensions of arrays that are known", () => {
  each([
    [
      "are read",
      "(defun f (a b v) (declare (type (simple-array double-float (* *)) a) (type (simple-array t (* *)) b) (simple-vector v)) (list (array-dimension a 0) (array-dimension a 1) (array-dimension b 0) (array-dimension b 1) (array-dimension v 0))) (f (make-array '(2 3) :element-type 'double-float) (make-array '(4 5)) (vector 1 2))",
      "(2 3 4 5 2)",
    ],
    [
      "are not more than there are",
      "(defun f (a n) (declare (type (simple-array double-float (* *)) a)) (handler-case (array-dimension a n) (error () :bad))) (f (make-array '(2 3) :element-type 'double-float) 2)",
      ":BAD",
    ],
  ]);
});

describe("a loop in rounds", () => {
  each([
    [
      "counts",
      "(defun f (n) (declare (fixnum n)) (let ((s 0)) (declare (fixnum s)) (dotimes (i n) (incf s i)) s)) (mapcar #'f '(0 1 8 63 64 65 127 128 129 1000))",
      "(0 0 28 1953 2016 2080 8001 8128 8256 499500)",
    ],
    [
      "is left",
      "(defun f (n) (let ((s 0)) (loop for i from 0 below n do (when (= i 200) (return (list :left s))) (incf s)))) (mapcar #'f '(0 64 65 200 201 500))",
      "(NIL NIL NIL NIL (:LEFT 200) (:LEFT 200))",
    ],
    [
      "is left while it counts",
      "(defun f (n) (let ((s 0)) (dotimes (i n s) (when (= i 70) (return :left)) (setq s i)))) (mapcar #'f '(0 -3 70 71 100))",
      "(0 0 69 :LEFT :LEFT)",
    ],
    [
      "goes along a vector",
      "(defun f (v) (declare (simple-vector v)) (let ((s 0)) (loop for x across v when (evenp x) do (incf s x)) s)) (mapcar (lambda (n) (f (coerce (loop for i below n collect i) 'simple-vector))) '(0 1 64 65 130))",
      "(0 0 992 1056 4160)",
    ],
    [
      "goes on from several places",
      "(defun f (n) (let ((i 0) (s 0)) (declare (fixnum i s)) (tagbody again (when (>= i n) (go end)) (incf i) (when (oddp i) (go again)) (incf s i) (go again) end) s)) (mapcar #'f '(0 1 63 64 65 200))",
      "(0 0 992 1056 1056 10100)",
    ],
    [
      "has others in it",
      "(defun f (n) (let ((s 0)) (declare (fixnum s)) (dotimes (i n) (dotimes (j 64) (incf s)) (dotimes (j 65) (incf s)) (dotimes (j 3) (dotimes (k 3) (incf s)))) s)) (mapcar #'f '(0 1 70))",
      "(0 138 9660)",
    ],
    [
      "steps floats",
      "(defun f (n) (do ((i 0 (1+ i)) (s 0d0 (+ s 0.5d0))) ((>= i n) s) (declare (fixnum i) (double-float s)))) (mapcar #'f '(0 64 65 1000))",
      "(0.0d0 32.0d0 32.5d0 500.0d0)",
    ],
  ]);
});
