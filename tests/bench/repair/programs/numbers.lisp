;;;; primes
(defun primep (n)
  (and (> n 1)
       (loop for d from 2 to (isqrt n)
             never (zerop (mod n d)))))

(defun primes-below (limit)
  (loop for n from 2 below limit
        when (primep n)
          collect n))

(list (primes-below 20) (reduce #'+ (primes-below 10)))

;;;; digits
(defun digits (n)
  (if (< n 10)
      (list n)
      (multiple-value-bind (rest last) (floor n 10)
        (append (digits rest) (list last)))))

(defun digit-sum (n)
  (reduce #'+ (digits n)))

(defun digital-root (n)
  (if (< n 10)
      n
      (digital-root (digit-sum n))))

(list (digits 4096) (digit-sum 4096) (digital-root 99999))

;;;; greatest-divisor
(defun greatest-divisor (a b)
  (if (zerop b)
      a
      (greatest-divisor b (mod a b))))

(defun least-multiple (a b)
  (/ (* a b) (greatest-divisor a b)))

(reduce #'least-multiple '(4 6 10))

;;;; power-mod
(defun square (x) (* x x))

(defun power-mod (base exponent modulus)
  (cond ((zerop exponent) 1)
        ((evenp exponent)
         (mod (square (power-mod base (floor exponent 2) modulus)) modulus))
        (t (mod (* base (power-mod base (1- exponent) modulus)) modulus))))

(list (power-mod 3 13 50) (power-mod 2 10 1000))

;;;; collatz
(defun next-collatz (n)
  (if (evenp n)
      (floor n 2)
      (1+ (* 3 n))))

(defun collatz-length (n)
  (if (= n 1)
      1
      (1+ (collatz-length (next-collatz n)))))

(defun longest-collatz (limit)
  (let ((best 1))
    (loop for n from 1 to limit
          do (when (> (collatz-length n) (collatz-length best))
               (setf best n)))
    (list best (collatz-length best))))

(longest-collatz 30)

;;;; statistics
(defun mean (numbers)
  (/ (reduce #'+ numbers) (length numbers)))

(defun variance (numbers)
  (let ((mean (mean numbers)))
    (mean (mapcar (lambda (n) (expt (- n mean) 2)) numbers))))

(defun median (numbers)
  (let* ((sorted (sort (copy-list numbers) #'<))
         (middle (floor (length sorted) 2)))
    (if (oddp (length sorted))
        (nth middle sorted)
        (/ (+ (nth (1- middle) sorted) (nth middle sorted)) 2))))

(list (mean '(2 4 4 6)) (variance '(2 4 4 6)) (median '(9 1 5 3)))

;;;; change-coins
(defun change (amount coins)
  (if (or (zerop amount) (null coins))
      '()
      (multiple-value-bind (count rest) (floor amount (first coins))
        (append (make-list count :initial-element (first coins))
                (change rest (rest coins))))))

(defun coin-count (amount)
  (length (change amount '(25 10 5 1))))

(list (change 67 '(25 10 5 1)) (coin-count 99))

;;;; binary
(defun to-binary (n)
  (if (< n 2)
      (list n)
      (append (to-binary (ash n -1)) (list (logand n 1)))))

(defun from-binary (bits)
  (reduce (lambda (value bit) (+ (* 2 value) bit)) bits))

(list (to-binary 22) (from-binary '(1 0 1 1)))

;;;; pascal
(defun next-row (row)
  (mapcar #'+ (cons 0 row) (append row '(0))))

(defun pascal (rows)
  (loop repeat rows
        for row = '(1) then (next-row row)
        collect row))

(defun binomial (n k)
  (nth k (first (last (pascal (1+ n))))))

(list (pascal 4) (binomial 6 2))

;;;; newton-root
(defun improve (guess number)
  (/ (+ guess (/ number guess)) 2))

(defun close-enough-p (guess number)
  (< (abs (- (* guess guess) number)) 1/100))

(defun root (number &optional (guess 1))
  (if (close-enough-p guess number)
      guess
      (root number (improve guess number))))

(list (root 2) (root 9 3))
