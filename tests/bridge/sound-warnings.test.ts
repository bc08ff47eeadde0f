/**
 * The compiler's beliefs about variables: right programs get no warning and SBCL's value, on every way that
 * control can take.
 */
import { expect, test } from "vitest";
import { bootEvaluator, saidOf } from "./image.js";

const evaluate = await bootEvaluator();

/** The printed value, or the condition, and the type warnings. */
function answer(code: string): string {
  const evaluated = evaluate(code);
  const conflicts = evaluated.outcome.warnings.filter(({ type }) => type === "TYPE-WARNING").length;
  const said = saidOf(evaluated);
  return conflicts === 0 ? said : `${said} (${conflicts} type warnings)`;
}

/** A sum over a tree that finds a character. */
const summing = (parameters: string, call: string) =>
  `(handler-case (labels ((f (${parameters}) (if (consp x) (+ ${call} (f (cdr x))) (char x 0)))) (f '("ab" . "c")))
     (type-error (e) (list (type-error-datum e) (type-error-expected-type e))))`;

test.each([
  // Jumps back.
  ["(let ((x nil)) (loop for e in '(3 1 2) do (when (or (null x) (< e x)) (setq x e))) x)", "1"],
  [
    "(let ((x nil) (i 0)) (tagbody top (when x (setq x (+ x 1))) (setq x i) (incf i) (when (< i 3) (go top))) x)",
    "2",
  ],
  ["(prog ((x nil)) again (when (and x (> x 3)) (return x)) (setq x (if x (1+ x) 0)) (go again))", "4"],
  ["(let ((x 0)) (loop (if (consp x) (return (car x)) (setq x (list x)))))", "0"],
  ["(let ((x nil)) (dotimes (i 3 x) (if x (setq x (+ x i)) (setq x 10))))", "13"],
  ["(let ((x nil)) (do ((i 0 (1+ i))) ((= i 3) x) (if x (setq x (+ x i)) (setq x 10))))", "13"],
  ["(let ((max nil)) (dolist (e '(1 5 2) max) (when (or (null max) (> e max)) (setq max e))))", "5"],
  [
    "(let ((x nil)) (tagbody (funcall (lambda () (go b))) a (setq x 7) (go c) b (setq x 3) (go a) c) (+ x 1))",
    "8",
  ],
  // What is not of a type that is a part of its kind.
  ["(defun f (x) (if (typep x '(not standard-char)) (char-code x) 0)) (f (code-char 955))", "955"],
  ["(defun f (x) (if (typep x '(not bignum)) (1+ x) 0)) (f 3)", "4"],
  ["(defun f (x) (if (typep x '(not file-stream)) (close x) 0)) (f (make-broadcast-stream))", "T"],
  ["(defun f (x) (if (typep x '(not standard-object)) (copy-structure x) 0))", "F"],
  ["(defun f (x) (if (typep x '(not bit-vector)) (aref x 0) 0)) (f (vector 1))", "1"],
  // Jumps forward.
  ["(let ((x 5)) (tagbody (go b) a (setq x (list 1)) (go end) b (go a) end) (car x))", "1"],
  ["(let ((x nil)) (tagbody (go skip) (setq x 5) skip) (+ 1 (length x)))", "1"],
  ['(let ((x "abc")) (tagbody (when (stringp x) (go skip)) (setq x 1) skip) (length x))', "3"],
  ["(let ((x nil)) (block b (setq x 5) (return-from b)) (+ x 1))", "6"],
  // Ways out at any point.
  [
    '(let ((x nil)) (ignore-errors (unwind-protect (progn (setq x 5) (error "a") (setq x nil)) (setq x (+ x 1)))) x)',
    "6",
  ],
  [
    "(let ((x 1)) (catch 'k (unwind-protect (progn (setq x \"s\") (throw 'k 1)) (setq x (list x)))) (car x))",
    '"s"',
  ],
  ["(let ((x nil)) (catch 'a (setq x 5) (throw 'a 1)) (+ x 1))", "6"],
  ["(let ((x nil)) (block b (mapc (lambda (y) (setq x y) (return-from b)) '(1))) (+ x 1))", "2"],
  ['(let ((x nil)) (handler-case (progn (setq x 5) (error "a")) (error () (+ x 1))))', "6"],
  ["(let ((x nil)) (tagbody (mapc (lambda (e) (setq x e) (go out)) '(4)) out) (+ x 1))", "5"],
  ['(let ((x 0)) (block b (unwind-protect (return-from b 1) (setq x "a"))) (length x))', "1"],
  ['(let ((x 0)) (tagbody (unwind-protect (go b) (setq x "a")) b) (length x))', "1"],
  [
    '(let ((x 0)) (block b (unwind-protect (unwind-protect (return-from b 1) (setq x nil)) (setq x "a"))) (length x))',
    "1",
  ],
  // Functions that assign, wherever they stand.
  ["(let ((x nil)) (labels ((f () (+ x 1)) (g () (setq x 5))) (g) (f)))", "6"],
  // Functions whose own result they add to.
  [summing("x", "(f (car x))"), "(#\\a NUMBER)"],
  [summing("x &optional (d 0)", "(f (car x) d)"), "(#\\a NUMBER)"],
  [summing("x &key (d 0)", "(f (car x) :d d)"), "(#\\a NUMBER)"],
  ["(let ((x nil)) (flet ((g () (setq x 5))) (g) (+ x 1)))", "6"],
  ["(let ((f nil) (x nil)) (setq f (lambda () (+ x 1))) (setq x 4) (funcall f))", "5"],
  ["(let ((x nil)) (mapc (lambda (e) (when (or (null x) (> e x)) (setq x e))) '(1 5 2)) x)", "5"],
  // Tests of several parts.
  ["(let ((x nil)) (when (and x t) (funcall x)))", "NIL"],
  ["(let ((x nil)) (if (or (not x) (evenp x)) 1 (car x)))", "1"],
  ["(let ((x 5)) (if (and (numberp x) (setq x '(1))) (car x) 2))", "1"],
  ["(defun f (x) (if (or (stringp x) (null x)) (length x) (+ x 1))) (list (f nil) (f 1))", "(0 2)"],
  ["(let ((x nil)) (or (null x) (evenp x)))", "T"],
  ["(let ((x 5)) (let ((p (consp x))) (if p (car x) :no)))", ":NO"],
  ["(let ((x 5)) (let ((p (numberp x))) (setq x (list 1)) (if p (car x) :no)))", "1"],
  [
    "(let ((x 5)) (let ((p (numberp x))) (dotimes (i 2 x) (when p (setq x (if (consp x) (car x) (list x)))))))",
    "5",
  ],
  [
    "(let ((x 5)) (let ((p nil)) (dotimes (i 2) (let ((q (consp x))) (when p (setq q t)) (when q (setq x (+ x i))) (setq p t))) x))",
    "6",
  ],
  ["(let ((x 2)) (when (not 0) (string-upcase x)))", "NIL"],
  ["(let ((x3 nil)) (when (consp x3) (round x3)))", "NIL"],
  ["(case 'c (0 (let (x2) (declare (character x2)) x2)))", "NIL"],
  ["(let ((x 5)) (case x (a (symbol-name x)) (t (+ x 1))))", "6"],
  ["(let ((n 5)) (let ((x n)) ((lambda () (setq x nil))) (car x)) (floor n))", "5 0"],
  ["(defun f () (let ((x (error 'program-error))) (declare (symbol x)) x))", "F"],
  // Arguments and initial values after one another.
  ["(let ((c nil)) (+ (setq c 6) c))", "12"],
  ["(let ((c nil)) (+ (progn (setq c 6) 1) c))", "7"],
  ["(let ((c nil)) (let ((b c) (a (setq c 5))) (list (null b) (+ a c))))", "(T 10)"],
  ["(let ((c nil)) (let ((a (setq c 5)) (b c)) (+ a b)))", "10"],
  ["(let ((x nil)) (let ((y x)) (setq x 5) (list y (+ x 1))))", "(NIL 6)"],
  ['(let ((c 1/2)) (char "ab" (+ (* c (the integer (setq c 2))) 0)))', "#\\b"],
])("%s", (code, expected) => {
  expect(answer(code)).toBe(expected);
});

