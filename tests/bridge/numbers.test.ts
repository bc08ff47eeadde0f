import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator, saidOf } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const values = (code: string) => saidOf(evaluate(code));

test.each([
  [
    "(list (+ 1/2 1/3) (* 1.5 2) (expt 2 100) (/ 10 4) (- 0.0) (sqrt -4))",
    "(5/6 3.0 1267650600228229401496703205376 5/2 -0.0 #C(0.0 2.0))",
  ],
  [
    "(list (float 1/3) (float 1/3 1d0) (rational 0.5) (rationalize 0.1) (complex 1 2) (float-sign -2.0))",
    "(0.33333334 0.3333333333333333d0 1/2 1/10 #C(1 2) -1.0)",
  ],
  [
    "(list (ldb (byte 4 4) 255) (dpb 0 (byte 4 0) 255) (mask-field (byte 4 4) 255) (byte-size (byte 3 1)))",
    "(15 240 240 3)",
  ],
  ["(let ((x 0)) (setf (ldb (byte 4 4) x) 15) x)", "240"],
  [
    "(list (boole boole-xor 5 3) (lognand 1 2) (logorc2 1 2) (logcount -1) (integer-length 1000))",
    "(6 -1 -3 0 10)",
  ],
  [
    "(list most-positive-fixnum pi single-float-epsilon double-float-epsilon)",
    "(4611686018427387903 3.141592653589793d0 5.960465e-8 1.1102230246251568d-16)",
  ],
  ["(let ((s (make-random-state t))) (= (random 1000000 (make-random-state s)) (random 1000000 s)))", "T"],
  ["(loop repeat 100 always (<= 0 (random 6) 5))", "T"],
  ["(multiple-value-list (floor -7 2))", "(-4 1)"],
  ["(multiple-value-list (round 5/2))", "(2 1/2)"],
  [
    "(list (type-of 5) (type-of (expt 2 70)) (type-of 1/2) (type-of 1d0) (typep 5 '(integer 0 5)) (typep 300 '(unsigned-byte 8)))",
    "((INTEGER 0 4611686018427387903) (INTEGER 4611686018427387904) RATIO DOUBLE-FLOAT T NIL)",
  ],
  ["(reduce #'+ '(1/2 1/3 1/6))", "1"],
  ["(sort (list 3 1.5 2/3) #'<)", "(2/3 1.5 3)"],
  [
    "(list (eql 1.0 1.0) (eql 1 1.0) (= 1 1.0) (equalp 1 1.0) (eql (expt 10 30) (expt 10 30)))",
    "(T NIL T T T)",
  ],
  ['(parse-integer "12x")', 'SIMPLE-PARSE-ERROR: junk in string "12x"'],
  ["(/ 1 0)", "DIVISION-BY-ZERO: arithmetic error DIVISION-BY-ZERO signalled\nOperation was (/ 1 0)."],
  [
    "(* 1e30 1e30)",
    "FLOATING-POINT-OVERFLOW: arithmetic error FLOATING-POINT-OVERFLOW signalled\nOperation was (* 1.0e30 1.0e30).",
  ],
  ["(max 1 'a)", "TYPE-ERROR: The value A is not of type REAL."],
  ["(< 2 1 'a)", "TYPE-ERROR: The value A is not of type REAL."],
  ["(< 'a)", "TYPE-ERROR: The value A is not of type REAL."],
  ["(numerator 1.5)", "TYPE-ERROR: The value 1.5 is not of type RATIONAL."],
  ["(random 0)", "SIMPLE-TYPE-ERROR: Argument is neither a positive integer nor a positive float: 0"],
])("%s", (code, expected) => expect(values(code)).toBe(expected));
