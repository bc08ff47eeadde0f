/** Exits, and what finds where they lead: CATCH and THROW, handlers, restarts, dispatch. SBCL's answers. */
import { beforeAll, describe, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";
import { evaluateAlone } from "./recorded.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const programs: Record<string, [code: string, answer: string][]> = {
  "a THROW inside of its CATCH": [
    ["(multiple-value-list (catch 'a (if t (throw 'a (values 1 2)) 3)))", "(1 2)"],
    ["(list (catch 'a (throw 'a (throw 'a 1)) 2))", "(1)"],
    ["(list (catch 'a (list (catch 'a (throw 'a 1)) 2)))", "((1 2))"],
    ["(list (catch 'a (catch 'b (throw 'a 1)) 2))", "(1)"],
    ["(let ((tag 'a)) (list (catch 'a (catch tag (throw 'a 1)) 2)))", "(2)"],
    ["(let ((tag 'b)) (list (catch 'a (catch tag (throw 'a 1)) 2)))", "(1)"],
    ["(let ((l '())) (list (catch 'a (unwind-protect (throw 'a 1) (push :c l))) l))", "(1 (:C))"],
    ["(list (catch 'a (unwind-protect (throw 'a 1) (throw 'a 2))))", "(2)"],
    ["(defvar *s* 1) (list (catch 'a (let ((*s* 2)) (throw 'a *s*))) *s*)", "(2 1)"],
    ["(let ((n 0)) (list (loop (incf n) (catch 'a (when (< n 3) (throw 'a 1)) (return n)))))", "(3)"],
    ["(list (catch 'a (funcall (lambda () (throw 'a 1))) 2))", "(1)"],
    [
      "(defun up (x) (catch 'a (mapc (lambda (y) (when y (throw 'a y))) x) :none)) (list (up '(nil 2)))",
      "(2)",
    ],
    ["(defun f (n) (catch 'a (if (= n 0) (throw 'a 0) (throw 'a (1+ (f (1- n))))))) (list (f 10))", "(10)"],
    ["(list (catch 'a (handler-case (throw 'a 1) (error () 2)) 3))", "(1)"],
    ["(list (catch nil (throw nil 1)))", "(1)"],
    [
      "(list (handler-case (progn (catch 'a 1) (throw 'a 2)) (control-error (c) (princ-to-string c))))",
      '("attempt to THROW to a tag that does not exist: A")',
    ],
    [
      "(defun g () (throw 'a 1)) (list (catch 'a (catch 'b (g)) 2) (handler-case (g) (control-error () :none)))",
      "(1 :NONE)",
    ],
  ],
  "a RETURN-FROM of a local function that stands where it is called": [
    ["(flet ((f () (return-from f 15) 35)) (list (f)))", "(15)"],
    ["(flet ((f () (when (car '(1)) (return-from f 15)) 35)) (list (f)))", "(15)"],
    ["(labels ((f () (list (return-from f 15)))) (list (f)))", "(15)"],
    ["(flet ((f () (dotimes (i 10) (when (= i 5) (return-from f i))) 35)) (list (f)))", "(5)"],
    ["(flet ((f () (mapc (lambda (x) (return-from f x)) '(1 2)) 35)) (list (f)))", "(1)"],
    ["(flet ((f () (return-from f (values 1 2)) 35)) (multiple-value-list (f)))", "(1 2)"],
    ["(flet ((f () (rem 1 (min 0 (return-from f 17))))) (list (f)))", "(17)"],
    [
      "(flet ((f () (let ((n 0)) (tagbody a (incf n) (when (< n 5) (go a)) (return-from f n))))) (list (f)))",
      "(5)",
    ],
  ],
  "exits that functions return to who throws them": [
    [
      '(block b (handler-bind ((error (lambda (c) (declare (ignore c)) (return-from b :left)))) (error "x")) :not)',
      ":LEFT",
    ],
    [
      '(let ((n 0)) (block nil (tagbody again (handler-bind ((error (lambda (c) (declare (ignore c)) (if (< n 3) (go again) (return n))))) (incf n) (error "x")))))',
      "3",
    ],
    [
      "(list (catch 'a (handler-bind ((error (lambda (c) (throw 'a (princ-to-string c))))) (error \"x ~a\" 1)) 2))",
      '("x 1")',
    ],
    [
      "(list (handler-bind ((error (lambda (c) (catch 'a (throw 'a c)) (invoke-restart 'r (catch 'b (throw 'b 2)))))) (restart-case (error \"x\") (r (v) (list :r v)))))",
      "((:R 2))",
    ],
    [
      '(let ((l \'())) (list (block b (handler-bind ((error (lambda (c) (declare (ignore c)) (unwind-protect (return-from b :left) (push :handler l))))) (unwind-protect (error "x") (push :body l)))) (reverse l)))',
      "(:LEFT (:HANDLER :BODY))",
    ],
    [
      "(let ((l '())) (handler-bind ((error (lambda (c) (declare (ignore c)) (push :outer l) (invoke-restart 'r)))) (handler-bind ((error (lambda (c) (declare (ignore c)) (push :inner l) nil))) (restart-case (error \"x\") (r () (push :r l))))) (reverse l))",
      "(:INNER :OUTER :R)",
    ],
    [
      "(list (handler-case (handler-bind ((error (lambda (c) (declare (ignore c)) (error 'type-error :datum 1 :expected-type 'string)))) (error \"x\")) (type-error () :type) (error () :other)))",
      "(:TYPE)",
    ],
    [
      '(list (handler-bind ((error (lambda (c) (handler-case (error "inner ~a" c) (error (d) (invoke-restart \'r (princ-to-string d))))))) (restart-case (error "x") (r (v) v))))',
      '("inner x")',
    ],
    [
      '(let ((n 0)) (list (handler-bind ((warning #\'muffle-warning) (warning (lambda (c) (declare (ignore c)) (incf n)))) (warn "x") (warn "y") :done) n))',
      "(:DONE 0)",
    ],
    ['(list (handler-bind ((error \'continue)) (cerror "go" "x") :gone))', "(:GONE)"],
    [
      "(multiple-value-list (restart-bind ((r (lambda (x) (values x (1+ x))))) (invoke-restart 'r 1)))",
      "(1 2)",
    ],
    [
      '(let ((l \'())) (handler-case (list (push 1 l) (error "x") (push 2 l)) (error () (push 3 l))) l)',
      "(3 1)",
    ],
    [
      '(let ((l \'())) (handler-case (error "~a ~a" (push 1 l) (push 2 l)) (error (c) (princ-to-string c))))',
      '"(1) (2 1)"',
    ],
    [
      '(list (handler-case (funcall #\'error "x") (error () 1)) (handler-case (apply \'error "~a" \'(1)) (error (c) (princ-to-string c))))',
      '(1 "1")',
    ],
    [
      '(defun err (x) (declare (notinline error)) (error "~a" x)) (list (handler-case (err 1) (error (c) (princ-to-string c))))',
      '("1")',
    ],
    [
      "(defun f (x) (handler-case (handler-case (error x) (type-error () :inner)) (simple-error () :outer) (error () :any))) (list (f \"x\") (f 'type-error) (f 'program-error))",
      "(:OUTER :INNER :ANY)",
    ],
    [
      '(defvar *s* 1) (defun f () (handler-case (let ((*s* 2)) (error "~a" *s*)) (error (c) (list *s* (princ-to-string c))))) (f)',
      '(1 "2")',
    ],
    [
      '(defun f (n) (handler-case (if (= n 0) (error "deep") (1+ (f (1- n)))) (type-error () 0))) (list (handler-case (f 3000) (error (c) (princ-to-string c))))',
      '("deep")',
    ],
    [
      '(let ((l \'())) (list (handler-case (unwind-protect (error "x") (push :cleanup l)) (error () (push :clause l))) l))',
      "((:CLAUSE :CLEANUP) (:CLAUSE :CLEANUP))",
    ],
    [
      '(list (signal "x") (handler-case (signal \'error) (error () 1)) (handler-case (progn (signal "x") 2) (condition () 3)))',
      "(NIL 1 3)",
    ],
    [
      '(let ((h nil)) (handler-bind ((error (lambda (c) (declare (ignore c)) (setq h (find-restart \'r))))) (restart-case (handler-case (error "x") (error () 1)) (r () 2))) (list (null h)))',
      "(T)",
    ],
    [
      '(list (block b (funcall (lambda () (handler-bind ((error (lambda (c) (declare (ignore c)) (dolist (x \'(1 2)) (when (= x 2) (return-from b x)))))) (error "x"))))))',
      "(2)",
    ],
    [
      "(list (handler-case (error 'undefined-function :name 'nothing) (undefined-function (c) (cell-error-name c))))",
      "(NOTHING)",
    ],
    ["(list (handler-case (error 1) (type-error (c) (type-error-datum c))))", "(1)"],
    [
      "(let ((l '())) (restart-case (invoke-restart 'r 1 2) (r (a b) (push (list a b) l))) (restart-case (invoke-restart 's) (s () :report \"s\" (push :s l))) (restart-case (invoke-restart 'q 1 :k 2) (q (a &key k) (push (list a k) l))) (reverse l))",
      "((1 2) :S (1 2))",
    ],
    ['(list (restart-case (invoke-restart \'r 5) (r (x) (declare (type fixnum x)) "text" (* x 2))))', "(10)"],
    [
      "(list (handler-case (restart-case (invoke-restart 'r 1) (r () 2)) (program-error () :count)))",
      "(:COUNT)",
    ],
    [
      '(defun f () (handler-case (error "x") (error () 1))) (trace error) (let ((*trace-output* (make-broadcast-stream))) (list (f)))',
      "(1)",
    ],
  ],
  "local functions that are left": [
    [
      "(defun f (tree) (block b (labels ((w (x) (cond ((consp x) (+ (w (car x)) (w (cdr x)))) ((eql x 7) (return-from b (list :found x))) (t 0)))) (list :sum (w tree))))) (list (f '(1 (2 7) 3)) (f '(1 2)))",
      "((:FOUND 7) (:SUM 0))",
    ],
    [
      "(defun f (n) (let ((l '())) (list (catch 'a (labels ((g (x) (catch 'b (when (= x 2) (throw 'b :b)) (when (= x 4) (throw 'a x)) (push x l) (push (g (1+ x)) l) :end))) (g n))) (reverse l)))) (list (f 0) (f 3))",
      "((:END (0 1 :B :END)) (4 (3)))",
    ],
    [
      "(defun f (n) (let ((l '())) (list (block b (labels ((g (x) (unwind-protect (if (= x 2) (return-from b :left) (g (1+ x))) (push x l)))) (g n))) l))) (f 0)",
      "(:LEFT (0 1 2))",
    ],
    [
      "(defun f (n) (let ((l '())) (list (block b (labels ((g (x) (if (= x 2) (return-from b :left) (1+ (g (1+ x)))))) (unwind-protect (g n) (push :cleanup l)))) l))) (f 0)",
      "(:LEFT (:CLEANUP))",
    ],
    [
      "(defun f () (let ((l '())) (list (block b (labels ((g (x) (if (= x 2) (return-from b :left) (g (1+ x))))) (unwind-protect (g 0) (push (block b (g 1)) l)))) l))) (f)",
      "(:LEFT NIL)",
    ],
    [
      "(defvar *s* 0) (defun f (n) (list (block b (labels ((g (x) (let ((*s* x)) (if (= x 3) (return-from b *s*) (1+ (g (1+ x))))))) (g n))) *s*)) (f 1)",
      "(3 0)",
    ],
    [
      "(defun call (g x) (funcall g x)) (defun f (l) (block b (labels ((g (x) (cond ((consp x) (call (lambda (y) (dolist (z y) (g z))) x)) ((eql x 3) (return-from b :three))))) (g l) :none))) (list (f '(1 (2 (3)))) (f '(1)))",
      "(:THREE :NONE)",
    ],
    [
      "(defun f (v) (block b (flet ((less (a b) (when (or (eql a 3) (eql b 3)) (return-from b :three)) (< a b))) (sort v (lambda (a b) (less a b)))))) (list (f (vector 2 1)) (f (vector 3 1)))",
      "(#(1 2) :THREE)",
    ],
    [
      "(defun f (n) (let ((l '())) (tagbody (flet ((out (x) (push x l) (if (evenp x) (go even) (go odd)))) (push (out n) l)) even (push :even l) odd (push :odd l)) (reverse l))) (list (f 1) (f 2))",
      "((1 :ODD) (2 :EVEN :ODD))",
    ],
    [
      "(defun f (n) (block b (labels ((g (x) (labels ((h (y) (cond ((= y 0) (return-from b :zero)) ((= y 1) (g 5)) ((= y 2) (return-from g :two)) (t (h (1- y)))))) (if (> x 4) (return-from b :five) (list :h (h x)))))) (list :g (g n))))) (list (f 0) (f 1) (f 2) (f 3) (f 5))",
      "(:ZERO :FIVE (:G :TWO) (:G :TWO) :FIVE)",
    ],
    [
      '(defun f (n) (block b (labels ((g (x) (handler-case (if (= x 0) (return-from b :zero) (if (= x 1) (error "one") (list (g (- x 2))))) (error (c) (princ-to-string c))))) (list :g (g n))))) (list (f 0) (f 1) (f 2) (f 3))',
      '(:ZERO (:G "one") :ZERO (:G ("one")))',
    ],
    [
      '(defun f (n) (block b (flet ((out (x) (return-from b (list :out x)))) (handler-bind ((error (lambda (c) (out (princ-to-string c))))) (if (= n 0) (error "zero") n))))) (list (f 0) (f 1))',
      '((:OUT "zero") 1)',
    ],
    [
      "(defun f (n) (multiple-value-list (block b (labels ((g (x) (if (= x 0) (return-from b (values 1 2 3)) (values (g (1- x)) 7)))) (g n))))) (list (f 0) (f 3))",
      "((1 2 3) (1 2 3))",
    ],
    [
      "(let ((l '())) (block b (flet ((out (x) (when (= x 2) (return-from b nil)) (push x l) x)) (list (out 1) (out 2) (out 3)))) l)",
      "(1)",
    ],
    [
      "(let ((l '())) (block b (flet ((out (x) (when (> x 2) (return-from b nil)) x)) (let ((n 0)) (loop (if (and (< (out n) 5) (or (null l) (out n))) (push n l)) (incf n))))) l)",
      "(2 1 0)",
    ],
    [
      "(defun f (n) (block b (labels ((g (x &optional (y (if (= x 2) (return-from b :default) x)) &key (z 1)) (if (= x 0) (list y z) (g (1- x))))) (g n)))) (list (f 0) (f 1) (f 3))",
      "((0 1) (0 1) :DEFAULT)",
    ],
    [
      "(defun f (n) (block b (flet ((g (x) (if (= x 1) (return-from b :one) (values x (1+ x))))) (multiple-value-bind (p q) (g n) (list p q (multiple-value-call #'list (g (1+ n)) (g n))))))) (list (f 0) (f 1) (f 2))",
      "(:ONE :ONE (2 3 (3 4 2 3)))",
    ],
    [
      "(defun f (n) (block b (labels ((g (x) (if (= x 0) (return-from b :deep) (1+ (g (1- x)))))) (g n)))) (f 30000)",
      ":DEEP",
    ],
    [
      "(defun f (n) (catch 'done (labels ((ev (x) (if (= x 0) (throw 'done :even) (od (1- x)))) (od (x) (if (= x 0) (throw 'done :odd) (list (ev (1- x)))))) (list (ev n))))) (list (f 6) (f 7))",
      "(:EVEN :ODD)",
    ],
    [
      "(let ((k nil)) (block b (labels ((g () (return-from b 1))) (setq k (lambda () (list (g)))))) (list (handler-case (funcall k) (control-error () :gone))))",
      "(:GONE)",
    ],
    [
      "(list (handler-case (labels ((g (x) (if (= x 0) (throw 'nobody 1) (list (g (1- x)))))) (g 2)) (control-error (c) (princ-to-string c))))",
      '("attempt to THROW to a tag that does not exist: NOBODY")',
    ],
    [
      "(defun f (tag) (catch 'a (labels ((g (x) (catch tag (if (= x 0) (throw 'a :thrown) (list (g (1- x))))))) (list :g (g 2))))) (list (f 'a) (f 'b))",
      "((:G ((:THROWN))) :THROWN)",
    ],
    [
      "(defun f (n) (block b (let ((r (flet ((g (x) (if (= x 1) (return-from b :one) x))) (setq n (g n)) (g (1+ n))))) (list :r r)))) (list (f 0) (f 1) (f 2))",
      "(:ONE :ONE (:R 3))",
    ],
    [
      "(defun f (l) (let ((l2 '())) (list (dolist (x l :none) (flet ((found (y) (push y l2) (return y))) (when (evenp x) (found x)) (push :next l2))) l2))) (list (f '(1 3)) (f '(1 2 3)))",
      "((:NONE (:NEXT :NEXT)) (2 (2 :NEXT)))",
    ],
    [
      "(defun f (n) (block b (labels ((g (x) (restart-case (if (= x 0) (return-from b :zero) (list (g (1- x)))) (r () 1)))) (g n)))) (list (f 2) (find-restart 'r))",
      "(:ZERO NIL)",
    ],
  ],
  "clauses of handlers and restarts": [
    ["(list (handler-case (values 1 2) (error () 3)))", "(1)"],
    ["(multiple-value-list (handler-case (values 1 2) (error () 3)))", "(1 2)"],
    [
      '(list (handler-case (error "x") (warning () 1) (simple-error (c) (princ-to-string c)) (error () 3)))',
      '("x")',
    ],
    [
      '(list (handler-case (handler-case (error "inner") (error () (error "outer"))) (error (c) (princ-to-string c))))',
      '("outer")',
    ],
    [
      '(defun r (n) (handler-case (if (= n 0) (error "x") (1+ (r (1- n)))) (error () n))) (list (r 3))',
      "(3)",
    ],
    ["(block nil (handler-case (return 1) (error () 2)))", "1"],
    ["(list (handler-case (signal 'error) (error () 1)) (signal 'error))", "(1 NIL)"],
    ["(list (restart-case (invoke-restart 'r 1 2) (r (a &optional b) (list a b))))", "((1 2))"],
    ["(list (restart-case (restart-case (invoke-restart 'r) (s () 1)) (r () 2)))", "(2)"],
    [
      "(list (handler-case (invoke-restart 'gone) (control-error (c) (princ-to-string c))))",
      '("No restart GONE is active.")',
    ],
    [
      "(let ((k nil)) (restart-case (setq k (find-restart 'r)) (r () 1)) (list (handler-case (invoke-restart k) (control-error () :gone))))",
      "(:GONE)",
    ],
    [
      '(list (handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart \'use-value 7)))) (+ 1 (restart-case (parse-integer "x") (use-value (v) v)))))',
      "(8)",
    ],
    ['(list (ignore-errors (parse-integer "2x")) (nth-value 1 (ignore-errors 1)))', "(NIL NIL)"],
    [
      '(let ((l \'())) (handler-case (unwind-protect (parse-integer "x") (push 1 l)) (error () (push 2 l))) l)',
      "(2 1)",
    ],
    [
      "(let ((*break-on-signals* nil)) (list (handler-case (car 1) (type-error (c) (type-error-datum c)))))",
      "(1)",
    ],
  ],
  "printing by methods and reports": [
    [
      '(define-condition oops (error) ((a :initarg :a :reader a)) (:report (lambda (c s) (format s "~S ~A" (a c) *print-escape*)))) (list (princ-to-string (make-condition \'oops :a :b)))',
      '(":B NIL")',
    ],
    [
      '(defclass box () ((w :initarg :w))) (defmethod print-object ((b box) s) (format s "<~S ~S ~S>" (slot-value b \'w) *print-escape* *print-base*)) (let ((b (make-instance \'box :w \'(1 "a")))) (list (princ-to-string b) (prin1-to-string b) (write-to-string b :base 2) *print-escape*))',
      '("<(1 \\"a\\") NIL 10>" "<(1 \\"a\\") T 10>" "<(1 \\"a\\") T 10>" T)',
    ],
    [
      "(defclass nest () ((i :initarg :i))) (defmethod print-object ((n nest) s) (format s \"[~A]\" (slot-value n 'i))) (list (princ-to-string (make-instance 'nest :i (make-instance 'nest :i 1))))",
      '("[[1]]")',
    ],
    [
      '(defclass bad () ()) (defmethod print-object ((b bad) s) (declare (ignorable s)) (error "no")) (list (handler-case (princ-to-string (make-instance \'bad)) (error () (list *print-escape* *print-readably*))))',
      "((T NIL))",
    ],
    [
      '(defclass c () ()) (defmethod print-object ((x c) s) (format s "~S" *print-case*)) (list (let ((*print-case* :downcase)) (princ-to-string (make-instance \'c))))',
      '(":downcase")',
    ],
  ],
  "generic functions that were called": [
    [
      "(defgeneric kind (x)) (defmethod kind (x) (declare (ignore x)) :any) (list (kind 1) (progn (defmethod kind ((x integer)) :integer) (kind 1)) (progn (defmethod kind ((x (eql 1))) :one) (kind 1)) (kind 2))",
      "(:ANY :INTEGER :ONE :INTEGER)",
    ],
    [
      '(defgeneric two (a b) (:method (a b) (declare (ignore a b)) 0) (:method ((a integer) (b string)) 1) (:method ((a string) (b integer)) 2)) (list (two 1 "") (two "" 1) (two 1 1) (two 1 "") (two \'x nil))',
      "(1 2 0 1 0)",
    ],
    [
      "(defgeneric last-of (a b c)) (defmethod last-of (a b (c integer)) (declare (ignore a b)) c) (defmethod last-of (a b (c symbol)) (declare (ignore a b c)) :symbol) (list (last-of 1 2 3) (last-of 1 2 'x) (last-of 1 2 3))",
      "(3 :SYMBOL 3)",
    ],
    [
      "(defgeneric of (x) (:method (x) (type-of x))) (defmethod of ((x number)) :number) (list (loop repeat 3 collect (loop for x in (list 1 1.0 'a \"b\" #\\c 1/2 (list 1) (vector) #'car (find-package :cl)) count (eq (of x) :number))))",
      "((3 3 3))",
    ],
    [
      "(defclass a () ()) (defclass b (a) ()) (defgeneric who (x) (:method ((x a)) :a)) (let ((b (make-instance 'b))) (list (who b) (progn (defmethod who ((x b)) (list :b (call-next-method))) (who b)) (handler-case (who 1) (error () :none))))",
      "(:A (:B :A) :NONE)",
    ],
    [
      "(defgeneric one (x) (:method (x) x)) (list (handler-case (one) (error () :few)) (handler-case (one 1 2) (error () :many)))",
      "(:FEW :MANY)",
    ],
    [
      "(defgeneric g (x) (:method ((x integer)) (return-from g :left))) (list (g 1) (eq #'g (progn (g 2) #'g)))",
      "(:LEFT T)",
    ],
  ],
};

