;; Programs beyond those of usual.lisp whose functions of the engine are in the file that an image begins
;; with: first programs that need no function of the Lisp that is elsewhere, and what programs do so often
;; that a call through another function would slow them. One program to each paragraph.

(defun f (x &optional (y 2) &key z) (list x y z))
(f 1)
(f 1 2 :z 3)

(do ((i 0 (1+ i))) ((> i 3) i) (print i))
(do* ((i 0 (1+ i)) (l '() (cons i l))) ((= i 3) l))
(catch 'done (throw 'done 1))

(destructuring-bind (a (b c) &rest d) '(1 (2 3) 4) (list a b c d))
(flet ((g (x) (* 2 x))) (mapcar #'g '(1 2)))
(macroexpand-1 '(when a b))
(in-package :cl-user)
(list (fboundp 'car) (fboundp 'nothing))
(multiple-value-list (floor 7 2))

(list 'a :b "b" #\c 1.5 2/3 #(1 2) '(1 . 2) '(quote a) #'car)
(format nil "~5,2f ~5d ~:[no~;yes~] ~10a| ~2,'0d" 3.14159 2 t "x" 7)
(format t "~&~10@a~c ~p~%" "a" #\b 2)
(write-line "a")
(prin1-to-string '(a "b"))
(princ-to-string 1.5)
(parse-integer "12")
(read-from-string "(a 'b 1.5)")

(let ((a (make-array '(3 3) :initial-element 0)) (v (make-array 3 :element-type '(unsigned-byte 8))))
  (setf (aref a 1 2) 5 (aref v 0) 1)
  (incf (aref a 1 1))
  (list (aref a 1 2) (aref v 0)))
(let ((v (make-array 0 :adjustable t :fill-pointer t))) (vector-push-extend 1 v) (length v))
(let ((bits (make-array 3 :element-type 'bit :initial-element 0))) (setf (aref bits 1) 1) bits)
(let ((v (vector 1 2 3))) (setf (svref v 0) 2) (list (svref v 0) (length v)))

(defun hypotenuse (a b)
  (declare (double-float a b))
  (sqrt (+ (* a a) (* b b))))
(hypotenuse 3d0 4d0)
(defun sum-to (n)
  (declare (fixnum n))
  (let ((sum 0)) (declare (fixnum sum)) (dotimes (i n sum) (setf sum (logand #xffff (+ sum i))))))
(sum-to 10)

(defun calculate (a b) (list (+ a b) (- a b) (* a b) (/ a b) (< a b) (> a b) (<= a b) (= a b) (max a b)))
(calculate 1.5 2.5)
(calculate 1.5d0 2.5d0)
(calculate (expt 10 20) 7)
(list (abs -3) (mod -7 2) (rem -7 2) (round 2.5) (truncate 7 2) (sqrt 2.0) (isqrt 17))
(list (logand 12 10) (logior 1 2) (ash 1 10) (ash 1024 -3) (logcount 255) (evenp 2) (plusp 1) (random 10))
(defun bits (word) (declare (type (unsigned-byte 32) word)) (list (logcount word) (logbitp 3 word)))
(bits 12345)
(list (* 1/2 2/3) (float 2 1d0))

(list (char "abc" 1) (schar "abc" 1) (char-code #\a) (code-char 97) (char-upcase #\a) (char-downcase #\A))
(list (char= #\a #\b) (alpha-char-p #\a) (digit-char-p #\7) (string= "a" "b") (string< "a" "b"))
(list (string-downcase "A") (search "b" "abc") (position #\b "abc") (symbol-name 'a) (length "abc"))
(list (alphanumericp #\a) (remove 1 '(1 2) :count 1))
(with-input-from-string (in "ab") (list (peek-char nil in) (read-char in) (read-char in) (read-char in nil)))
(with-input-from-string (in (format nil "a~%b")) (list (read-line in) (read-line in) (read-line in nil)))
(with-output-to-string (out) (write-char #\a out) (write-string "b" out))
(let ((s (make-string 3 :initial-element #\a))) (setf (char s 0) #\b) (reverse s))

(list (equal '(1 "a") '(1 "a")) (equalp "A" "a") (eql 1.0 1.0))
(list (count 1 '(1 2)) (remove 1 '(1 2)) (some #'evenp '(1 2)) (every #'oddp '(1 3)) (find-if #'evenp '(1 2)))
(list (remove-duplicates '(1 1)) (sort (vector 3 1) #'>) (sort (list "b" "a") #'string<))
(reduce #'max '(1 2))
(list (reduce #'+ '(1 2) :key #'1+ :initial-value 0) (count-if #'oddp '(1 2)) (position 2 '(1 2)))
(list (remove-if #'oddp '(1 2)) (substitute 1 2 '(1 2)) (position-if #'oddp '(1 2)) (reverse '(1 2)))
(list (find 2 '((1) (2)) :key #'car) (mismatch '(1 2) '(1 3)) (search '(2) '(1 2)) (subseq '(1 2) 0 1))
(list (last '(1 2)) (butlast '(1 2)) (nth 1 '(1 2)) (elt '(1 2) 0) (copy-list '(1 2)) (list* 1 '(2)))
(list (assoc "a" '(("a" . 1)) :test #'equal) (getf '(:a 1) :a) (mapcan #'list '(1 2)) (subseq '(1 2 3) 1))

(let ((h (make-hash-table))) (setf (gethash 1 h) 2) (maphash (lambda (k v) (print (list k v))) h)
  (remhash 1 h) (hash-table-count h))
(let ((p (list :a 1))) (setf (car p) :c) (setf (nth 1 p) 3) (pop p) (pushnew 1 p) (decf (car p)) p)

(handler-case (parse-integer "x") (error (e) (princ e)))
(warn "careful ~a" 1)

(let ((x 1) (y 2)) (declare (fixnum x)) (+ x z))

(parse-integer "x")

(the fixnum "a")

(funcall 1)

(gethash 1 2)

(error 'type-error :datum 1 :expected-type 'string)

(defun deep (n) (+ 1 (deep n)))
(deep 1)

(sqrt 'a)

(nth -1 '(1))

(list 1 2))
