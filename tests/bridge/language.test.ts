/** Special operators and standard macros, each by what it evaluates to in the real image. */
import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

/** Forms and the printed values of the last one. */
const programs: Record<string, [code: string, ...values: string[]][]> = {
  "blocks and returns": [
    ["(block b (return-from b (values 1 2)) 3)", "1", "2"],
    ["(block a (block b (return-from a 1)) 2)", "1"],
    ["(let ((r 0)) (block b (setq r 1) (return-from b) (setq r 2)) r)", "1"],
    [
      "(block b (mapc (lambda (x) (when (= x 2) (return-from b (values x :found)))) '(1 2 3)) :none)",
      "2",
      ":FOUND",
    ],
    ["(list (block nil (dolist (x '(1 2 3)) (when (evenp x) (return x)))))", "(2)"],
    ["(defun early (x) (when x (return-from early :yes)) :no) (list (early t) (early nil))", "(:YES :NO)"],
    [
      "(let ((k (block b (lambda () (return-from b 1))))) (handler-case (funcall k) (control-error () :dead)))",
      ":DEAD",
    ],
  ],
  "tagbody and go": [
    ["(let ((i 0)) (tagbody again (incf i) (when (< i 5) (go again))) i)", "5"],
    [
      "(let ((r '())) (tagbody (go b) a (push :a r) (go c) b (push :b r) (go a) c (push :c r)) (nreverse r))",
      "(:B :A :C)",
    ],
    ["(let ((i 0)) (tagbody top (funcall (lambda () (when (< (incf i) 3) (go top))))) i)", "3"],
    ["(let ((x 0)) (tagbody 1 (incf x) (if (< x 3) (go 1) (go 2)) (setq x 100) 2) x)", "3"],
    ["(tagbody)", "NIL"],
  ],
  "catch, throw and unwind-protect": [
    ["(catch 'a (catch 'b (throw 'a (values 1 2))) 3)", "1", "2"],
    ["(let ((r '())) (catch 'x (unwind-protect (throw 'x 1) (push :cleanup r))) r)", "(:CLEANUP)"],
    ["(let ((r '())) (block b (unwind-protect (return-from b 1) (push 1 r) (push 2 r))) r)", "(2 1)"],
    ["(unwind-protect (values 1 2) 3)", "1", "2"],
    ['(let ((l \'())) (ignore-errors (unwind-protect (error "x") (push :done l))) l)', "(:DONE)"],
    ["(block b (unwind-protect (return-from b 1) (return-from b 2)))", "2"],
  ],
  variables: [
    ["(let ((x 1)) (let ((x 2) (y x)) (list x y)))", "(2 1)"],
    ["(let* ((x 1) (y (+ x 1))) (list x y))", "(1 2)"],
    ["(defvar *v* 1) (defun v () *v*) (list (let ((*v* 2)) (v)) (v))", "(2 1)"],
    ["(defvar *v* 1) (let ((*v* 2)) (catch 'out (let ((*v* 3)) (throw 'out 1))) *v*)", "2"],
    [
      "(let ((fs '())) (dotimes (i 3) (let ((j i)) (push (lambda () (incf j)) fs))) (mapcar #'funcall fs))",
      "(3 2 1)",
    ],
    ["(progv '(a b) '(1) (list (symbol-value 'a) (boundp 'b)))", "(1 NIL)"],
    ["(symbol-macrolet ((x (car l))) (let ((l (list 1 2))) (setq x 9) (list x l)))", "(9 (9 2))"],
    ["(let ((x 1)) (declare (special x)) (let ((x 2)) (list x (locally (declare (special x)) x))))", "(2 1)"],
    ["(let ((a 1) (b 2)) (psetq a b b a) (list a b))", "(2 1)"],
    ["(let ((n 0)) (list n (incf n) n (incf n) n))", "(0 1 1 2 2)"],
  ],
  "functions and lambda lists": [
    [
      "(defun o (a &optional (b (1+ a) bp) &rest r) (list a b bp r)) (list (o 1) (o 1 2 3))",
      "((1 2 NIL NIL) (1 2 T (3)))",
    ],
    [
      "(defun k (&key (a 1 ap) ((:bee b) 2)) (list a ap b)) (list (k) (k :a 5 :bee 6))",
      "((1 NIL 2) (5 T 6))",
    ],
    ["((lambda (&key a &allow-other-keys) a) :b 2 :a 1)", "1"],
    ["((lambda (x &aux (y (* x 2))) (list x y)) 3)", "(3 6)"],
    ["(flet ((f (x) (* x 2))) (flet ((f (x) (1+ (f x)))) (f 5)))", "11"],
    [
      "(labels ((even? (n) (if (= n 0) t (odd? (1- n)))) (odd? (n) (if (= n 0) nil (even? (1- n))))) (even? 101))",
      "NIL",
    ],
    [
      "(defun (setf second-thing) (v l) (setf (cadr l) v)) (let ((l (list 1 2))) (setf (second-thing l) 9) l)",
      "(1 9)",
    ],
    ["(funcall (let ((n 0)) (lambda () (incf n))))", "1"],
    ["(apply #'list 1 2 '(3 4))", "(1 2 3 4)"],
    ["(multiple-value-call #'list (values 1 2) 3 (values) (values 4 5))", "(1 2 3 4 5)"],
  ],
  "multiple values": [
    ["(multiple-value-bind (a b c) (floor 7 2) (list a b c))", "(3 1 NIL)"],
    ["(multiple-value-list (values))", "NIL"],
    ["(let (a b) (multiple-value-setq (a b) (values 1 2)) (list a b))", "(1 2)"],
    ["(nth-value 1 (floor 7 2))", "1"],
    ["(multiple-value-prog1 (values 1 2) 3)", "1", "2"],
    ["(list (values 1 2))", "(1)"],
    ["(if t (values 1 2) 3)", "1", "2"],
    ["(let ((x 1)) (cond ((values nil 2)) (t (values x 3))))", "1", "3"],
  ],
  macros: [
    [
      "(defmacro my-or (a b) (let ((g (gensym))) `(let ((,g ,a)) (if ,g ,g ,b)))) (let ((g 5)) (my-or nil g))",
      "5",
    ],
    ["(macrolet ((twice (x) `(list ,x ,x))) (twice 1))", "(1 1)"],
    ["(defmacro w (&body body) `(progn ,@body)) (w 1 2)", "2"],
    ["(defmacro d ((a &optional (b 2)) &key c) `'(,a ,b ,c)) (d (1) :c 3)", "(1 2 3)"],
    ["(destructuring-bind (a (b &rest c) . d) '(1 (2 3 4) 5 6) (list a b c d))", "(1 2 (3 4) (5 6))"],
    ["(macroexpand-1 '(unless a b))", "(IF A NIL B)", "T"],
  ],
  places: [
    ["(let ((l (list 1 2 3))) (setf (first l) 9 (third l) 7) l)", "(9 2 7)"],
    ["(let ((a (make-array 3 :initial-element 0))) (incf (aref a 1) 5) a)", "#(0 5 0)"],
    [
      "(let ((h (make-hash-table))) (push 1 (gethash :a h)) (push 2 (gethash :a h)) (gethash :a h))",
      "(2 1)",
      "T",
    ],
    ["(let ((p (list :a 1))) (setf (getf p :b) 2) (incf (getf p :a)) p)", "(:B 2 :A 2)"],
    ["(let ((a 1) (b 2) (c 3)) (rotatef a b c) (list a b c))", "(2 3 1)"],
    ["(let ((a 1) (b 2)) (list (shiftf a b 9) a b))", "(1 2 9)"],
    ["(let ((i 0) (v (vector 1 2 3))) (incf (svref v (incf i)) 10) (list i v))", "(1 #(1 12 3))"],
    ["(let (a b) (setf (values a b) (floor 7 2)) (list a b))", "(3 1)"],
    ["(let ((l (list 1 2))) (list (pop l) l))", "(1 (2))"],
  ],
  numbers: [
    ["(+ 2147483647 1)", "2147483648"],
    ["(* 99999999999 99999999999)", "9999999999800000000001"],
    ["(- 9007199254740991 -1)", "9007199254740992"],
    ["(list (/ 6 4) (+ 1/2 1/2) (* 1.5 2) (+ 0.5 0.5))", "(3/2 1 3.0 1.0)"],
    ["(list (< 1 2 3) (< 1 3 2) (= 1 1.0) (/= 1 2))", "(T NIL T T)"],
    ["(let ((x most-positive-fixnum)) (> (1+ x) x))", "T"],
    ["(* 0 -5)", "0"],
    ["(defun fact (n) (if (< n 2) 1 (* n (fact (1- n))))) (fact 20)", "2432902008176640000"],
  ],
  loops: [
    ["(do ((i 0 (1+ i)) (acc '() (cons i acc))) ((= i 3) acc))", "(2 1 0)"],
    ["(do* ((i 0 (1+ i)) (j i i)) ((= i 3) j))", "3"],
    ["(loop for i from 1 to 3 for x in '(a b c) collect (list i x))", "((1 A) (2 B) (3 C))"],
    ["(loop with n = 0 while (< n 3) do (incf n) finally (return n))", "3"],
    ["(prog ((i 0)) top (incf i) (when (< i 4) (go top)) (return i))", "4"],
    ["(let ((s 0)) (dotimes (i 5 s) (when (= i 3) (return s)) (incf s i)))", "3"],
  ],
  "order of evaluation": [
    [
      "(let ((l '())) (flet ((n (x) (push x l) x)) (list (n 1) (+ (n 2) (n 3)) (if (n 4) (n 5) (n 6)))) (nreverse l))",
      "(1 2 3 4 5)",
    ],
    ["(let ((x 1)) (list x (setq x 2) x (let ((y x)) (setq x 3) y) x))", "(1 2 2 2 3)"],
    ["(let ((x 1)) (+ x (progn (setq x 10) x) x))", "21"],
    // The function is looked for when its arguments are there.
    ["(list (late-one (progn (defun late-one (x &key y) (list :late x y)) 1) :y 2))", "((:LATE 1 2))"],
  ],
};

