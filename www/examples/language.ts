import type { Example } from "./first.js";

/** What Lisp itself is made of. */
export const languageExamples: readonly Example[] = [
  {
    title: "Closures",
    about: "Functions that keep what they have seen",
    code: `;;; Each counter keeps a count of its own.

(defun make-counter (&key (from 0) (by 1))
  (let ((count from))
    (lambda ()
      (prog1 count (incf count by)))))

(defvar *ones* (make-counter))
(defvar *tens* (make-counter :from 100 :by 10))

(list (funcall *ones*) (funcall *ones*)
      (funcall *tens*) (funcall *tens*)
      (funcall *ones*))
`,
  },
  {
    title: "Several values",
    about: "A function may return more than one value",
    code: `;;; FLOOR returns the quotient and the remainder.

(defun minutes-and-seconds (seconds)
  (floor seconds 60))

(multiple-value-bind (minutes seconds) (minutes-and-seconds 125)
  (format t "~D:~2,'0D~%" minutes seconds))

(destructuring-bind (first (second &optional third) &rest others)
    '(1 (2) 4 5 6)
  (print (list first second third others)))

(minutes-and-seconds 3671)
`,
  },
  {
    title: "Special variables",
    about: "LET changes them for all that is called meanwhile",
    code: `;;; A variable that DEFVAR has made is seen by every function;
;;; LET gives it another value until its body is done.

(defvar *indent* 0)

(defun say (text)
  (format t "~VA~A~%" *indent* "" text))

(defun outline (tree)
  (say (first tree))
  (let ((*indent* (+ *indent* 2)))
    (mapc #'outline (rest tree))))

(outline '("Lisp" ("Common Lisp" ("SBCL") ("JSCL")) ("Scheme")))
*indent*
`,
  },
  {
    title: "Macros",
    about: "New syntax: code that is written by code",
    code: `;;; A macro gets the code itself, and returns the code to run in its place.

(defmacro while (test &body body)
  \`(loop (unless ,test (return)) ,@body))

(defmacro swap (a b)
  (let ((old (gensym "OLD")))
    \`(let ((,old ,a))
       (setf ,a ,b
             ,b ,old))))

(let ((x 1) (y 100))
  (while (< x y)
    (setf x (* 2 x)))
  (swap x y)
  (print (list x y)))

(macroexpand-1 '(while (< x y) (incf x)))
`,
  },
  {
    title: "Code is data",
    about: "A program that takes derivatives of formulas",
    code: `;;; Formulas are lists, so functions can take them apart and build others.

(defun derivative (formula variable)
  (cond ((numberp formula) 0)
        ((symbolp formula) (if (eq formula variable) 1 0))
        (t (destructuring-bind (operator a b) formula
             (ecase operator
               (+ (sum (derivative a variable) (derivative b variable)))
               (* (sum (product a (derivative b variable))
                       (product (derivative a variable) b))))))))

(defun sum (a b)
  (cond ((eql a 0) b) ((eql b 0) a) (t (list '+ a b))))

(defun product (a b)
  (cond ((or (eql a 0) (eql b 0)) 0) ((eql a 1) b) ((eql b 1) a) (t (list '* a b))))

(print (derivative '(+ (* 3 (* x x)) (* 5 x)) 'x))

;; And what was built can be run.
(funcall (compile nil (list 'lambda '(x) (derivative '(* x x) 'x))) 21)
`,
  },
];
