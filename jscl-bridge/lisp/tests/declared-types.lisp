;;;; Declared types are checked, in SBCL's words; constants, places and local calls as well.

(in-package "JSCL-MCP")

(defun failure (form)
  "The report of the error that FORM ends in."
  (handler-case (progn (eval form) :none)
    (error (condition) (one-line (princ-to-string condition)))))

(defun one-line (text)
  "TEXT with one space for each stretch of white space."
  (let ((space nil))
    (with-output-to-string (stream)
      (dotimes (i (length text))
        (let ((char (char text i)))
          (cond ((member char '(#\Space #\Newline)) (setq space t))
                (t (when space (write-char #\Space stream))
                   (setq space nil)
                   (write-char char stream))))))))


;;; The image's own code is compiled without checks, so the programs are evaluated.

(deftest declared.parameter
    (failure '(funcall (lambda (x) (declare (fixnum x)) x) "a"))
  "The value \"a\" is not of type FIXNUM when binding X")
(deftest declared.fits (funcall (eval '(lambda (x) (declare (fixnum x)) x)) (expt 2 60)) 1152921504606846976)
(deftest declared.interval
    (failure '(funcall (lambda (x) (declare (type (integer 0 10) x)) x) 50))
  "The value 50 is not of type (MOD 11) when binding X")
(deftest declared.keyword
    (failure '(funcall (lambda (&key (y 0)) (declare (type (or null string) y)) y) :y 1))
  "The value 1 is not of type (OR STRING NULL) when binding Y")
(deftest declared.let
    (failure '(let ((x (car (list 1)))) (declare (symbol x)) x))
  "The value 1 is not of type SYMBOL when binding X")
(deftest declared.setq
    (failure '(let ((x 1)) (declare (fixnum x)) (setq x (car (list "a"))) x))
  "The value \"a\" is not of type FIXNUM")
(deftest declared.the (failure '(the fixnum (car (list "a")))) "The value \"a\" is not of type FIXNUM")
(deftest declared.the.values (eval '(multiple-value-list (the (values integer string) (values 1 "a")))) (1 "a"))

(deftest constant.set (failure '(set nil 1)) "Nihil ex nihil. (can't set SYMBOL-VALUE of NIL)")
(deftest constant.progv (failure '(progv '(pi) '(3) pi)) "Constant modification: attempt to bind PI.")
(deftest constant.defvar (failure '(defvar pi 1)) "Cannot proclaim a CONSTANT variable SPECIAL: PI")

(deftest setf.defsetf
    (eval '(progn (defsetf middle (x) (v) `(progn (setf (second ,x) ,v) ,v))
                  (let ((l (list 1 2 3))) (list (setf (middle l) 9) l))))
  (9 (1 9 3)))
(deftest setf.modify-macro
    (eval '(progn (define-modify-macro multiplyf (n &rest more) *)
                  (let ((x 5)) (multiplyf x 3 2) x)))
  30)

(deftest local-call.flet
    (failure '(flet ((g (x) x)) (g)))
  "(FLET G) called with invalid number of arguments: 0")
(deftest local-call.lambda
    (failure '((lambda (x) x) 1 2))
  "(LAMBDA (X)) called with invalid number of arguments: 2")