describe.each(Object.entries(programs))("%s", (_name, cases) => {
  test.each(cases)("%s", (code, ...values) => {
    const { outcome } = evaluate(code);
    expect(outcome.condition?.message).toBeUndefined();
    expect(outcome.values).toEqual(values);
  });
});

/** Programs that SBCL refuses, with the condition's type and the restarts in front of ABORT. */
const refused: [code: string, type: string, ...restarts: string[]][] = [
  ["(defun car (x) x)", "SYMBOL-PACKAGE-LOCKED-ERROR", "CONTINUE"],
  ["(defmacro when (x) x)", "SYMBOL-PACKAGE-LOCKED-ERROR", "CONTINUE"],
  ["(fmakunbound 'list)", "SYMBOL-PACKAGE-LOCKED-ERROR", "CONTINUE"],
  ["(progn (defconstant +fixed+ 1) (defconstant +fixed+ 2))", "DEFCONSTANT-UNEQL", "CONTINUE"],
  ["(in-package 5)", "SIMPLE-TYPE-ERROR"],
  ["(apply #'+ 1)", "TYPE-ERROR"],
  ["(progv '(5) '(1) 1)", "TYPE-ERROR"],
  ["(progv '(nil) '(1) 1)", "SIMPLE-ERROR"],
  ["(progv '(:key) '(1) 1)", "SIMPLE-ERROR"],
  ["(progv 5 '(1) 1)", "TYPE-ERROR"],
  ["(setf (no-such-place 1) 2)", "UNDEFINED-FUNCTION", "CONTINUE", "USE-VALUE", "RETURN-VALUE"],
];

