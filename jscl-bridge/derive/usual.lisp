;; What a first program in a page does, one program to each paragraph. The functions of the library that run
;; here are in the file that an image begins with; those of the others come when it has answered. The extended
;; LOOP is among the others: alone it would take an eighth more.

(defun average (list)
  "The mean of a list of numbers."
  (/ (reduce #'+ list) (length list)))
(average '(1 2 3 4))
(average '())

(let* ((x 1) (y 2.5) (names '("Ada" "Grace")))
  (format t "~a and ~s, ~d: ~{~a~^, ~}~%" x y 3 names)
  (print (list :a 'b "c" #\d 1/2 1.5d0 (cons 1 2) (vector 1 2 3)))
  (* x y))

(dolist (x '(1 2 3)) (print x))
(dotimes (i 3) (princ i))

(mapcar #'1+ '(1 2 3))
(mapcar (lambda (x y) (+ x y)) '(1 2) '(3 4))
(remove-if #'oddp '(1 2 3))
(remove-if-not #'oddp '(1 2 3))
(sort (list 3 1 2) #'<)
(assoc 'b '((a . 1) (b . 2)))
(member 2 '(1 2 3))
(find 2 '(1 2 3))
(position #\b "abc")
(append '(1) '(2 3))
(reverse '(1 2 3))
(apply #'+ 1 '(2 3))
(funcall #'list 1 2)
(first '(1 2))

(defvar *table* (make-hash-table :test #'equal))
(setf (gethash "a" *table*) 1)
(incf (gethash "b" *table* 0))
(maphash (lambda (key value) (print (list key value))) *table*)
(defparameter *limit* 10)

(concatenate 'string "a" "b")
(string-upcase "abc")
(subseq "hello" 1 3)
(format nil "~r ~:d ~,2f" 42 1000000 3.14159)
(with-output-to-string (out) (princ "x" out))

(defmacro unless-zero (test &body body)
  `(if (zerop ,test) nil (progn ,@body)))
(unless-zero 1 :yes)
(cond ((> 1 2) :a) (t :b))
(case 3 (1 :one) (otherwise :many))
(when (and 1 2) (unless nil :x))
(let ((items '())) (push 1 items) (push 2 items) (nreverse items))

(defun factorial (n) (if (< n 2) 1 (* n (factorial (- n 1)))))
(factorial 30)
(labels ((fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))) (fib 10))
(values 1 2)
(let ((n 0)) (loop (when (> (incf n) 5) (return n))))
(multiple-value-bind (quotient remainder) (floor 7 2) (list quotient remainder))
(sqrt 16)
(expt 2 100)

(handler-case (/ 1 0)
  (division-by-zero (condition) (format nil "caught: ~a" condition)))
(ignore-errors (error "No ~a." 1))
(signal 'condition)
(unwind-protect 1 (print 2))
(+ 1 "two")

(car 1)

(no-such-function 1)

no-such-variable

(error "Broken: ~a" 1)

(average)

(aref (vector 1 2) 7)

(elt '(1 2) 5)

(let ((x "a")) (* x 2))

(list 1 2
