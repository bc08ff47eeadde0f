;;;; Integers of any size, and ratios.

(defun factorial (n)
  (if (zerop n) 1 (* n (factorial (1- n)))))

(defun run-factorial (times)
  (let (value)
    (dotimes (i times (mod value 1000000007))
      (setq value (factorial 200)))))

(defun fibonacci (n)
  (loop for a = 0 then b
        and b = 1 then (+ a b)
        repeat n
        finally (return a)))

(defun run-fibonacci (times)
  (let (value)
    (dotimes (i times (mod value 1000000007))
      (setq value (fibonacci 1000)))))

(defun modular-power (base exponent modulus)
  (let ((result 1))
    (loop while (plusp exponent)
          do (when (oddp exponent)
               (setf result (mod (* result base) modulus)))
             (setf base (mod (* base base) modulus)
                   exponent (ash exponent -1)))
    result))

(defun run-modular-power (times)
  (let (value)
    (dotimes (i times value)
      (setq value (modular-power 3 (1- (expt 2 127)) (- (expt 2 130) 5))))))

(defun probably-prime-p (n)
  (and (> n 1)
       (every (lambda (base) (or (zerop (mod n base)) (= 1 (modular-power base (1- n) n))))
              '(2 3 5 7 11))))

(defun run-fermat-test (times)
  (let (value)
    (dotimes (i times value)
      (setq value (loop for n from 1000001 to 1000201 by 2
                        count (probably-prime-p n))))))

(defun run-harmonic-sum (times)
  (let (value)
    (dotimes (i times (mod (numerator value) 1000003))
      (setq value (loop for k from 1 to 60 sum (/ 1 k))))))

;;; By cofactors, over ratios.

(defun without-column (rows column)
  (mapcar (lambda (row)
            (append (subseq row 0 column) (nthcdr (1+ column) row)))
          rows))

(defun determinant (rows)
  (if (null (cdr rows))
      (caar rows)
      (loop for entry in (first rows)
            for column from 0
            for sign = 1 then (- sign)
            sum (* sign entry (determinant (without-column (rest rows) column))))))

(defun run-determinant (times)
  (let ((rows (loop for i from 1 to 5
                    collect (loop for j from 1 to 5
                                  collect (/ (+ i (* j j)) (+ i j)))))
        value)
    (dotimes (i times value)
      (setq value (determinant rows)))))

(defun digits-of-pi (count)
  (let ((q 1) (r 0) (n 3) (k 1) (tt 1) (l 3) (digits '()))
    (loop
      (cond ((< (+ (* 4 q) (- r tt)) (* n tt))
             (push n digits)
             (when (= (length digits) count)
               (return (nreverse digits)))
             (psetf q (* 10 q)
                    r (* 10 (- r (* n tt)))
                    n (- (floor (* 10 (+ (* 3 q) r)) tt) (* 10 n))))
            (t
             (psetf q (* q k)
                    r (* (+ (* 2 q) r) l)
                    tt (* tt l)
                    n (floor (+ (* q (+ 2 (* 7 k))) (* r l)) (* tt l))
                    k (1+ k)
                    l (+ l 2)))))))

(defun run-digits-of-pi (times)
  (let (digits)
    (dotimes (i times (format nil "~{~D~}" digits))
      (setq digits (digits-of-pi 40)))))

(defun run-mod-of-sums (times)
  (let (value)
    (dotimes (i times value)
      (let ((x 1) (sum 0))
        (dotimes (k 2000)
          (setf x (mod (+ (* x 1103515245) 12345) 2147483648))
          (setf sum (mod (+ sum x k) 65521)))
        (setq value sum)))))

(defun run-primes (times)
  (let (value)
    (dotimes (i times value)
      (setq value
            (loop for n from 2 to 2000
                  count (loop for d from 2 to (isqrt n)
                              never (zerop (mod n d))))))))

(defun run-collatz (times)
  (let (value)
    (dotimes (i times value)
      (setq value
            (loop for start from 1 to 500
                  maximize (loop for n = start then (if (evenp n) (/ n 2) (1+ (* 3 n)))
                                 until (= n 1)
                                 count t))))))
