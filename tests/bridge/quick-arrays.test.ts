/**
 * Bits, characters of strings and new arrays in place, and functions that the library calls without a frame:
 * what is not usual is as it is in a call.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
  const { outcome } = evaluate(`
    (defun get-bit (b i) (bit b i))
    (defun put-bit (b i v) (setf (bit b i) v))
    (defun put-char (s i c) (setf (char s i) c))
    (defun make (n) (make-array n :initial-element 7))
    (defun make-with (key) (make-array 3 key 0))
    (defun dimension (a i) (array-dimension a i))
    (defun add (x l) (adjoin x l))
    (defun ends (a b c) (list (max a b c) (min a b c)))`);
  expect(outcome.condition).toBeNull();
});

/** The values, or the type of the condition and the innermost frames. */
const answer = (code: string) => {
  const { outcome } = evaluate(code);
  const { condition } = outcome;
  if (condition === null) return outcome.values.join(" ");
  return [condition.type, ...condition.frames.slice(0, 2).map(({ text }) => text)].join(" ");
};

describe("bits", () => {
  test.each([
    [
      "(let ((b (make-array 3 :element-type 'bit))) (setf (bit b 1) 1 (sbit b 2) 1) (list b (bit b 1)))",
      "(#*011 1)",
    ],
    [
      "(let ((b (make-array '(2 2) :element-type 'bit))) (put-bit b 0 1))",
      "TYPE-ERROR ((SETF BIT) 1 #2A((0 0) (0 0)) 0) (PUT-BIT #2A((0 0) (0 0)) 0 1)",
    ],
    [
      "(let ((b (make-array '(2 2) :element-type 'bit))) (setf (bit b 1 0) 1) (list b (bit b 1 0)))",
      "(#2A((0 0) (1 0)) 1)",
    ],
    [
      "(let ((b (make-array 4 :element-type 'bit :fill-pointer 2))) (put-bit b 3 1) (list (get-bit b 3) b))",
      "(1 #*00)",
    ],
    ["(let ((b (copy-seq #*1010))) (incf (bit b 1)) (rotatef (bit b 0) (bit b 3)) b)", "#*0111"],
    ["(get-bit #*101 3)", "INVALID-ARRAY-INDEX-ERROR (BIT #*101 3) (GET-BIT #*101 3)"],
    ["(get-bit (vector 1 0) 0)", "TYPE-ERROR (BIT #(1 0) 0) (GET-BIT #(1 0) 0)"],
    ["(put-bit (copy-seq #*101) 0 2)", "TYPE-ERROR ((SETF BIT) 2 #*101 0) (PUT-BIT #*101 0 2)"],
    [
      "(put-bit (copy-seq #*101) 5 1)",
      "INVALID-ARRAY-INDEX-ERROR ((SETF BIT) 1 #*101 5) (PUT-BIT #*101 5 1)",
    ],
    ["(put-bit (vector 1 2) 0 1)", "TYPE-ERROR ((SETF BIT) 1 #(1 2) 0) (PUT-BIT #(1 2) 0 1)"],
    ["(locally (declare (notinline bit)) (bit #*01 1))", "1"],
  ])("%s", (code, expected) => {
    expect(answer(code)).toBe(expected);
  });
});

describe("characters", () => {
  test.each([
    ['(let ((s (copy-seq "abc"))) (setf (char s 1) #\\x (schar s 0) #\\y) s)', '"yxc"'],
    [
      '(put-char (copy-seq "abc") 3 #\\x)',
      'INVALID-ARRAY-INDEX-ERROR ((SETF CHAR) #\\x "abc" 3) (PUT-CHAR "abc" 3 #\\x)',
    ],
    ['(put-char (copy-seq "abc") 1 5)', 'TYPE-ERROR ((SETF CHAR) 5 "abc" 1) (PUT-CHAR "abc" 1 5)'],
    ["(put-char (vector #\\a) 0 #\\b)", "TYPE-ERROR ((SETF CHAR) #\\b #(#\\a) 0) (PUT-CHAR #(#\\a) 0 #\\b)"],
    [
      "(put-char (make-array 1 :element-type 'base-char :initial-element #\\a) 0 #\\é)",
      'TYPE-ERROR ((SETF CHAR) #\\LATIN_SMALL_LETTER_E_WITH_ACUTE "a" 0) (PUT-CHAR "a" 0 #\\LATIN_SMALL_LETTER_E_WITH_ACUTE)',
    ],
    ["(put-char (make-array 3 :element-type 'character :fill-pointer 1) 1 #\\b)", "#\\b"],
    ["(car (list (ignore-errors (put-char (make-array '(1 1) :element-type 'character) 0 #\\b))))", "NIL"],
  ])("%s", (code, expected) => {
    expect(answer(code)).toBe(expected);
  });
});

