;;;; Recursion that is not in tail position.

(defun deep (n)
  (if (= n 0) 0 (1+ (deep (1- n)))))

(defun run-recursion (times)
  (let (value)
    (dotimes (i times value)
      (setq value (deep 1000)))))

(defun run-deep-recursion (times)
  (let (value)
    (dotimes (i times value)
      (setq value (deep 10000)))))
