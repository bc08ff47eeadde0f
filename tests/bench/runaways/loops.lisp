;;; loop
(loop)
;;; loop while
(loop while t)
;;; loop do
(let ((n 0)) (loop do (incf n)))
;;; loop for from
(loop for i from 0 sum i)
;;; loop for on a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (loop for tail on l count tail))
;;; loop across a growing vector
(let ((v (make-array 1 :adjustable t :fill-pointer t :initial-element 0)))
  (loop for i from 0 while (< i (length v)) do (setf (fill-pointer v) 1)))
;;; do
(do () (nil))
;;; do with a step
(do ((i 0 (1+ i))) ((minusp i) i))
;;; do*
(do* ((i 0 (1+ i)) (j i (* 2 i))) ((< j i 0)))
;;; dotimes to a bignum
(let ((n 0)) (dotimes (i (expt 10 30) n) (setf n (logxor n i))))
;;; dotimes with an empty body
(dotimes (i 1000000000000))
;;; dotimes nested
(dotimes (i 1000000) (dotimes (j 1000000) (dotimes (k 1000000))))
;;; dolist over a circular list
(let ((l (list 1 2 3)) (n 0)) (setf (cdddr l) l) (dolist (x l n) (incf n x)))
;;; tagbody
(tagbody again (go again))
;;; tagbody ping-pong
(let ((n 0)) (tagbody a (incf n) (go b) b (decf n) (go a)))
;;; tagbody with a go from a closure
(let ((n 0)) (tagbody again (incf n) (funcall (lambda () (go again)))))
;;; prog
(prog ((n 0)) again (setq n (mod (1+ n) 7)) (go again))
;;; block and return-from in a loop
(loop (block inner (return-from inner 1)))
;;; catch and throw in a loop
(loop (catch 'ball (throw 'ball 1)))
;;; progv in a loop
(loop (progv '(*a* *b*) '(1 2) (symbol-value '*a*)))
;;; multiple values in a loop
(loop (multiple-value-bind (a b) (floor 7 2) (values b a)))
;;; mapc over a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (mapc #'identity l))
;;; mapcar over a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (mapcar #'1+ l))
;;; maplist over a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (maplist #'car l))
;;; mapl over a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (mapl #'identity l))
;;; mapcan that feeds itself
(let ((l (list 1 2 3))) (mapcan (lambda (x) (setf (cdr (last l)) (list x)) (list x)) l))
;;; mapcon over a circular list
(let ((l (list 1 2 3))) (setf (cdddr l) l) (mapcon (lambda (x) (list (car x))) l))
;;; waiting for an event that never comes
(let ((done nil)) (loop until done) done)
;;; waiting by the clock
(loop until (> (get-universal-time) (expt 10 12)))
;;; sleep
(sleep 1000)
;;; collatz over rationals
(let ((x 27/2)) (loop (setf x (if (integerp x) (* 3/2 x) (/ (1+ (* 3 x)) 2)) x (mod x 1000))))
;;; float accumulation that never reaches its end
(loop with x = 0.0 until (= x 1.0e9) do (incf x 1.0))
