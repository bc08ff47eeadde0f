/** What FORMAT and PRINT-OBJECT print, with what they are called for. The answers are SBCL's. */
import { beforeAll, expect, test } from "vitest";
import { bootEvaluator, type Evaluator } from "./image.js";
import { evaluateAlone } from "./recorded.js";

let evaluate: Evaluator;
beforeAll(async () => {
  evaluate = await bootEvaluator();
});

const programs: [code: string, answer: string][] = [
  [
    '(defclass failing () ()) (defmethod print-object ((x failing) s) (write-string "<" s) (error "no")) (list (with-output-to-string (s) (handler-case (format s "a~Ab~Ac" 1 (make-instance \'failing)) (error () (write-string "!" s)))))',
    '("a1b<!")',
  ],
  [
    '(let ((s (make-string-output-stream))) (format s "abc~&def~%~&g~~~%") (format s "~&h~A~&" "i") (substitute #\\! #\\Newline (get-output-stream-string s)))',
    '"abc!def!g~!hi!"',
  ],
  ["(let ((*print-case* :downcase)) (format nil \"~A ~S ~A ~A\" 'foo 'bar :key nil))", '"foo bar key nil"'],
  [
    "(let ((*print-case* :capitalize)) (format nil \"~A ~A\" 'foo-bar '|mixed Case|))",
    '"Foo-Bar mixed Case"',
  ],
  [
    '(let ((*print-base* 16) (*print-radix* t)) (format nil "~A ~D ~S ~B" 255 255 255 5))',
    '"#xFF 255 #xFF 101"',
  ],
  [
    '(format nil "~D ~D ~D ~D ~D" -5 1/2 \'x #\\a 123456789012345678901234567890)',
    '"-5 1/2 X a 123456789012345678901234567890"',
  ],
  [
    '(format nil "~A~S~A~S~A" #\\a #\\a "str" "st\\"r" \'(1 "x" #\\y))',
    '"a#\\\\astr\\"st\\\\\\"r\\"(1 x y)"',
  ],
  ['(substitute #\\! #\\Newline (format nil "~{~A-~D~%~}" (quote (a 1 b 2))))', '"A-1!B-2!"'],
  [
    '(substitute #\\! #\\Newline (format nil "~{~A~^, ~}~%~~" (list 1 "two" (quote three) #\\4 5.0)))',
    '"1, two, THREE, 4, 5.0!~"',
  ],
  ['(let ((*print-readably* t)) (format nil "~A ~S" "a" "b"))', '"a \\"b\\""'],
  [
    '(defclass box () ((w :initarg :w :reader w))) (defmethod print-object ((b box) s) (format s "~S" (list *print-escape* *print-readably* *print-length* *print-level* *print-base* *print-case*))) (let ((b (make-instance \'box)) (*print-length* 7)) (list (princ-to-string b) (prin1-to-string b) (write-to-string b :length 20 :base 8 :case :downcase :escape nil) (let ((*print-base* 2)) (format nil "~A ~S" b b)) (format nil "~D" b)))',
    '("(NIL NIL 7 NIL 10 :UPCASE)" "(T NIL 7 NIL 10 :UPCASE)" "(nil nil 24 nil 10 :downcase)" "(NIL NIL 111 NIL 10 :UPCASE) (T NIL 111 NIL 10 :UPCASE)" "(NIL NIL 7 NIL 10 :UPCASE)")',
  ],
  [
    '(defclass box () ((w :initarg :w :reader w))) (defmethod print-object ((b box) s) (if *print-escape* (call-next-method) (format s "[~A]" (w b)))) (let ((b (make-instance \'box :w (make-instance \'box :w \'(1 "two" :three))))) (list (princ-to-string b) (format nil "~A ~A" b (list b b)) (char (prin1-to-string b) 2)))',
    '("[[(1 two THREE)]]" "[[(1 two THREE)]] ([[(1 two THREE)]] [[(1 two THREE)]])" #\\B)',
  ],
  [
    "(defclass box () ()) (let ((a (make-instance 'box)) (b (make-instance 'box)) (l '())) (push (char (princ-to-string a) 0) l) (eval `(defmethod print-object ((x (eql ,a)) s) (write-string \"only a\" s))) (push (princ-to-string a) l) (push (char (princ-to-string b) 0) l) (eval '(defmethod print-object ((x box) s) (write-string \"a box\" s))) (push (princ-to-string a) l) (push (princ-to-string b) l) (remove-method #'print-object (find-method #'print-object '() (list (find-class 'box) (find-class t)))) (push (char (princ-to-string b) 0) l) (push (princ-to-string a) l) (reverse l))",
    '(#\\# "only a" #\\# "only a" "a box" #\\# "only a")',
  ],
  [
    "(defclass top () ()) (defclass box () ()) (defmethod print-object ((x top) s) (write-string \"a top\" s)) (let ((b (make-instance 'box)) (l '())) (push (char (princ-to-string b) 0) l) (eval '(defclass box (top) ())) (push (princ-to-string b) l) (eval '(defclass box () ())) (push (char (princ-to-string b) 0) l) (reverse l))",
    '(#\\# "a top" #\\#)',
  ],
  [
    '(define-condition c (error) ((x :initarg :x :reader x)) (:report (lambda (c s) (format s "x is ~S, ~A" (x c) *print-escape*)))) (let ((c (make-condition \'c :x "s"))) (list (princ-to-string c) (format nil "~A|~D" c c) (char (prin1-to-string c) 0)))',
    '("x is \\"s\\", NIL" "x is \\"s\\", NIL|x is \\"s\\", NIL" #\\#)',
  ],
  [
    '(define-condition c (error) () (:report "text")) (defmethod print-object ((x c) s) (write-string "method" s)) (let ((c (make-condition \'c))) (list (princ-to-string c) (prin1-to-string c) (format nil "~A" c)))',
    '("method" "method" "method")',
  ],
  [
    "(defclass box () ((l :initarg :l :reader l))) (defmethod print-object ((b box) s) (format s \"<~A>\" (l b))) (let* ((x (list 1 2)) (*print-circle* t)) (list (princ-to-string (make-instance 'box :l (list x x))) (princ-to-string (list x (make-instance 'box :l x)))))",
    '("<(#1=(1 2) #1#)>" "(#1=(1 2) <#1#>)")',
  ],
  [
    "(defclass box () ((l :initarg :l :reader l))) (defmethod print-object ((b box) s) (let ((*print-length* 2)) (prin1 (l b) s))) (list (princ-to-string (list (make-instance 'box :l '(1 2 3 4)) '(1 2 3 4))))",
    '("((1 2 ...) (1 2 3 4))")',
  ],
  [
    "(defclass box () ()) (defmethod print-object ((b box) s) (throw 'out :thrown)) (list (catch 'out (princ-to-string (make-instance 'box))) *print-escape* (catch 'out (prin1-to-string (list (make-instance 'box)))) *print-escape*)",
    "(:THROWN T :THROWN T)",
  ],
  [
    '(defstruct p x) (defmethod print-object ((p p) s) (print-unreadable-object (p s :type t) (format s "~A" (p-x p)))) (list (princ-to-string (make-p :x "a")) (prin1-to-string (make-p :x :b)) (format nil "~S ~A" (make-p :x 1) (list (make-p :x 2))))',
    '("#<P a>" "#<P B>" "#<P 1> (#<P 2>)")',
  ],
  ['(write-to-string "abc" :escape nil)', '"abc"'],
  [
    "(list (princ-to-string (make-array 3 :element-type 'character :fill-pointer 2 :initial-element #\\z)) (with-output-to-string (s) (write-string \"hello\" s :start 1 :end 3) (write-string (make-array 5 :element-type 'character :fill-pointer 4 :initial-element #\\y) s)))",
    '("zz" "elyyyy")',
  ],
];

test.each(programs)("%s", (code, answer) => {
  expect(evaluateAlone(evaluate, code).answer).toBe(answer);
});
