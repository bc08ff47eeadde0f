;;; expt of integers
(expt 3 (expt 10 8))
;;; expt of a huge power
(integer-length (expt 7 (expt 10 12)))
;;; expt of a ratio
(expt 2/3 (expt 10 8))
;;; expt modulo
(mod (expt 3 (expt 10 9)) 1000007)
;;; expt, again and again
(loop (expt 3 100000))
;;; squaring
(let ((x 3)) (loop (setf x (* x x))))
;;; factorial
(let ((n 1)) (loop for i from 1 to 1000000 do (setf n (* n i))) (integer-length n))
;;; factorial by recursion on halves
(labels ((f (a b) (if (= a b) a (let ((m (floor (+ a b) 2))) (* (f a m) (f (1+ m) b)))))) (integer-length (f 1 10000000)))
;;; factorial by reduce
(integer-length (reduce #'* (loop for i from 1 to 1000000 collect i)))
;;; ash
(ash 1 (expt 10 12))
;;; ash, a bit less
(ash 1 (expt 10 9))
;;; ash of more than a machine word
(ash 1 (expt 10 30))
;;; fibonacci numbers
(let ((a 0) (b 1)) (loop (psetf a b b (+ a b))))
;;; gcd of huge numbers
(gcd (expt 3 3000000) (expt 5 2000000))
;;; gcd of fibonacci numbers
(let ((a 0) (b 1)) (dotimes (i 300000) (psetf a b b (+ a b))) (loop (gcd a b)))
;;; lcm in a loop
(let ((n 1)) (loop for i from 1 do (setf n (lcm n i))))
;;; isqrt of a huge number
(isqrt (expt 10 3000000))
;;; harmonic numbers
(loop for i from 1 sum (/ 1 i))
;;; rationals that grow
(let ((x 1/3)) (loop (setf x (+ (* x x) 1/7))))
;;; rationalize and rational
(let ((x 1.0d0)) (loop (rationalize (setf x (/ (+ x 1d0) 1.7d0)))))
;;; floor of huge numbers
(floor (expt 7 5000000) (expt 3 2000000))
;;; mod of huge numbers, again and again
(let ((a (expt 7 300000)) (b (expt 3 200000))) (loop (mod a b)))
;;; printing of a huge integer
(length (princ-to-string (ash 1 30000000)))
;;; printing of a huge integer in radix 7
(length (write-to-string (ash 1 30000000) :base 7))
;;; format of a huge integer
(length (format nil "~:d" (ash 1 30000000)))
;;; format of a huge integer in words
(loop (format nil "~r" (1- (expt 10 60))))
;;; value of a huge integer
(expt 2 40000000)
;;; logical operations on huge integers
(let ((a (ash 1 20000000))) (loop (logxor a (1- a))))
;;; logcount of a huge integer
(let ((a (1- (ash 1 20000000)))) (loop (logcount a)))
;;; integer-length of a huge integer
(let ((a (1- (ash 1 20000000)))) (loop (integer-length a)))
;;; ldb and dpb of a huge integer
(let ((a (ash 1 10000000))) (loop (setf a (dpb 1 (byte 3 5000000) a))))
;;; comparison of huge integers
(let ((a (ash 1 20000000)) (b (1+ (ash 1 20000000)))) (loop (< a b)))
;;; float of a huge integer, again and again
(let ((a (ash 1 1000))) (loop (float a 1d0)))
;;; floats to digits
(loop (format nil "~f ~e ~g" 1d300 1d-300 1/3))
;;; float with a million decimals
(loop (format nil "~,1000000f" 1/3))
;;; primes by trial
(loop for n from 2 count (loop for d from 2 below n never (zerop (mod n d))))
;;; modular exponentiation by multiplication
(let ((x 1)) (dotimes (i (expt 10 15) x) (setf x (mod (* x 7) 1000003))))
;;; random of a huge number
(random (ash 1 200000000))
;;; digits one by one
(let ((n (expt 7 300000)) (s 0)) (loop while (plusp n) do (multiple-value-bind (q r) (floor n 10) (setf n q) (incf s r))) s)
;;; complex powers
(let ((z #c(1 2))) (loop (setf z (* z z))))
;;; expt of a complex
(expt #c(1 2) (expt 10 8))
;;; integer-decode-float and scale
(loop (scale-float (integer-decode-float 1.5d0) 3))