describe.each(Object.entries(programs))("%s", (_, cases) => {
  test.each(cases)("%s", (code, answer) => {
    expect(evaluateAlone(evaluate, code).answer).toBe(answer);
  });
});

test("expansions that are typed again check what they get", () => {
  for (const form of [
    "(jscl-mcp::%catch-clause 1 2)",
    "(jscl-mcp::%chosen-clause nil)",
    "(jscl-mcp::%clause-values 'x)",
    "(jscl-mcp::%handler-clauses 1)",
    "(jscl-mcp::%establish-restarts 1 nil)",
    "(jscl-mcp::%establish-restarts (jscl-mcp::%restart-clauses) 1)",
  ]) {
    const { condition } = evaluate(form).outcome;
    expect([form, condition?.precedence.includes("COMMON-LISP:TYPE-ERROR")]).toEqual([form, true]);
  }
  const twice =
    "(let ((x (jscl-mcp::%handler-clauses '(warning)))) (jscl-mcp::%catch-clause x (jscl-mcp::%catch-clause x 1)))";
  expect(evaluate(twice).outcome.condition?.precedence).toContain("COMMON-LISP:CONTROL-ERROR");
  expect(evaluate('(handler-case (error "x") (error () :still))').outcome.values).toEqual([":STILL"]);
});

test("an error of the library has the frames of what signals it", () => {
  const { condition } = evaluate(
    '(defun number-in (text) (list (parse-integer text))) (number-in "x")',
  ).outcome;
  expect(condition?.frames.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      '(PARSE-INTEGER "x" :START 0 :END NIL :RADIX 10 :JUNK-ALLOWED NIL)',
      '(NUMBER-IN "x")',
    ]),
  );
});