describe("arrays and lists", () => {
  test.each([
    ["(list (make 2) (make '(1 2)) (make '(1)) (make nil))", "(#(7 7) #2A((7 7)) #(7) #0A7)"],
    ["(array-dimensions (make '(2 1 3)))", "(2 1 3)"],
    ["(length (make 5000))", "5000"],
    ["(let ((a (make 2)) (b (make 2))) (setf (aref a 0) 1) b)", "#(7 7)"],
    ["(make -1)", "TYPE-ERROR (MAKE-ARRAY -1 :INITIAL-ELEMENT 7) (MAKE -1)"],
    ["(make '(2 -3))", "TYPE-ERROR (MAKE-ARRAY (2 -3) :INITIAL-ELEMENT 7) (MAKE (2 -3))"],
    [
      "(make-with 'initial-element)",
      "UNKNOWN-KEYWORD-ARGUMENT (MAKE-ARRAY 3 INITIAL-ELEMENT 0) (MAKE-WITH INITIAL-ELEMENT)",
    ],
    ["(make-with :initial-element)", "#(0 0 0)"],
    [
      "(list (dimension #(1 2) 0) (dimension (make '(2 3)) 1) (dimension (make-array 5 :fill-pointer 2) 0))",
      "(2 3 5)",
    ],
    ["(dimension #(1 2) 1)", "SIMPLE-ERROR (ARRAY-DIMENSION #(1 2) 1) (DIMENSION #(1 2) 1)"],
    ["(dimension '(1) 0)", "TYPE-ERROR (ARRAY-DIMENSION (1) 0) (DIMENSION (1) 0)"],
    [
      "(list (add 1 '(1 2)) (add 3 '(1 2)) (add 1.5 '(1.5)) (add (expt 2 70) (list (expt 2 70))))",
      "((1 2) (3 1 2) (1.5) (1180591620717411303424))",
    ],
    ["(add 3 '(1 . 2))", "TYPE-ERROR (ADJOIN 3 (1 . 2)) (ADD 3 (1 . 2))"],
    [
      "(list (ends 1 2 3) (ends 3 1 2) (ends 2 3 1) (ends 1/2 3 -4) (ends 1 2.5 2))",
      "((3 1) (3 1) (3 1) (3 -4) (2.5 1))",
    ],
    ["(ends 1 2 'a)", "TYPE-ERROR (MAX 1 2 A) (ENDS 1 2 A)"],
  ])("%s", (code, expected) => {
    expect(answer(code)).toBe(expected);
  });
});

describe("functions that the library calls", () => {
  test.each([
    ['(position-if #\'digit-char-p "ab1")', "2"],
    [
      "(position-if #'digit-char-p '(#\\a 5))",
      "TYPE-ERROR (DIGIT-CHAR-P 5) (POSITION-IF #<FUNCTION DIGIT-CHAR-P> (#\\a 5))",
    ],
    ["(count-if #'evenp '(1 2 a))", "TYPE-ERROR (EVENP A) (COUNT-IF #<FUNCTION EVENP> (1 2 A))"],
    ["(count-if #'oddp (list 1 2.5))", "TYPE-ERROR (ODDP 2.5) (COUNT-IF #<FUNCTION ODDP> (1 2.5))"],
    ["(count-if #'plusp (list 1 2.5 1/2 -3))", "3"],
    ["(find-if #'car '((nil) (1)))", "(1)"],
    ["(find 2 '((a . 1) 5) :key #'cdr)", "TYPE-ERROR (CDR 5) (FIND 2 ((A . 1) 5) :KEY #<FUNCTION CDR>)"],
    [
      "(let ((n 0)) (list (map nil (lambda (x) (incf n x)) '(1 2)) n (map nil (lambda (a b) (incf n (* a b))) #(1 2) '(3 4)) n))",
      "(NIL 3 NIL 14)",
    ],
    ["(map nil #'car '(1))", "TYPE-ERROR (CAR 1) (MAP NIL #<FUNCTION CAR> (1))"],
    ["(merge 'list (list '(1 a) '(3 b)) (list '(2 c)) #'< :key #'car)", "((1 A) (2 C) (3 B))"],
    [
      "(merge 'list (list 1) (list 2) #'< :kee #'car)",
      "UNKNOWN-KEYWORD-ARGUMENT (MERGE LIST (1) (2) #<FUNCTION <> :KEE #<FUNCTION CAR>)",
    ],
    ["(trace upper-case-p)", "(UPPER-CASE-P)"],
  ])("%s", (code, expected) => {
    expect(answer(code)).toBe(expected);
  });

  test("are traced", () => {
    evaluate("(trace upper-case-p)");
    const { stdout, stderr } = evaluate('(prog1 (position-if #\'upper-case-p "aB") (untrace))');
    expect(stdout + stderr).toContain("(UPPER-CASE-P #\\B)");
  });
});