test.each(refused)("%s is refused", (code, type, ...restarts) => {
  const { condition } = evaluate(code).outcome;
  expect(condition?.type).toBe(type);
  expect(condition?.restarts.map(({ name }) => name)).toEqual(expect.arrayContaining([...restarts, "ABORT"]));
});

test("a handler of storage conditions takes an exhausted stack", () => {
  const { outcome } = evaluate(
    "(defun endless (x) (1+ (endless x))) (handler-case (endless 1) (storage-condition () :caught))",
  );
  expect(outcome.values).toEqual([":CAUGHT"]);
  expect(evaluate("(+ 1 2)").outcome.values).toEqual(["3"]);
});

const frames = (code: string): string[] =>
  (evaluate(code).outcome.condition?.frames ?? []).map(({ text }) => text);

/** A call chain stays exact after anything the callers did before: branches, loops, exits, bindings. */
describe("backtraces after", () => {
  const bodies: Record<string, string> = {
    "a branch that called": "(when x (list (length y))) (fail x)",
    "a branch not taken": "(if (consp y) (fail x) (list 1))",
    "a loop with calls": "(dotimes (i 3) (string-upcase y)) (fail x)",
    "a loop that ends in the call": "(dolist (i '(1 2)) (when (= i 2) (fail x)))",
    "a caught throw": "(catch 'k (mapc (lambda (z) (throw 'k z)) '(1 2))) (fail x)",
    "a local exit": "(block b (when x (return-from b 1)) (length y)) (fail x)",
    "a remote exit": "(block b (mapc (lambda (z) (return-from b z)) '(1))) (fail x)",
    "a cleanup": "(unwind-protect (length y) (string-upcase y)) (fail x)",
    "a special binding": "(let ((*print-base* 8)) (princ-to-string x)) (fail x)",
    "a handled error": '(ignore-errors (error "inner")) (fail x)',
    "slow arithmetic": "(+ 1.5 2) (* 100000000000 100000000000) (fail x)",
    "a closure": "(funcall (lambda () (list 1))) (fail x)",
    "an assigned parameter": "(setq x (list x)) (length y) (fail (car x))",
    "a tagbody": "(tagbody (go b) a (length y) (go c) b (go a) c) (fail x)",
  };
  test.each(Object.entries(bodies))("%s", (_name, body) => {
    const code = `(defun fail (n) (error "at ~a" n)) (defun middle (x y) ${body} (list x y))
      (defun outer (z) (list (middle z ${body.includes("consp") ? "'(1)" : '"abc"'})))`;
    evaluate(code);
    const argument = body.includes("consp") ? "(1)" : '"abc"';
    expect(frames("(outer 7)").slice(0, 3)).toEqual([
      "(FAIL 7)",
      `(MIDDLE ${body.startsWith("(setq") ? "(7)" : "7"} ${argument})`,
      "(OUTER 7)",
    ]);
  });

  test("a leaf function shows itself under the operator that failed", () => {
    evaluate("(defun leaf (a b) (if (eq a b) (car a) (+ a b)))");
    expect(frames("(leaf 1 1)")).toEqual(["(CAR 1)", "(LEAF 1 1)"]);
    expect(frames('(leaf 1 "x")')).toEqual(['(+ 1 "x")', '(LEAF 1 "x")']);
  });

  test("arguments are shown in every kind of lambda list", () => {
    evaluate('(defun many (a &optional (b 5) &rest r) (setq a 0) (error "many ~a" (list a b r)))');
    expect(frames("(many 1 2 3 4)")).toEqual(["(MANY 0 2 3 4)"]);
    expect(frames("(many 1)")).toEqual(["(MANY 0 5)"]);
    evaluate('(defun keyed (a &key b) (error "keyed ~a ~a" a b))');
    expect(frames("(keyed 1 :b 2)")).toEqual(["(KEYED 1 :B 2)"]);
  });
});
