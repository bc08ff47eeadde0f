;;;; A child of the bench: reads (:load "file"), (:run "NAME" times) and (:evaluate "text") from its input,
;;;; does it, and answers with the milliseconds it took, or with a string that says why it could not. To
;;;; (:value "text") it answers = and the string that the text returns.

;;; The names of COMMON-LISP-USER are the programs'.
(defpackage "BENCH-CHILD" (:use "COMMON-LISP"))
(in-package "BENCH-CHILD")

(defun now ()
  ;; CLOCK_MONOTONIC; GET-INTERNAL-REAL-TIME moves in steps of 4 ms.
  (multiple-value-bind (seconds nanoseconds) (sb-unix::clock-gettime 1)
    (+ (* seconds 1d3) (/ nanoseconds 1d6))))

(defun milliseconds (thunk)
  (let ((start (now)))
    (funcall thunk)
    (- (now) start)))

(defun do-task (kind text &optional times)
  (milliseconds
   (ecase kind
     (:load (lambda () (load text)))
     (:run (let ((function (symbol-function (intern text :common-lisp-user))))
             (lambda () (funcall function times))))
     (:evaluate (lambda () (eval (read-from-string text)))))))

(loop with *package* = (find-package "COMMON-LISP-USER")
      for task = (read *standard-input* nil nil)
      while task
      do (let ((answer (handler-case
                           (let ((*standard-output* (make-broadcast-stream))
                                 (*error-output* (make-broadcast-stream)))
                             (handler-bind ((warning #'muffle-warning))
                               (if (eq (first task) :value)
                                   (list (eval (read-from-string (second task))))
                                   (apply #'do-task task))))
                         (error (e) (remove #\Newline (princ-to-string e))))))
           (etypecase answer
             (string (format t "~S~%" answer))
             (cons (format t "=~A~%" (substitute #\Space #\Newline (first answer))))
             (number (format t "~,6F~%" answer)))
           (finish-output)))
