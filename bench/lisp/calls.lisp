;;;; Calls of known functions with fixnum arguments.

(defun fib (n)
  (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))

(defun run-fib (times)
  (dotimes (i times) (fib 20)))

(defun tak (x y z)
  (if (not (< y x))
      z
      (tak (tak (1- x) y z) (tak (1- y) z x) (tak (1- z) x y))))

(defun run-tak (times)
  (dotimes (i times) (tak 12 8 4)))

(defun ackermann (m n)
  (cond ((zerop m) (1+ n))
        ((zerop n) (ackermann (1- m) 1))
        (t (ackermann (1- m) (ackermann m (1- n))))))

(defun run-ackermann (times)
  (dotimes (i times) (ackermann 2 20)))
