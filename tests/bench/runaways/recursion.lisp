;;; tail recursion
(defun spin (n) (spin (1+ n))) (spin 0)
;;; mutual recursion
(defun ping (n) (pong (1+ n))) (defun pong (n) (ping (1- n))) (ping 0)
;;; labels
(labels ((a (n) (b n)) (b (n) (c n)) (c (n) (a n))) (a 1))
;;; deep recursion
(defun deep (n) (1+ (deep (1+ n)))) (deep 0)
;;; deep mutual recursion
(defun up (n) (list (down n))) (defun down (n) (list (up n))) (up 0)
;;; deep recursion that starts again
(defun deep (n) (if (> n 1000) 0 (1+ (deep (1+ n))))) (loop (deep 0))
;;; exponential recursion
(defun fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 90)
;;; ackermann
(defun ack (m n) (cond ((= m 0) (1+ n)) ((= n 0) (ack (1- m) 1)) (t (ack (1- m) (ack m (1- n)))))) (ack 4 2)
;;; hanoi
(defun hanoi (n a b c) (when (> n 0) (hanoi (1- n) a c b) (hanoi (1- n) c b a))) (hanoi 64 'a 'b 'c)
;;; recursion by apply
(defun again (&rest args) (apply #'again (reverse args))) (again 1 2 3)
;;; recursion by funcall of itself
(let ((f nil)) (setf f (lambda () (funcall f))) (funcall f))
;;; y combinator
((lambda (f) (funcall f f)) (lambda (f) (funcall f f)))
;;; recursion through mapcar
(defun tree (n) (mapcar #'tree (list (1+ n) (1+ n)))) (tree 0)
;;; recursion through sort
(defun sorted (x) (sort (list 2 1) (lambda (a b) (sorted (+ a b)) (< a x)))) (sorted 1)
;;; recursion that conses
(defun grow (l) (grow (cons l l))) (grow nil)
;;; continuation passing
(defun k+ (n k) (if (< n 0) (funcall k n) (k+ (1+ n) (lambda (x) (funcall k (1+ x)))))) (k+ 0 #'identity)
;;; queens by force
(defun perms (l) (if (null l) '(()) (mapcan (lambda (x) (mapcar (lambda (p) (cons x p)) (perms (remove x l)))) l)))
(length (perms '(1 2 3 4 5 6 7 8 9 10 11 12 13)))
;;; recursion in a setf function
(defun (setf it) (v) (setf (it) (1+ v))) (setf (it) 1)
;;; recursion in a default
(defun by-default (&optional (x (by-default))) x) (by-default)
