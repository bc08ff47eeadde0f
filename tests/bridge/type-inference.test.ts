/** What the compiler proves of values: trees of programs, each value with its type where one is known. */
import { expect, test } from "vitest";
import {
  Builder,
  callLisp,
  Environment,
  Image,
  inferTypes,
  makerOf,
  makeString,
  printTree,
} from "./engine.js";
import { loadParts } from "./image.js";

const parts = await loadParts();
const image = new Image((options) => parts.createJscl({ ...options, rare: makerOf(parts.rare) }));
image.load(parts.overlay);

/** The tree of a form, after its types are inferred. */
function tree(code: string): string {
  const { compiler } = image;
  const form = callLisp("READ-FROM-STRING", "COMMON-LISP", makeString(code));
  return compiler.warnings.silently(() => {
    const builder = new Builder(compiler, null);
    const root = builder.toplevel(form, Environment.empty);
    inferTypes(compiler, root);
    return printTree(compiler, root.body).replace(/\b(G|KEY)\d+/g, "$1");
  });
}

test.each([
  [
    "(lambda (x) (declare (fixnum x)) (+ x 1))",
    "(function (X:FIXNUM) (sequence (check X:FIXNUM FIXNUM) (+ X:FIXNUM 1):(INTEGER -4611686018427387903 4611686018427387904)):(INTEGER -4611686018427387903 4611686018427387904)):FUNCTION",
  ],
  [
    "(let ((i 0)) (loop (when (>= i 10) (return i)) (setq i (+ i 1))))",
    "(let ((I:(UNSIGNED-BYTE 31) 0)) (block (tagbody (sequence (if (>= I:(UNSIGNED-BYTE 31) 10):BOOLEAN (return I:(INTEGER 10 2147483647)) NIL):NULL (assign I:(UNSIGNED-BYTE 31) (+ I:(MOD 10) 1):(INTEGER 1 10)):(INTEGER 1 10)):(INTEGER 1 10) (go))):(INTEGER 10 2147483647)):(INTEGER 10 2147483647)",
  ],
  [
    "(lambda (n) (declare (fixnum n)) (let ((s 0)) (dotimes (i n s) (setq s (logand #xffff (+ s i))))))",
    "(function (N:FIXNUM) (sequence (check N:FIXNUM FIXNUM) (let ((S:(UNSIGNED-BYTE 16) 0)) (block (let ((COUNT:FIXNUM (checkInteger N:FIXNUM):FIXNUM) (I:UNSIGNED-BYTE 0)) (sequence (count I:UNSIGNED-BYTE COUNT:FIXNUM (sequence (assign S:(UNSIGNED-BYTE 16) (LOGAND 65535 (+ S:(UNSIGNED-BYTE 16) I:UNSIGNED-BYTE):(MOD 4611686018427453436)):(UNSIGNED-BYTE 16)):(UNSIGNED-BYTE 16) NIL):NULL):NULL S:(UNSIGNED-BYTE 16)):(UNSIGNED-BYTE 16)):(UNSIGNED-BYTE 16)):(UNSIGNED-BYTE 16)):(UNSIGNED-BYTE 16)):(UNSIGNED-BYTE 16)):FUNCTION",
  ],
  [
    "(lambda (v) (declare (type (simple-array double-float (*)) v)) (let ((s 0d0)) (dotimes (i (length v) s) (incf s (* 2 (aref v i))))))",
    "(function (V:(SIMPLE-ARRAY DOUBLE-FLOAT (*))) (sequence (check V:(SIMPLE-ARRAY DOUBLE-FLOAT (*)) (SIMPLE-ARRAY DOUBLE-FLOAT (*))) (let ((S:DOUBLE-FLOAT 0.0d0)) (block (let ((COUNT:(MOD 4611686018427387901) (checkInteger (LENGTH V:(SIMPLE-ARRAY DOUBLE-FLOAT (*))):(MOD 4611686018427387901)):(MOD 4611686018427387901)) (I:UNSIGNED-BYTE 0)) (sequence (count I:UNSIGNED-BYTE COUNT:(MOD 4611686018427387901) (sequence (assign S:DOUBLE-FLOAT (+ (* 2 (AREF V:(SIMPLE-ARRAY DOUBLE-FLOAT (*)) I:UNSIGNED-BYTE):DOUBLE-FLOAT):DOUBLE-FLOAT S:DOUBLE-FLOAT):DOUBLE-FLOAT):DOUBLE-FLOAT NIL):NULL):NULL S:DOUBLE-FLOAT):DOUBLE-FLOAT):DOUBLE-FLOAT):DOUBLE-FLOAT):DOUBLE-FLOAT):DOUBLE-FLOAT):FUNCTION",
  ],
  [
    "(lambda (a b) (declare (double-float a) (fixnum b)) (sqrt (+ (* a a) (* b b))))",
    "(function (A:DOUBLE-FLOAT B:FIXNUM) (sequence (check A:DOUBLE-FLOAT DOUBLE-FLOAT) (check B:FIXNUM FIXNUM) (SQRT (+ (* A:DOUBLE-FLOAT A:DOUBLE-FLOAT):DOUBLE-FLOAT (* B:FIXNUM B:FIXNUM):(MOD 21267647932558653966460912964485513217)):DOUBLE-FLOAT):DOUBLE-FLOAT):DOUBLE-FLOAT):FUNCTION",
  ],
  [
    "(lambda (n) (let ((a (make-array n :element-type '(unsigned-byte 8)))) (aref a 0)))",
    "(function (N) (let ((A:(SIMPLE-ARRAY (UNSIGNED-BYTE 8)) (MAKE-ARRAY N :ELEMENT-TYPE (UNSIGNED-BYTE 8)):(SIMPLE-ARRAY (UNSIGNED-BYTE 8)))) (AREF A:(SIMPLE-ARRAY (UNSIGNED-BYTE 8)) 0):(UNSIGNED-BYTE 8)):(UNSIGNED-BYTE 8)):FUNCTION",
  ],
  [
    "(lambda (n m) (make-array (list n m) :element-type 'double-float :initial-element 0d0))",
    "(function (N M) (MAKE-ARRAY (LIST N M):CONS :ELEMENT-TYPE DOUBLE-FLOAT :INITIAL-ELEMENT 0.0d0):(SIMPLE-ARRAY DOUBLE-FLOAT (* *))):FUNCTION",
  ],
  [
    "(lambda (x) (cond ((integerp x) (1+ x)) ((stringp x) (char x 0)) ((null x) x) (t (list x))))",
    "(function (X) (if (INTEGERP X):BOOLEAN (1+ X:INTEGER):INTEGER (if (STRINGP X:(NOT INTEGER)):BOOLEAN (CHAR X:STRING 0):CHARACTER (if (NULL X:(NOT (OR STRING INTEGER))):BOOLEAN X:NULL (LIST X:(NOT (OR STRING INTEGER NULL))):CONS):LIST):(OR CHARACTER LIST)):(OR INTEGER CHARACTER LIST)):FUNCTION",
  ],
  [
    "(lambda (x) (declare (type (unsigned-byte 32) x)) (logand #xffffffff (+ (ash x 5) (ash x -2) (logxor x 255))))",
    "(function (X:(UNSIGNED-BYTE 32)) (sequence (check X:(UNSIGNED-BYTE 32) (UNSIGNED-BYTE 32)) (LOGAND 4294967295 (+ (ASH X:(UNSIGNED-BYTE 32) 5):(MOD 137438953441) (ASH X:(UNSIGNED-BYTE 32) -2):(UNSIGNED-BYTE 30) (LOGXOR X:(UNSIGNED-BYTE 32) 255):(UNSIGNED-BYTE 32)):(MOD 142807662559)):(UNSIGNED-BYTE 32)):(UNSIGNED-BYTE 32)):FUNCTION",
  ],
  [
    "(labels ((fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))) (fib 20))",
    "(local-functions (function (N:(INTEGER -1 20)) (block (if (< N:(INTEGER -1 20) 2):BOOLEAN N:(INTEGER -1 1) (+ (call-local (- N:(INTEGER 2 20) 1):(INTEGER 1 19)):INTEGER (call-local (- N:(INTEGER 2 20) 2):(MOD 19)):INTEGER):INTEGER):INTEGER):INTEGER) (call-local 20):INTEGER):INTEGER",
  ],
  [
    "(flet ((two (x) (values x (floor x 2)))) (multiple-value-bind (a b) (two 5) (list a b)))",
    "(local-functions (function (X:(INTEGER 5 5)) (block (values X:(INTEGER 5 5) (FLOOR X:(INTEGER 5 5) 2):(INTEGER 2 2)):(INTEGER 5 5)):(INTEGER 5 5)) (receive (A:(INTEGER 5 5) B:(INTEGER 2 2)) (call-local 5):(INTEGER 5 5) (LIST A:(INTEGER 5 5) B:(INTEGER 2 2)):CONS):CONS):CONS",
  ],
  [
    "(multiple-value-bind (q r) (floor 17 5) (list q r))",
    "(receive (Q:(INTEGER 3 3) R:(MOD 5)) (FLOOR 17 5):(INTEGER 3 3) (LIST Q:(INTEGER 3 3) R:(MOD 5)):CONS):CONS",
  ],
  [
    "(lambda (x l) (declare (fixnum x)) (dolist (e l) (setq x (the fixnum (+ x e)))) x)",
    "(function (X:FIXNUM L) (sequence (check X:FIXNUM FIXNUM) (sequence (block (let ((REST L)) (while (NOT (ENDP REST):BOOLEAN):BOOLEAN (let ((E (CAR REST:CONS))) (sequence (assign REST (CDR REST:CONS)) (sequence (assign X:FIXNUM (the FIXNUM (+ X:FIXNUM E):NUMBER):FIXNUM):FIXNUM NIL):NULL):NULL):NULL):NULL):NULL):NULL X:FIXNUM):FIXNUM):FIXNUM):FUNCTION",
  ],
  [
    "(lambda (x) (let ((y (if x 1 nil))) (when y (+ y 1))))",
    "(function (X) (let ((Y:(OR (INTEGER 1 1) NULL) (if X 1 NIL):(OR (INTEGER 1 1) NULL))) (if Y:(OR (INTEGER 1 1) NULL) (+ Y:(INTEGER 1 1) 1):(INTEGER 2 2) NIL):(OR (INTEGER 2 2) NULL)):(OR (INTEGER 2 2) NULL)):FUNCTION",
  ],
  [
    "(let ((c 0)) (lambda () (incf c)))",
    "(let ((C:UNSIGNED-BYTE 0)) (function () (assign C:UNSIGNED-BYTE (+ 1 C:UNSIGNED-BYTE):(INTEGER 1)):(INTEGER 1)):FUNCTION):FUNCTION",
  ],
  [
    "(lambda (s) (declare (simple-string s)) (loop for c across s count (char= c #\\a)))",
    "(function (S:SIMPLE-STRING) (sequence (check S:SIMPLE-STRING SIMPLE-STRING) (block (let ((C:(OR CHARACTER NULL) NIL) (LOOP-ACROSS-VECTOR-0:SIMPLE-STRING S:SIMPLE-STRING) (LOOP-ACROSS-INDEX-1:(MOD 4611686018427387901) 0)) (let ((LOOP-ACROSS-LIMIT-2:(MOD 4611686018427387901) (LENGTH LOOP-ACROSS-VECTOR-0:SIMPLE-STRING):(MOD 4611686018427387901))) (let ((LOOP-COUNT-3:(UNSIGNED-BYTE 62) 0)) (sequence (tagbody (if (>= LOOP-ACROSS-INDEX-1:(MOD 4611686018427387901) LOOP-ACROSS-LIMIT-2:(MOD 4611686018427387901)):BOOLEAN (go) NIL):NULL (assign C:(OR CHARACTER NULL) (AREF LOOP-ACROSS-VECTOR-0:SIMPLE-STRING LOOP-ACROSS-INDEX-1:(MOD 4611686018427387900)):CHARACTER):CHARACTER (assign LOOP-ACROSS-INDEX-1:(MOD 4611686018427387901) (1+ LOOP-ACROSS-INDEX-1:(MOD 4611686018427387900)):(INTEGER 1 4611686018427387900)):(INTEGER 1 4611686018427387900) (if (CHAR= C:CHARACTER #\\a):BOOLEAN (assign LOOP-COUNT-3:(UNSIGNED-BYTE 62) (1+ LOOP-COUNT-3:(UNSIGNED-BYTE 62)):(INTEGER 1 4611686018427387904)):(INTEGER 1 4611686018427387903) NIL):(OR (INTEGER 1 4611686018427387903) NULL) (go)):NULL LOOP-COUNT-3:(UNSIGNED-BYTE 62)):(UNSIGNED-BYTE 62)):(UNSIGNED-BYTE 62)):(UNSIGNED-BYTE 62)):(UNSIGNED-BYTE 62)):(UNSIGNED-BYTE 62)):(UNSIGNED-BYTE 62)):FUNCTION",
  ],
  [
    "(lambda (i n) (declare (type (integer 0 100) i n)) (if (< i n) (- n i) (- i n)))",
    "(function (I:(INTEGER 0 100) N:(INTEGER 0 100)) (sequence (check I:(INTEGER 0 100) (INTEGER 0 100)) (check N:(INTEGER 0 100) (INTEGER 0 100)) (if (< I:(INTEGER 0 100) N:(INTEGER 0 100)):BOOLEAN (- N:(INTEGER 1 100) I:(MOD 100)):(INTEGER -98 100) (- I:(INTEGER 0 100) N:(INTEGER 0 100)):(INTEGER -100 100)):(INTEGER -100 100)):(INTEGER -100 100)):FUNCTION",
  ],
  [
    '(lambda (x) (unless (consp x) (error "no")) (cdr x))',
    '(function (X) (sequence (if (CONSP X):BOOLEAN NIL (ERROR "no")):NULL (CDR X:CONS))):FUNCTION',
  ],
  [
    "(lambda (x) (car x) (if (null x) 1 (cdr x)))",
    "(function (X) (sequence (CAR X) (if (NULL X:LIST):BOOLEAN 1 (CDR X:CONS)))):FUNCTION",
  ],
  [
    "(catch 'a (let ((x 1)) (setq x 2) x))",
    "(catch A (let ((X:(INTEGER 1 2) 1)) (sequence (assign X:(INTEGER 1 2) 2):(INTEGER 2 2) X:(INTEGER 2 2)):(INTEGER 2 2)):(INTEGER 2 2))",
  ],
  ["(lambda (x) (coerce x 'double-float))", "(function (X) (COERCE X DOUBLE-FLOAT):DOUBLE-FLOAT):FUNCTION"],
  [
    "(lambda (k) (ecase k (:a 1) (:b 2.5d0)))",
    "(function (K) (let ((KEY K)) (let ((KEY KEY)) (if (EQL KEY :A):BOOLEAN 1 (if (EQL KEY :B):BOOLEAN 2.5d0 (CASE-FAILURE ECASE KEY (MEMBER :A :B) (:A :B))))))):FUNCTION",
  ],
])("%s", (code, expected) => {
  expect(tree(code)).toBe(expected);
});
