/**
 * Calls that are compiled as other code: loops over a literal function, values that go to variables, and
 * keywords that are found when the caller is compiled.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { answerOf, bootEvaluator, callsOf, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const value = (code: string) => answerOf(evaluate(code));
const frames = (code: string) => callsOf(evaluate(code));
const inside = (form: string) => `(defun inside (l v) (declare (ignorable l v)) ${form})
  (inside (list 1 2 3) (vector 1 2 3))`;
const answers = (form: string, expected: string) => expect(value(inside(form))).toBe(expected);
const fails = (form: string, message: string) => expect(value(inside(form))).toContain(message);

describe("a mapping function as a loop", () => {
  test.each([
    ["(mapcar (lambda (x) (* x x)) l)", "(1 4 9)"],
    ["(mapcar #'1+ l)", "(2 3 4)"],
    ["(mapcar '1+ l)", "(2 3 4)"],
    ["(mapcar #'list l '(4 5))", "((1 4) (2 5))"],
    ["(mapcar (lambda (x y z) (+ x y z)) l l '(1 1 1 1))", "(3 5 7)"],
    ["(maplist #'identity l)", "((1 2 3) (2 3) (3))"],
    ["(mapcan (lambda (x) (if (oddp x) (list x x))) l)", "(1 1 3 3)"],
    ["(mapcan #'identity (list (list 1) 2 (list 3)))", "(1 3)"],
    ["(mapcan #'identity (list (list 1) 2))", "(1 . 2)"],
    ["(mapcon (lambda (tail) (list (length tail))) l)", "(3 2 1)"],
    ["(let ((sum 0)) (list (mapc (lambda (x) (incf sum x)) l) sum))", "((1 2 3) 6)"],
    ["(let ((sum 0)) (list (mapl (lambda (x) (incf sum (length x))) l) sum))", "((1 2 3) 6)"],
    ["(mapcar (lambda (x) (values x 5)) l)", "(1 2 3)"],
    ['(mapcar (lambda (x) "text" (declare (fixnum x)) (1+ x)) l)', "(2 3 4)"],
    ["(mapcar (lambda (x) (declare (ignore x)) 'a) l)", "(A A A)"],
    ["(mapcar #'undefined-yet nil)", "NIL"],
    // The tail is looked at after the call.
    ["(mapcar (lambda (x) (when (= x 1) (setf (cdr l) nil)) x) l)", "(1)"],
    // Each turn has variables of its own.
    ["(mapcar #'funcall (mapcar (lambda (x) (lambda () (incf x))) l))", "(2 3 4)"],
    ["(block found (mapc (lambda (x) (when (evenp x) (return-from found x))) l) nil)", "2"],
    ["(mapcar (lambda (x) (block nil (when (evenp x) (return 'even)) x)) l)", "(1 EVEN 3)"],
    ["(flet ((twice (x) (* 2 x))) (mapcar #'twice l))", "(2 4 6)"],
    ["(macrolet ((m () 5)) (mapcar (lambda (x) (+ x (m))) l))", "(6 7 8)"],
    [
      '(let ((*print-base* 10)) (mapcar (lambda (*print-base*) (format nil "~a" 5)) \'(2 3)))',
      '("101" "12")',
    ],
  ])("%s", answers);

  test.each([
    ["(mapcar (lambda (x) x) '(1 . 2))", "The value 2 is not of type LIST"],
    ["(mapcar #'list l '(1 2 . 3))", "The value 3 is not of type LIST"],
    ["(mapcar (lambda (x y) (list x y)) l)", "invalid number of arguments: 1"],
    ["(mapcar #'undefined-yet l)", "The function COMMON-LISP-USER::UNDEFINED-YET is undefined."],
    ["(mapc (lambda (x) (declare (symbol x)) x) l)", "The value 1 is not of type SYMBOL"],
  ])("%s fails", fails);

  test("calls what is redefined while it runs", () => {
    const code = `(defun one (x) (defun one (x) (* 10 x)) x) (defun each (l) (mapcar #'one l)) (each '(1 2))`;
    expect(value(code)).toBe("(1 20)");
  });

  test("is left out of frames, with its function", () => {
    const code = `(defun deep (x) (error "deep ~a" x))
      (defun map-it (l) (mapcar (lambda (x) (list (deep x))) l)) (map-it '(1))`;
    expect(frames(code)).toEqual(["(DEEP 1)", "(MAP-IT (1))"]);
  });

  test("evaluates its lists in order, once", () => {
    const code = `(let ((seen '()))
      (flet ((note (x) (push x seen) (list x)))
        (list (mapcar #'+ (note 1) (note 2)) (reverse seen))))`;
    expect(value(code)).toBe("((3) (1 2))");
  });

  test("stays a call where it is declared NOTINLINE", () => {
    expect(value("(locally (declare (notinline mapcar)) (mapcar (lambda (x) x) '(1)))")).toBe("(1)");
  });
});

describe("a quantifier as a loop", () => {
  test.each([
    ["(some (lambda (x) (and (> x 1) (* 10 x))) l)", "20"],
    ["(some (lambda (x) (and (> x 1) (* 10 x))) v)", "20"],
    ["(some #'evenp '(1 3))", "NIL"],
    ['(some #\'digit-char-p "ab7")', "7"],
    ["(every #'integerp l)", "T"],
    ["(every #'oddp v)", "NIL"],
    ["(every #'oddp nil)", "T"],
    ["(every #'oddp #())", "T"],
    ["(notany #'zerop l)", "T"],
    ["(notany #'evenp v)", "NIL"],
    ["(notevery #'evenp l)", "T"],
    ["(notevery #'plusp v)", "NIL"],
    ["(some #'> l v)", "NIL"],
    ["(every #'= l v)", "T"],
    ["(every (lambda (x y) (eql x y)) l '(1 2))", "T"],
    ["(every #'char= \"abc\" '(#\\a #\\b))", "T"],
    ["(some #'undefined-yet '())", "NIL"],
    ["(every #'plusp (make-array 5 :initial-contents '(1 2 3 0 0) :fill-pointer 3))", "T"],
    ["(block b (some (lambda (x) (when (= x 2) (return-from b 'left))) v))", "LEFT"],
  ])("%s", answers);

  test.each([
    ["(some #'evenp '(1 . 3))", "The value 3 is not of type LIST"],
    ["(let ((x (car l))) (some #'evenp x))", "The value 1 is not of type SEQUENCE"],
    ["(some #'evenp (make-array '(1 1)))", "is not of type SEQUENCE"],
    ["(every #'evenp '(a))", "The value A is not of type INTEGER"],
  ])("%s fails", fails);
});

describe("values that variables are bound to", () => {
  test.each([
    ["(multiple-value-bind (a b c) (values 1 2) (list a b c))", "(1 2 NIL)"],
    ["(multiple-value-bind (a b) (values 1 2 (incf (car l))) (list a b l))", "(1 2 (2 2 3))"],
    ["(multiple-value-bind (a b) (values) (list a b))", "(NIL NIL)"],
    ["(multiple-value-bind (a b) 5 (list a b))", "(5 NIL)"],
    ["(multiple-value-bind (a b) (if l (values 1 2) nil) (list a b))", "(1 2)"],
    ["(multiple-value-bind (a b) (floor -7 2) (list a b))", "(-4 1)"],
    ["(multiple-value-bind (a b) (truncate -7 2) (list a b))", "(-3 -1)"],
    ["(multiple-value-bind (a b) (truncate -6 2) (list a b))", "(-3 0)"],
    ["(multiple-value-bind (a b c) (floor (car l) 2) (list a b c))", "(0 1 NIL)"],
    ["(multiple-value-bind (a b) (floor 7.5 2) (list a b))", "(3 1.5)"],
    ["(multiple-value-bind (a b) (floor (expt 10 30) 7) (list a b))", "(142857142857142857142857142857 1)"],
    ["(multiple-value-bind (a b c d e f) (values-list '(1 2 3 4 5)) (list a b c d e f))", "(1 2 3 4 5 NIL)"],
    ["(multiple-value-bind (a b) (catch 'x (throw 'x (values 1 2))) (list a b))", "(1 2)"],
    [
      "(multiple-value-bind (a b) (block x (mapc (lambda (y) (return-from x (values y 2))) l)) (list a b))",
      "(1 2)",
    ],
    [
      "(multiple-value-bind (a b) (block x (funcall (lambda () (return-from x (values 1 2))))) (list a b))",
      "(1 2)",
    ],
    ["(multiple-value-bind (a b) (unwind-protect (values 1 2) (floor 9 2)) (list a b))", "(1 2)"],
    ["(multiple-value-bind (a b) (multiple-value-prog1 (values 1 2) (floor 9 2)) (list a b))", "(1 2)"],
    ["(multiple-value-bind (a b) (the (values fixnum fixnum) (floor 9 2)) (list a b))", "(4 1)"],
    ["(multiple-value-bind (a b) (apply #'floor '(9 2)) (list a b))", "(4 1)"],
    ["(multiple-value-bind (a b) (gethash 1 (make-hash-table) 7) (list a b))", "(7 NIL)"],
    ["(multiple-value-bind (a b) (handler-case (values 1 2) (error () 3)) (list a b))", "(1 2)"],
    ['(multiple-value-bind (a b) (handler-case (error "e") (error () (values 3 4))) (list a b))', "(3 4)"],
    ["(multiple-value-bind (a b) (eval '(values 1 2)) (list a b))", "(1 2)"],
    ["(multiple-value-bind (a b) (loop for x in l do (return (values x 'x))) (list a b))", "(1 X)"],
    ["(multiple-value-bind (a b) (let ((*print-base* 2)) (values 1 2)) (list a b))", "(1 2)"],
    ["(multiple-value-list (values 1 2 3 4 5 6))", "(1 2 3 4 5 6)"],
    ["(multiple-value-list (values-list '(1 2 3 4 5 6)))", "(1 2 3 4 5 6)"],
    ["(multiple-value-list (floor 7 2))", "(3 1)"],
    ["(multiple-value-list (values))", "NIL"],
    ["(multiple-value-list (values-list '()))", "NIL"],
    ["(multiple-value-list (car l))", "(1)"],
    ["(list (nth-value 0 (floor 7 2)) (nth-value 1 (floor 7 2)) (nth-value 2 (floor 7 2)))", "(3 1 NIL)"],
    ["(let ((n 1)) (nth-value n (floor 7 2)))", "1"],
    [
      "(labels ((both (n) (if (zerop n) (values 1 2) (both (1- n))))) (multiple-value-bind (a b) (both 5) (list a b)))",
      "(1 2)",
    ],
  ])("%s", answers);

  test("come from a function that goes on as its twin", () => {
    const code = `(defun deep (n) (if (zerop n) (values 0 1)
        (multiple-value-bind (a b) (deep (1- n)) (values (+ a 1) (+ b 1)))))
      (multiple-value-list (deep 20000))`;
    expect(value(code)).toBe("(20000 20001)");
  });
});

describe("a call that names keywords", () => {
  const box =
    "(defun box (a &optional (b 2) &key (width 1) (height (* 2 width) heightp)) (list a b width height heightp))";
  test.each([
    ["(box 0)", "(0 2 1 2 NIL)"],
    ["(box 0 1)", "(0 1 1 2 NIL)"],
    ["(box 0 1 :height 5)", "(0 1 1 5 T)"],
    ["(box 0 1 :height 5 :width 3)", "(0 1 3 5 T)"],
    ["(box 0 1 :width 3 :width 4)", "(0 1 3 6 NIL)"],
    ["(box 0 1 :width nil :height nil)", "(0 1 NIL NIL T)"],
    ["(let ((k :width)) (box 0 1 k 3))", "(0 1 3 6 NIL)"],
    ["(box 0 1 :color 3 :allow-other-keys t)", "(0 1 1 2 NIL)"],
    ["(apply #'box 0 1 '(:width 5))", "(0 1 5 10 NIL)"],
    ["(funcall #'box 0 1 :width 5)", "(0 1 5 10 NIL)"],
    ["(let ((n 0)) (list (box 0 1 :height (incf n) :width (incf n)) n))", "((0 1 2 1 T) 2)"],
    ["(flet ((box (&key width) (list width))) (box :width 2))", "(2)"],
  ])("%s", (form, expected) => {
    expect(value(`${box} (defun caller () ${form}) (caller)`)).toBe(expected);
  });

  test.each([
    ["(box)", "invalid number of arguments: 0"],
    ["(box 0 1 :color 3)", "nknown &KEY argument: :COLOR"],
    ["(box 0 1 :width)", "odd number of &KEY arguments"],
  ])("%s fails", (form, message) => {
    expect(value(`${box} (defun caller () ${form}) (caller)`)).toContain(message);
  });

  test("reaches what the name means when it is made", () => {
    const code = `(defun area (&key (width 1) (height 1)) (* width height))
      (defun caller () (area :height 3 :width 2))
      (list (caller)
        (progn (defun area (&key (height 1) (width 1)) (list width height)) (caller))
        (progn (defun area (&rest all) all) (caller))
        (progn (fmakunbound 'area) (handler-case (caller) (undefined-function () 'none))))`;
    expect(value(code)).toBe("(6 (2 3) (:HEIGHT 3 :WIDTH 2) NONE)");
  });

  test("is traced", () => {
    const { stdout } = evaluate(
      "(defun area (&key (width 1)) width) (defun caller () (area :width 2)) (trace area) (caller) (untrace)",
    );
    expect(stdout).toContain("(AREA :WIDTH 2)");
  });

  test("shows its frame", () => {
    const code = '(defun area (a &key (width 1) (height 2)) (error "e ~a" (list a width height)))';
    const called = `${code} (defun caller () (list (area 0 :height 3))) (caller)`;
    expect(frames(called)).toEqual(["(AREA 0 :WIDTH 1 :HEIGHT 3)", "(CALLER)"]);
    expect(frames(`${code} (apply #'area 0 '(:height 3))`)).toEqual(["(AREA 0 :WIDTH 1 :HEIGHT 3)"]);
  });

  test("recurses deeply", () => {
    const code =
      "(defun down (&key n (acc 0)) (if (= n 0) acc (1+ (down :n (1- n) :acc acc)))) (down :n 20000)";
    expect(value(code)).toBe("20000");
  });
});

describe("a local function", () => {
  test.each([
    // Called at one place, or by itself as the last thing it does.
    ["(labels ((walk (x y) (if (null x) y (walk (cdr x) (cons (car x) y))))) (walk l nil))", "(3 2 1)"],
    ["(labels ((swap (a b n) (if (= n 0) (list a b) (swap b a (1- n))))) (swap 1 2 3))", "(2 1)"],
    ["(labels ((down (n) (if (= n 0) (values 1 2) (down (1- n))))) (multiple-value-list (down 5)))", "(1 2)"],
    ["(labels ((down (n) (when (> n 0) (down (1- n))))) (list (down 5) 1))", "(NIL 1)"],
    ["(labels ((down (n) (if (= n 0) 0 (down (1- n))))) (+ (down 3) (down 4)))", "0"],
    ["(labels ((down (n) (if (= n 0) 0 (down (1- n))))) (mapcar #'down l))", "(0 0 0)"],
    ["(labels ((down (n) (if (= n 0) 0 (1+ (down (1- n)))))) (down 5))", "5"],
    [
      "(labels ((evenly (n) (if (= n 0) t (oddly (1- n)))) (oddly (n) (if (= n 0) nil (evenly (1- n))))) (evenly 7))",
      "NIL",
    ],
    ["(labels ((f (x) (if (= x 0) 'f (g (1- x)))) (g (x) (if (= x 0) 'g (g (1- x))))) (f 3))", "G"],
    ["(flet ((twice (x) (* 2 x))) (twice (twice 4)))", "16"],
    ["(flet ((twice (x) (setq x (* 2 x)) x)) (let ((x 5)) (list (twice x) x)))", "(10 5)"],
    ["(flet ((f () 7)) (f))", "7"],
    ["(flet ((f (x) (return-from f (* x 2)) 1)) (list (f 4)))", "(8)"],
    ["(block out (flet ((f (x) (return-from out (list :out x)))) (f 1) 2))", "(:OUT 1)"],
    ["(let ((n 0)) (tagbody again (flet ((f () (when (< n 3) (incf n) (go again)))) (f))) n)", "3"],
    // Variables of each call are its own.
    [
      "(labels ((walk (n fs) (if (= n 0) fs (walk (1- n) (cons (lambda () n) fs))))) (mapcar #'funcall (walk 3 nil)))",
      "(1 2 3)",
    ],
    [
      "(labels ((walk (n fs) (if (= n 0) fs (let ((m n)) (walk (1- n) (cons (lambda () (incf m)) fs)))))) (mapcar #'funcall (walk 3 nil)))",
      "(2 3 4)",
    ],
    ["(mapcar #'funcall (mapcar (lambda (y) (flet ((f (x) (lambda () (incf x)))) (f y))) l))", "(2 3 4)"],
    [
      "(let ((fs (loop for y in l collect (flet ((f (x) (lambda () (list x y)))) (f (* y y)))))) (mapcar #'funcall fs))",
      "((1 3) (4 3) (9 3))",
    ],
    // What has to be put back is.
    [
      "(let ((*print-base* 10)) (labels ((f (n) (if (= n 0) *print-base* (let ((*print-base* (1+ *print-base*))) (f (1- n)))))) (list (f 3) *print-base*)))",
      "(13 10)",
    ],
    [
      "(let ((seen nil)) (labels ((f (n) (if (= n 0) :end (unwind-protect (f (1- n)) (push n seen))))) (list (f 3) seen)))",
      "(:END (3 2 1))",
    ],
    ["(labels ((f (n) (catch 'x (if (= n 0) (throw 'x :thrown) (f (1- n)))))) (f 3))", ":THROWN"],
    [
      "(labels ((f (n) (block b (if (= n 0) (funcall (lambda () (return-from b :left))) (f (1- n)))))) (f 3))",
      ":LEFT",
    ],
    ["(labels ((f (n &optional (m 5)) (if (= n 0) m (f (1- n))))) (f 3 1))", "5"],
    ["(labels ((f (x) (declare (double-float x)) (if (> x 10d0) x (f (* x 2d0))))) (f 1d0))", "16.0d0"],
  ])("%s", answers);

  test("checks its declared parameters", () => {
    const code = (first: string, next: string) =>
      `(labels ((f (x) (declare (fixnum x)) (if (= x 0) x (f ${next})))) (f ${first}))`;
    expect(value(inside(code("(car (list 'a))", "(1- x)")))).toContain("The value A is not of type FIXNUM");
    expect(value(inside(code("1", "(cadr (list x 'a))")))).toBe(
      "The value A is not of type FIXNUM when binding X.",
    );
  });

  const shown = '(defun shown (x) (error "e ~a" x))';
  test.each([
    ["(flet ((g (y) (list y (shown y)))) (list (g (+ (car l) 1))))", ["(SHOWN 2)", "(TOP (1 2 3))"]],
    [
      "(flet ((g (y) (list y (shown y)))) (list (g (+ (car l) 1)) (g 2)))",
      ["(SHOWN 2)", "((FLET G :IN TOP) 2)", "(TOP (1 2 3))"],
    ],
    [
      "(labels ((g (y) (if (> y 3) (list y (shown y)) (g (1+ y))))) (list (g 1) (g (car l))))",
      ["(SHOWN 4)", "((LABELS G :IN TOP) 4)", "(TOP (1 2 3))"],
    ],
    [
      "(labels ((g (y) (if (> y 3) (list y (shown y)) (g (1+ y))))) (list (g (car l))))",
      ["(SHOWN 4)", "(TOP (1 2 3))"],
    ],
    [
      "(labels ((g (y) (if (> y 2) (list y (shown y)) (list (g (1+ y)))))) (list (g (car l))))",
      [
        "(SHOWN 3)",
        "((LABELS G :IN TOP) 3)",
        "((LABELS G :IN TOP) 2)",
        "((LABELS G :IN TOP) 1)",
        "(TOP (1 2 3))",
      ],
    ],
  ])("%s has SBCL's frames", (form, expected) => {
    expect(frames(`${shown} (defun top (l) ${form}) (top '(1 2 3))`)).toEqual(expected);
  });

  test("that goes round for ever stops at the deadline", () => {
    const { outcome } = evaluate("(labels ((f (n) (f (1+ n)))) (f 0))", { deadlineMs: 100 });
    expect(outcome.condition?.type).toBe("TIMEOUT");
  });
});

describe("a function of lists, symbols or tables that is called without a frame", () => {
  test.each([
    ["(append l '(4))", "(1 2 3 4)"],
    ["(append nil 5)", "5"],
    ["(append l 5)", "(1 2 3 . 5)"],
    ["(let ((copy (copy-list '(1 2 . 3)))) copy)", "(1 2 . 3)"],
    ["(list (last l) (last nil) (last '(1 2 . 3)))", "((3) NIL (2 . 3))"],
    ["(list (nth 0 l) (nth 7 l) (nthcdr 2 l) (nthcdr 3 l) (nth (expt 2 70) l))", "(1 NIL (3) NIL NIL)"],
    ["(list (reverse l) (nreverse l) (nreverse nil) (reverse v))", "((3 2 1) (3 2 1) NIL #(3 2 1))"],
    ["(getf '(:a 1 :b nil) :a)", "1"],
    ["(list (getf '(:a 1 :b nil) :b 5) (getf '(:a 1) :c) (getf '(:a 1) :c 5))", "(NIL NIL 5)"],
    [
      "(progn (setf (get 'thing 'size) 3) (list (get 'thing 'size) (get 'thing 'age) (get 'thing 'age 7)))",
      "(3 NIL 7)",
    ],
    [
      '(list (acons 1 2 \'((3 . 4))) (symbol-name \'abc) (equal \'(1 "a") (list 1 "a")))',
      '(((1 . 2) (3 . 4)) "ABC" T)',
    ],
    [
      "(let ((h (make-hash-table))) (setf (gethash 1 h) nil) (list (multiple-value-list (gethash 1 h 5)) (multiple-value-list (gethash 2 h 5)) (gethash 2 h)))",
      "((NIL T) (5 NIL) NIL)",
    ],
    ["(multiple-value-list (let ((h (make-hash-table))) (gethash 1 h)))", "(NIL NIL)"],
  ])("%s", answers);

  test.each([
    ["(defun f (x) (list (gethash 1 x))) (f 5)", ["(GETHASH 1 5)", "(F 5)"]],
    ["(defun f (x) (list (nth x '(1 2)))) (f -1)", ["(NTH -1 (1 2))", "(F -1)"]],
    ["(defun f (x) (list (append x '(1)))) (f '(1 . 2))", ["(APPEND (1 . 2) (1))", "(F (1 . 2))"]],
    ["(defun f (x) (list (symbol-name x))) (f 5)", ["(SYMBOL-NAME 5)", "(F 5)"]],
    ["(defun f (x) (list (get x 'a))) (f 5)", ["(GET 5 A)", "(F 5)"]],
  ])("%s has its frame where it fails", (code, expected) => {
    expect(frames(code)).toEqual(expected);
  });
});
