;;;; Calls the functions of COMMON-LISP with what they are not made for, and gives what is printed of it.

(defpackage "GARBAGE" (:use "COMMON-LISP"))
(defpackage "GARBAGE-OBJECT" (:use))

(defstruct (garbage::thing (:constructor garbage::make-thing (a))) a)

(defparameter garbage::*objects*
  (list nil t 5 -1 1.5 2/3 (expt 2 70) #c(1 2) #\a 'garbage::name :test "x" "NIL" '(1 2) '(1 . 2) '((a . 1) (:b 2)) (vector 1 2)
        (make-array '(2 2)) #*01 #'car (lambda (x) x) (make-hash-table) (find-package "GARBAGE-OBJECT")
        (garbage::make-thing 1) (make-condition 'simple-error :format-control "~A" :format-arguments '(1))
        (find-class 'integer) (make-string-input-stream "text") (make-broadcast-stream) #p"x"
        (copy-readtable) (make-random-state) :start :key :end))

(defvar garbage::*seed* 1)

(defun garbage::any-object ()
  (setq garbage::*seed* (mod (+ (* garbage::*seed* 1103515245) 12345) 2147483648))
  (nth (mod (ash garbage::*seed* -8) (length garbage::*objects*)) garbage::*objects*))

(defun garbage::report (condition)
  (format nil "~S ~A" (type-of condition)
          (handler-case (princ-to-string condition)
            (error (another) (format nil "without a report: ~A" (type-of another))))))

(defun garbage::contradiction-p (condition report)
  "Whether REPORT says of an object that it is not of a type that it is of. Like SBCL's, an error with other words may have any type."
  (and (typep condition 'type-error)
       (or (search "is not of type" report) (search ", not a" report))
       (ignore-errors (typep (type-error-datum condition) (type-error-expected-type condition)))))

(defun garbage::answer (function arguments)
  "The printed values of FUNCTION on ARGUMENTS, or the type and the report of the error."
  (let ((*standard-input* (make-string-input-stream "a (b) c"))
        (*print-length* 20)
        (*print-level* 5))
    (handler-case
        (let ((values (let ((*standard-output* (make-broadcast-stream)))
                        (multiple-value-list (apply function (copy-tree arguments))))))
          (let ((*print-circle* t))
            (prin1-to-string values)))
      (error (condition)
        (let ((report (garbage::report condition)))
          (format nil "~:[~;contradiction: ~]~A" (garbage::contradiction-p condition report) report))))))

(defun garbage::answers (name calls)
  "What NAME answers to each single object, and to as many CALLS with two, three, and five of them."
  (let ((function (symbol-function name))
        (*readtable* (copy-readtable))
        (garbage::*seed* 1))
    (flet ((show (arguments)
             (format t "~A~%  ~A~%" name (garbage::answer function arguments))))
      (show '())
      (dolist (object garbage::*objects*)
        (show (list object)))
      (dolist (count '(2 3 5))
        (dotimes (call calls)
          (show (loop repeat count collect (garbage::any-object))))))))

(defun garbage::form-answers (name calls)
  "What forms of the operator NAME come to, with objects as operands as they are and quoted."
  (let ((garbage::*seed* 1))
    (flet ((show (operands)
             (dolist (form (list (cons name operands)
                                 (cons name (mapcar (lambda (object) (list 'quote object)) operands))))
               (format t "~A~%  ~A~%" name (garbage::answer #'eval (list form))))))
      (show '())
      (dolist (object garbage::*objects*)
        (show (list object)))
      (dolist (count '(2 3 5 6 7))
        (dotimes (call calls)
          (show (loop repeat count collect (garbage::any-object))))))))
