/** Two-dimensional arrays whose sizes are read once, words of over 32 bits, and arithmetic that fails. */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, valuesOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const values = (code: string) => valuesOf(evaluate(code));

const failure = (code: string) => {
  const { condition } = evaluate(code).outcome;
  return [condition?.type, ...(condition?.frames.slice(0, 2).map(({ text }) => text) ?? [])];
};

const MATRIX = "(simple-array double-float (* *))";

test.each([
  [MATRIX, "'double-float", "0d0", "1d0"],
  ["(simple-array t (* *))", "t", "0", "1"],
  ["(simple-array (unsigned-byte 8) (* *))", "'(unsigned-byte 8)", "0", "1"],
])("elements of %s inside and outside of its bounds", (type, element, zero, one) => {
  const made = `(make-array '(2 3) :element-type ${element} :initial-element ${zero})`;
  const set = `(defun put (m i j) (declare (type ${type} m)) (setf (aref m i j) (+ ${one} (aref m i j))))`;
  expect(values(`${set} (let ((m ${made})) (put m 1 2) (put m 1 2) (put m 0 0) m)`)).toEqual([
    zero === "0" ? "#2A((1 0 0) (0 0 2))" : "#2A((1.0d0 0.0d0 0.0d0) (0.0d0 0.0d0 2.0d0))",
  ]);
  expect(failure(`(put ${made} 2 0)`)[0]).toContain("INVALID-ARRAY-INDEX");
  expect(failure(`(put ${made} 0 3)`)[0]).toContain("INVALID-ARRAY-INDEX");
  expect(failure(`(put ${made} -1 0)`)[0]).toContain("INVALID-ARRAY-INDEX");
  expect(failure("(put #(1 2) 0 0)")[0]).toContain("TYPE-ERROR");
});

test("a variable that gets another array, a closure over one, and one that is bound to what is made", () => {
  const swap = `(defun swap (a b) (declare (type ${MATRIX} a b))
    (rotatef a b) (list (aref a 0 1) (array-dimension a 1) (aref b 1 0)))`;
  const make = (rows: number, columns: number, x: string) =>
    `(make-array '(${rows} ${columns}) :element-type 'double-float :initial-element ${x})`;
  expect(values(`${swap} (swap ${make(3, 1, "1d0")} ${make(1, 2, "2d0")})`)).toEqual(["(2.0d0 2 1.0d0)"]);
  const reader = `(defun reader (a) (declare (type ${MATRIX} a)) (lambda (i j) (aref a i j)))`;
  expect(values(`${reader} (funcall (reader ${make(1, 2, "2d0")}) 0 1)`)).toEqual(["2.0d0"]);
  expect(failure(`(funcall (reader ${make(1, 2, "2d0")}) 1 0)`)[0]).toContain("INVALID-ARRAY-INDEX");
  const trace = `(defun trace-of (n) (let ((m (make-array (list n n) :element-type 'double-float)) (s 0d0))
    (dotimes (i n) (setf (aref m i i) (float i 1d0))) (dotimes (i n s) (incf s (aref m i i)))))`;
  expect(values(`${trace} (trace-of 5)`)).toEqual(["10.0d0"]);
});

test("LOGXOR and LOGIOR of long words with short ones", () => {
  const code = (
    op: string,
  ) => `(defun mix (a b) (declare (type (unsigned-byte 53) a) (type (unsigned-byte 32) b))
    (list (${op} a b) (${op} b a) (${op} a 255)))
    (every (lambda (a) (every (lambda (b) (equal (mix a b)
        (list (funcall '${op} a b) (funcall '${op} b a) (funcall '${op} a 255))))
      (list 0 1 255 (1- (expt 2 31)) (expt 2 31) (1- (expt 2 32)))))
      (list 0 1 (expt 2 31) (1- (expt 2 32)) (expt 2 32) (1- (expt 2 53)) (+ (expt 2 52) (expt 2 31) 5)))`;
  for (const op of ["logxor", "logior"]) expect(values(code(op))).toEqual(["T"]);
});

test("what fails shows the operation and the call", () => {
  evaluate("(defun plus (a b) (+ a b)) (defun over (a b) (/ a b)) (defun below (a b) (if (< a b) 1 2))");
  expect(failure("(plus 1.5d0 'x)")).toEqual([
    expect.stringContaining("TYPE-ERROR"),
    "(+ 1.5d0 X)",
    "(PLUS 1.5d0 X)",
  ]);
  expect(failure("(plus 1d308 1.7d308)")).toEqual([
    expect.stringContaining("FLOATING-POINT-OVERFLOW"),
    "(+ 1.0d308 1.7d308)",
    "(PLUS 1.0d308 1.7d308)",
  ]);
  expect(failure("(over 1.5 0)")).toEqual([
    expect.stringContaining("DIVISION-BY-ZERO"),
    "(/ 1.5 0)",
    "(OVER 1.5 0)",
  ]);
  expect(failure("(below 1 #c(1 2))")[0]).toContain("TYPE-ERROR");
  expect(values("(list (plus 1/2 0.5) (over #c(1d0 2d0) 2) (below 1 2.5d0) (below 3.0 2))")).toEqual([
    "(1.0 #C(0.5d0 1.0d0) 1 2)",
  ]);
});
