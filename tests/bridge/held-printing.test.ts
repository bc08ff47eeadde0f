/** What the printer and FORMAT call of a program: evaluations are held there, too. */
import { beforeAll, describe, expect, test } from "vitest";
import { bootHeldEvaluator, type HeldEvaluator } from "./held-image.js";

let evaluate: HeldEvaluator;
beforeAll(async () => {
  evaluate = await bootHeldEvaluator();
  go(`(defclass box () ((v :initarg :v :reader v)))
    (defmethod print-object ((b box) stream)
      (print-unreadable-object (b stream :type t)
        (when (integerp (v b)) (cerror "Go on." "held at ~a" (v b)))
        (prin1 (v b) stream)))
    (defstruct (dot (:print-function (lambda (d s depth) depth (cerror "Go on." "dot") (format s "dot ~a" (dot-x d))))) x)
    (define-condition odd (error) ((of :initarg :of :reader of))
      (:report (lambda (c s) (cerror "Go on." "reporting") (format s "Odd: ~s." (of c)))))
    (defun fmt (stream x colon at &rest more) (cerror "Go on." "called") (format stream "<~a ~a ~a ~a>" x colon at more))
    (defun box (v) (make-instance 'box :v v))`);
});

/** Evaluates, and takes CONTINUE at each error; what it asked, and what it came to. */
function go(code: string) {
  const { questions, values, ...more } = evaluate(code, ...Array(5).fill({ restart: "CONTINUE" }));
  return { asked: questions, values: values.join(" "), ...more };
}

test.each<[code: string, asked: string[], value: string]>([
  ["(prin1-to-string (box 1))", ["held at 1"], '"#<BOX 1>"'],
  [
    "(princ-to-string (list (box 1) (box :a) (box 2)))",
    ["held at 1", "held at 2"],
    '"(#<BOX 1> #<BOX :A> #<BOX 2>)"',
  ],
  ["(write-to-string (vector (box 1)) :base 2 :radix t)", ["held at 1"], '"#(#<BOX #b1>)"'],
  ["(with-output-to-string (s) (print (box 1) s))", ["held at 1"], '"\n#<BOX 1> "'],
  ["(with-output-to-string (s) (write (box 1) :stream s))", ["held at 1"], '"#<BOX 1>"'],
  [
    '(format nil "~a|~s|~20a|" (box 1) (box 2) (box 3))',
    ["held at 1", "held at 2", "held at 3"],
    '"#<BOX 1>|#<BOX 2>|#<BOX 3>            |"',
  ],
  ['(format nil "~{~a~^, ~}" (list (box 1) (box 2)))', ["held at 1", "held at 2"], '"#<BOX 1>, #<BOX 2>"'],
  [
    '(format nil "~@(~a~)~[x~;~a~]~:[~;~:*~a~]" (box 1) 1 (box 2) (box 3))',
    ["held at 1", "held at 2", "held at 3"],
    '"#<Box 1>#<BOX 2>#<BOX 3>"',
  ],
  ['(format nil "~?~%" "~a" (list (box 1)))', ["held at 1"], '"#<BOX 1>\n"'],
  ['(format nil "~10:@<~a~>" (box 1))', ["held at 1"], '" #<BOX 1> "'],
  ['(format nil "~1,2:@/fmt/" :x)', ["called"], '"<X T T (1 2)>"'],
  ['(format nil (formatter "~a") (box 1))', ["held at 1"], '"#<BOX 1>"'],
  [
    '(let ((*print-pretty* t)) (format nil "~@<~a ~_~a~:>" (box 1) (box 2)))',
    ["held at 1", "held at 2"],
    '"#<BOX 1> #<BOX 2>"',
  ],
  [
    "(let ((*print-pretty* t)) (prin1-to-string (list 'a (list (box 1)))))",
    ["held at 1"],
    '"(A (#<BOX 1>))"',
  ],
  ["(let ((*print-circle* t) (b (box :c))) (prin1-to-string (list b b)))", [], '"(#1=#<BOX :C> #1#)"'],
  ["(princ-to-string (make-dot :x 5))", ["dot"], '"dot 5"'],
  ["(princ-to-string (make-condition 'odd :of 5))", ["reporting"], '"Odd: 5."'],
  ['(handler-case (error \'odd :of 1) (odd (c) (format nil "~a" c)))', ["reporting"], '"Odd: 1."'],
  [
    "(prin1-to-string (make-array '(2 1) :initial-contents (list (list (box 1)) (list (box 2)))))",
    ["held at 1", "held at 2"],
    '"#2A((#<BOX 1>) (#<BOX 2>))"',
  ],
  ["(let ((*print-level* 1)) (prin1-to-string (list (box :d) (list 1))))", [], '"(#<BOX :D> #)"'],
  ["(let ((*print-length* 1)) (prin1-to-string (list (box 1) 2)))", ["held at 1"], '"(#<BOX 1> ...)"'],
  ["(box 1)", ["held at 1"], "#<BOX 1>"],
  ["(values (box 1) 2 (box 3))", ["held at 1", "held at 3"], "#<BOX 1> 2 #<BOX 3>"],
])("%s", (code, asked, value) => {
  expect(go(code)).toMatchObject({ asked, values: value, message: null });
});

test("output that was written before it is there once", () => {
  expect(go('(progn (princ "a") (print (box 1)) (format t "~a~%" (box 2)) (princ "b") nil)')).toMatchObject({
    stdout: "a\n#<BOX 1> #<BOX 2>\nb",
    asked: ["held at 1", "held at 2"],
  });
});

test("variables are bound in a method as the call has them, and put back", () => {
  go(
    '(defclass seen () ()) (defmethod print-object ((x seen) s) (cerror "Go on." "~a" *print-escape*) (princ *print-base* s))',
  );
  expect(
    go("(list (write-to-string (make-instance 'seen) :base 7 :escape nil) *print-base* *print-escape*)"),
  ).toMatchObject({
    asked: ["NIL"],
    values: '("10" 10 T)',
  });
});

test("what is on top of it prints as ever, and it goes on by itself", () => {
  const { values } = evaluate(
    '(list (let ((*print-base* 2)) (format nil "~a ~a" 5 (box 1))) *seen*)',
    '(defparameter *seen* (format nil "~a ~{~a~}" (box :top) (list 1 2)))',
    { restart: "CONTINUE" },
  );
  expect(values).toEqual(['("101 #<BOX 1>" "#<BOX :TOP> 12")']);
});

describe("an error of the printer's own", () => {
  test.each([
    [
      "(let ((*print-readably* t)) (restart-case (prin1-to-string (lambda (x) x)) (mine () 9)))",
      /cannot be printed readably/,
    ],
    ['(restart-case (format nil "~a") (mine () 9))', /No more arguments|error in FORMAT/i],
    ['(restart-case (format nil "~q" 1) (mine () 9))', /Unknown format directive|error in FORMAT/i],
  ])("%s", (code, message) => {
    const { asked } = go(code);
    expect(asked[0]).toMatch(message);
  });
});