test.each([
  ["(let ((x 5)) (pop x))", "SIMPLE-TYPE-ERROR: Value of X in (CAR X) is 5, not a LIST. (1 type warnings)"],
  [
    "(let ((x 5)) (setf (car x) 1))",
    "SIMPLE-TYPE-ERROR: Value of X in (SB-KERNEL:%RPLACA X 1) is 5, not a CONS. (1 type warnings)",
  ],
  [
    "(let ((x 5)) (tagbody (go a) b (go c) a (car x) (go b) c))",
    "SIMPLE-TYPE-ERROR: Value of X in (CAR X) is 5, not a LIST. (1 type warnings)",
  ],
  // Believed at first, and not in the end: the operation signals in its own words.
  ["(let ((x nil)) (dotimes (i 3) (+ x i) (setq x 1)))", "TYPE-ERROR: The value NIL is not of type NUMBER."],
  [
    "(let ((x 5)) (tagbody a (car x) (setq x (list 1)) (go a)))",
    "TYPE-ERROR: The value 5 is not of type LIST.",
  ],
])("%s", (code, expected) => {
  expect(answer(code).replace(/\s+/g, " ")).toBe(expected);
});

test("a warning keeps its place among others", () => {
  const code = "(lambda (unused) (let ((x 5)) (list (car x) (undefined-one))))";
  const types = evaluate(code).outcome.warnings.map(({ message }) => message.slice(0, 20));
  expect(types).toEqual(["Derived type of COMM", "The variable UNUSED ", "undefined function: "]);
});
