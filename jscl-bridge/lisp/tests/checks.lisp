;;;; ASSERT, CHECK-TYPE, the exhaustive case macros.

(in-package "JSCL-MCP")

(deftest assert.true (assert (= 1 1)) nil)
(deftest assert.constants (signalled (assert (= 1 2))) (simple-error "The assertion (= 1 2) failed."))
(deftest assert.details (signalled (let ((x 1)) (assert (= x 2)))) (simple-error "The assertion (= X 2) failed with X = 1."))
(deftest assert.two-details (signalled (let ((x 5) (y 6)) (assert (> x y))))
  (simple-error "The assertion (> X Y) failed with X = 5, Y = 6."))
(deftest assert.call-detail (signalled (let ((l '(1 2))) (assert (> (car l) 3))))
  (simple-error "The assertion (> (CAR L) 3) failed with (CAR L) = 1."))
(deftest assert.message (signalled (assert nil () "custom message ~A" 5)) (simple-error "custom message 5"))
(deftest assert.condition (car (signalled (assert nil () 'type-error :datum 1 :expected-type 'string))) type-error)
(deftest assert.restarts (restarts-of (assert nil)) ((continue "Retry assertion.")))
(deftest assert.restarts-with-place (restarts-of (let ((x 1)) (assert (= x 2) (x))))
  ((continue "Retry assertion with new value for X.")))
(deftest assert.continue
    (let ((x 1) (calls 0))
      (handler-bind ((error (lambda (c) (declare (ignore c)) (setq x 2) (incf calls) (continue))))
        (assert (= x 2))
        (list x calls)))
  (2 1))
(deftest check-type.ok (let ((x 1)) (check-type x integer)) nil)
(deftest check-type.text (signalled (let ((x -1)) (check-type x (integer 0 10))))
  (simple-type-error "The value of X is -1, which is not of type (MOD 11)."))
(deftest check-type.string (signalled (let ((x 1)) (check-type x string "a nice string")))
  (simple-type-error "The value of X is 1, which is not a nice string."))
(deftest check-type.store-value
    (let ((x "a"))
      (handler-bind ((type-error (lambda (c) (store-value 5 c)))) (check-type x integer))
      x)
  5)
(deftest check-type.place
    (let ((l (list 1 "a")))
      (handler-bind ((type-error (lambda (c) (store-value 5 c)))) (check-type (second l) integer))
      l)
  (1 5))
(deftest ecase.match (ecase 2 (1 :a) ((2 3) :b)) :b)
(deftest ecase.failure (signalled (ecase 5 (1 :a) (2 :b))) (case-failure "5 fell through ECASE expression. Wanted one of (1 2)."))
(deftest ecase.t-is-a-key (signalled (ecase 1 ((2 3) 1) (t 2)))
  (case-failure "1 fell through ECASE expression. Wanted one of (2 3 T)."))
(deftest etypecase.match (etypecase 5 (string :s) (integer :i)) :i)
(deftest etypecase.failure (signalled (etypecase 5 (string :s) (symbol :y)))
  (case-failure "5 fell through ETYPECASE expression. Wanted one of (STRING SYMBOL)."))
(deftest ccase.store-value
    (let ((x 5)) (handler-bind ((type-error (lambda (c) (store-value 1 c)))) (ccase x (1 :a) (2 :b))))
  :a)
(deftest ctypecase.store-value
    (let ((x 5)) (handler-bind ((type-error (lambda (c) (store-value "s" c)))) (list (ctypecase x (string :s)) x)))
  (:s "s"))
(deftest assert.constant-arguments (signalled (assert (stringp (car '(1 2)))))
  (simple-error "The assertion (STRINGP (CAR '(1 2))) failed."))
(deftest assert.new-values
    (let ((a 1) (b 1))
      (handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart 'continue 5 5))))
        (assert (= (+ a b) 10) (a b)))
      (list a b))
  (5 5))
(deftest ccase.constant (car (signalled (ccase 5 (1 2)))) case-failure)
(deftest ecase.own-symbols (cadr (signalled (ecase 'x (here 1)))) "X fell through ECASE expression. Wanted one of (HERE).")
(deftest ecase.no-keys (cadr (signalled (ecase 5))) "The value 5 is not of type (MEMBER).")
(deftest type-name.integers
    (mapcar #'simplified-type
            '((integer 0 1) (integer 0 7) (integer 0 9) (integer -8 7) (integer 0) (integer (0) (10)) (integer * *) (mod 4)
              (unsigned-byte 8) (integer 0 0)))
  (bit (unsigned-byte 3) (mod 10) (signed-byte 4) unsigned-byte (integer 1 9) integer (unsigned-byte 2)
   (unsigned-byte 8) (integer 0 0)))
(deftest type-name.members
    (mapcar #'simplified-type '((member 1 2 3) (member 1 3) (member a 1) (eql 5) (eql a) (member t nil)))
  ((integer 1 3) (or (integer 1 1) (integer 3 3)) (or (member a) (integer 1 1)) (integer 5 5) (member a) boolean))
(deftest type-name.unions
    (mapcar #'simplified-type
            '((or null string) (or symbol string) (or cons null) (or list vector) (or integer float)
              (or (integer 0 5) (integer 6 10)) (or (integer 0 5) (integer 8 10)) (or character null integer)
              (or number string symbol)))
  ((or string null) (or string symbol) list (or list vector) (or float integer) (mod 11) (or (mod 6) (integer 8 10))
   (or character null integer) (or string number symbol)))
(deftest type-name.compounds (mapcar #'simplified-type '((cons * *) (cons integer symbol) (array * 2) (simple-array t (3))))
  (cons (cons integer symbol) (array * (* *)) (simple-vector 3)))
(deftest type-name.unions.members
    (mapcar #'simplified-type
            '((or null (member a b)) (or boolean (member a)) (or list (member a)) (or (member a) boolean integer)))
  ((member nil a b) (member t nil a) (or cons (member nil a)) (or (member a t nil) integer)))
(deftest type-name.bounded-reals
    (mapcar #'simplified-type
            '((real (0)) (real * 10) (real 1/3) (float (0) 1) (or symbol (real 0 1)) (real * *) (float *) (rational (0))))
  ((or (single-float (0.0f0)) (double-float (0.0d0)) (rational (0)))
   (or (single-float * 10.0f0) (double-float * 10.0d0) (rational * 10))
   (or (single-float 0.33333334f0) (double-float 0.3333333333333333d0) (rational 1/3))
   (or (single-float (0.0f0) 1.0f0) (double-float (0.0d0) 1.0d0))
   (or symbol (single-float 0.0f0 1.0f0) (double-float 0.0d0 1.0d0) (rational 0 1))
   real float (rational (0))))
(deftest type-name.vectors
    (mapcar #'simplified-type '((array t (3)) (array character (*)) (array * (*)) (array * (3))))
  ((vector t 3) (vector character) vector (vector * 3)))
(deftest typecase.clauses
    (mapcar (lambda (x) (typecase x (string :string) ((integer 0 5) :small) (integer :integer) ((or symbol cons) :other) (t (list x))))
            (list "a" 3 9 nil '(1) 1.5))
  (:string :small :integer :other :other (1.5)))
(deftest typecase.no-clause (list (typecase 5) (typecase 5 (string 1)) (typecase 5 (integer))) (nil nil nil))
(deftest typecase.otherwise (list (typecase 5 (string 1) (otherwise 2 3)) (typecase 5 (otherwise 1))) (3 1))
(deftest typecase.once (let ((n 0)) (typecase (incf n) (symbol 1) (integer n))) 1)
(deftest typecase.bad-clause (signalled (eval '(typecase 5 5))) (simple-error "5 -- bad clause in TYPECASE"))
