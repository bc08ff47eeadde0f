;;;; Functions that return several values, and those of the language that do.

(defun clock-time (seconds)
  (multiple-value-bind (minutes rest) (floor seconds 60)
    (multiple-value-bind (hours minutes) (floor minutes 60)
      (values hours minutes rest))))

(defun run-floor (times)
  (let ((sum 0))
    (dotimes (i times sum)
      (setf sum 0)
      (loop for second from 0 below 86400 by 61
            do (multiple-value-bind (h m s) (clock-time second)
                 (incf sum (+ h m s)))))))

(defun digits (n)
  (let ((result '()))
    (loop
      (multiple-value-bind (rest digit) (truncate n 10)
        (push digit result)
        (when (zerop rest) (return result))
        (setf n rest)))))

(defun run-truncate (times)
  (let (value)
    (dotimes (i times value)
      (setq value (loop for n from 1 to 500 sum (reduce #'+ (digits (* n n n))))))))

(defun smallest-and-largest (numbers)
  (let ((low (first numbers)) (high (first numbers)))
    (dolist (n (rest numbers))
      (when (< n low) (setf low n))
      (when (> n high) (setf high n)))
    (values low high)))

(defun extended-gcd (a b)
  (if (zerop b)
      (values a 1 0)
      (multiple-value-bind (quotient remainder) (floor a b)
        (multiple-value-bind (divisor x y) (extended-gcd b remainder)
          (values divisor y (- x (* quotient y)))))))

(defun run-extended-gcd (times)
  (let (value)
    (dotimes (i times value)
      (setq value (loop for a from 1000 to 1040
                        sum (loop for b from 50 to 70
                                  sum (multiple-value-bind (g x y) (extended-gcd a b)
                                        (+ g x y))))))))

(defun partition (list pivot)
  (labels ((walk (rest below above)
             (cond ((null rest) (values below above))
                   ((< (car rest) pivot) (walk (cdr rest) (cons (car rest) below) above))
                   (t (walk (cdr rest) below (cons (car rest) above))))))
    (walk list '() '())))

(defun sorted (list)
  (if (null list)
      '()
      (multiple-value-bind (below above) (partition (rest list) (first list))
        (append (sorted below) (list (first list)) (sorted above)))))

(defun run-partition (times)
  (let ((numbers (loop for k from 1 to 300 collect (mod (* k 7919) 1009))) value)
    (dotimes (i times (subseq value 0 5))
      (setq value (sorted numbers)))))

(defun run-min-and-max (times)
  (let ((numbers (loop for k from 1 to 1000 collect (mod (* k 7919) 1009))) value)
    (dotimes (i times value)
      (setq value (multiple-value-list (smallest-and-largest numbers))))))

(defun run-gethash-values (times)
  (let ((table (make-hash-table)) value)
    (loop for k from 0 below 200 by 2
          do (setf (gethash k table) (if (zerop (mod k 6)) nil k)))
    (dotimes (i times value)
      (let ((present 0) (missing 0))
        (dotimes (k 200)
          (multiple-value-bind (found there) (gethash k table)
            (cond (found (incf present 2))
                  (there (incf present))
                  (t (incf missing)))))
        (setq value (list present missing))))))
