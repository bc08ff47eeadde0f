;;;; Calls of known functions with fixnum arguments.

(defun fib (n)
  (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))

(defun run-fib (times)
  (let (value)
    (dotimes (i times value)
      (setq value (fib 20)))))

(defun tak (x y z)
  (if (not (< y x))
      z
      (tak (tak (1- x) y z) (tak (1- y) z x) (tak (1- z) x y))))

(defun run-tak (times)
  (let (value)
    (dotimes (i times value)
      (setq value (tak 12 8 4)))))

(defun ackermann (m n)
  (cond ((zerop m) (1+ n))
        ((zerop n) (ackermann (1- m) 1))
        (t (ackermann (1- m) (ackermann m (1- n))))))

(defun run-ackermann (times)
  (let (value)
    (dotimes (i times value)
      (setq value (ackermann 2 20)))))
