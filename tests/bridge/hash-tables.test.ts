import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, saidOf } from "./image.js";

let evaluate: Evaluator;
/** Before anything has named one of SBCL's packages, with which more Lisp comes. */
let first: string;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  first = values("(make-hash-table :test (lambda (a b) (eql a b)))");
});

const values = (code: string) => saidOf(evaluate(code));

test("a function that is no test is refused as such at the first time, too", () => {
  expect(first).toMatch(/^SIMPLE-ERROR: Unknown :TEST for MAKE-HASH-TABLE: #<FUNCTION \(LAMBDA \(A B\)\)/);
});

describe("tables", () => {
  test("entries come in SBCL's order: a removed one's place is taken by the next", () => {
    const code = `(let ((h (make-hash-table)) (r '()))
      (dotimes (i 5) (setf (gethash i h) i))
      (remhash 2 h)
      (setf (gethash 9 h) 1)
      (maphash (lambda (k v) (declare (ignore v)) (push k r)) h)
      (list (nreverse r) (loop for k being the hash-keys of h collect k)))`;
    expect(values(code)).toBe("((0 1 9 3 4) (0 1 9 3 4))");
  });

  test.each([
    ["eql", "(expt 2 100)", "(expt 2 100)", "1"],
    ["eql", "1.0", "1.0", "1"],
    ["eql", "1.0", "1", "NIL"],
    ["eql", "1/2", "2/4", "1"],
    ["eql", "0.0", "-0.0", "NIL"],
    ["eql", '"a"', '"a"', "NIL"],
    ["equal", '"a"', '"a"', "1"],
    ["equal", '"a"', "#\\a", "NIL"],
    ["equal", '(list 1 (list "x"))', '(list 1 (list "x"))', "1"],
    ["equal", "(list 1 2)", "(list 1 2.0)", "NIL"],
    ["equal", "#(1)", "#(1)", "NIL"],
    ["equalp", '"aB"', '"Ab"', "1"],
    ["equalp", "1", "1.0d0", "1"],
    ["equalp", "(vector #\\a)", '"A"', "1"],
    ["equalp", "(list 1 #\\a)", "(list 1.0 #\\A)", "1"],
    ["equalp", "#2A((1 2))", "#2A((1 2.0))", "1"],
    ["equalp", "(make-hash-table)", "(make-hash-table)", "1"],
    ["equal", "(make-list 200)", "(make-list 200)", "1"],
    ["equal", "(make-list 200)", "(make-list 201)", "NIL"],
  ])("under %s, %s finds %s: %s", (name, key, other, expected) => {
    const code = `(let ((h (make-hash-table :test '${name}))) (setf (gethash ${key} h) 1) (values (gethash ${other} h)))`;
    expect(values(code)).toBe(expected);
  });

  test("a table may change while it is walked", () => {
    const code = `(let ((h (make-hash-table)))
      (dotimes (i 100) (setf (gethash i h) i))
      (maphash (lambda (k v) (if (evenp k) (remhash k h) (setf (gethash k h) (- v)))) h)
      (list (hash-table-count h) (gethash 3 h) (gethash 4 h)))`;
    expect(values(code)).toBe("(50 -3 NIL)");
  });

  test("an iterator answers each entry once", () => {
    const code = `(let ((h (make-hash-table)))
      (setf (gethash :a h) 1)
      (with-hash-table-iterator (next h)
        (list (multiple-value-list (next)) (multiple-value-list (next)))))`;
    expect(values(code)).toBe("((T :A 1) (NIL))");
  });

  test.each([
    ["(gethash 1 2)", "TYPE-ERROR: The value 2 is not of type HASH-TABLE."],
    ["(hash-table-count 5)", "TYPE-ERROR: The value 5 is not of type HASH-TABLE."],
    ["(make-hash-table :test 'foo)", "SIMPLE-ERROR: Unknown :TEST for MAKE-HASH-TABLE: FOO"],
    ["(make-hash-table :size -1)", "TYPE-ERROR: The value -1 is not of type UNSIGNED-BYTE."],
    ["(consp (make-hash-table))", "NIL"],
    ["(typep (make-hash-table) 'hash-table)", "T"],
    ["(hash-table-test (make-hash-table :test #'equalp))", "EQUALP"],
    ["(gethash 'a (make-hash-table) 5)", "5 NIL"],
  ])("%s", (code, expected) => expect(values(code)).toBe(expected));
});

describe("EQUAL and EQUALP", () => {
  test.each([
    ['(equal "a" "A")', "NIL"],
    ['(equal \'(1 (2 "x")) \'(1 (2 "x")))', "T"],
    ["(equal #*101 #*101)", "T"],
    ["(equalp #(1 2) #(1.0 2))", "T"],
    [
      "(defstruct box v) (list (equal (make-box :v 1) (make-box :v 1)) (equalp (make-box :v 1) (make-box :v 1.0)))",
      "(NIL T)",
    ],
    ['(= (sxhash (list 1 "a")) (sxhash (list 1 "a")))', "T"],
  ])("%s", (code, expected) => expect(values(code)).toBe(expected));

  test("a comparison of circular lists ends at the deadline", () => {
    const code = "(let ((a (list 1)) (b (list 1))) (setf (cdr a) a (cdr b) b) (equal a b))";
    expect(evaluate(code, { deadlineMs: 200 }).outcome.status).toBe("timeout");
  });
});
