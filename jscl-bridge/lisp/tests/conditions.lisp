;;;; Conditions, handlers, signalling.

(in-package "JSCL-MCP")

(define-condition test-error (error)
  ((code :initarg :code :reader test-code)
   (note :initarg :note :initform (list 1 2) :accessor test-note))
  (:default-initargs :code 42)
  (:report (lambda (condition stream) (format stream "Code was ~A" (test-code condition)))))

(define-condition test-error-below (test-error) ())
(define-condition test-silent (test-error) () (:report "static report"))
(define-condition test-shared () ((cell :allocation :class :initform 7 :initarg :cell :reader test-cell)))

(deftest condition.report (princ-to-string (make-condition 'test-error)) "Code was 42")
(deftest condition.report.inherited (princ-to-string (make-condition 'test-error-below :code 1)) "Code was 1")
(deftest condition.report.string (princ-to-string (make-condition 'test-silent)) "static report")
(deftest condition.initform (test-note (make-condition 'test-error)) (1 2))
(deftest condition.accessor
    (let ((c (make-condition 'test-error))) (setf (test-note c) 3) (test-note c))
  3)
(deftest condition.typep
    (let ((c (make-condition 'test-error-below)))
      (list (typep c 'test-error) (typep c 'error) (typep c 'condition) (typep c 'warning)
            (typep c '(or warning error)) (typep c '(and error (not warning)))))
  (t t t nil t t))
(deftest condition.print.type-error
    (flet ((printed (&rest arguments)
             (let ((text (prin1-to-string (apply #'make-condition 'simple-type-error arguments))))
               (subseq text 0 (or (position #\{ text) (length text))))))
      (list (printed :datum 5 :expected-type 'list :format-control "a")
            (printed :datum 5 :format-control "a")
            (printed)))
  ("#<SIMPLE-TYPE-ERROR expected-type: LIST datum: 5>" "#<SIMPLE-TYPE-ERROR \"a\" " "#<SIMPLE-TYPE-ERROR "))
(deftest condition.class (class-name (class-of (make-condition 'test-error))) test-error)
(deftest condition.type-of (type-of (make-condition 'test-error)) test-error)
(deftest condition.class-slot
    (let ((a (make-condition 'test-shared)))
      (make-condition 'test-shared :cell 9)
      (test-cell a))
  9)
(deftest condition.default-report (princ-to-string (make-condition 'program-error))
  "Condition PROGRAM-ERROR was signalled.")
(deftest condition.unknown-type (signalled (make-condition 'nope-condition))
  (simple-type-error "NOPE-CONDITION does not designate a condition class."))
(deftest condition.unbound-slot
    (progn (define-condition test-unbound (error) ((a :reader test-unbound-a)))
           (signalled (test-unbound-a (make-condition 'test-unbound))))
  (simple-error "Unbound condition slot: A"))
(deftest condition.redefinition
    (progn (define-condition test-redefined (error) ((a :initarg :a :reader test-redefined-a)))
           (let ((old (make-condition 'test-redefined :a 1)))
             (define-condition test-redefined (error)
               ((b :initarg :b :reader test-redefined-b) (a :initarg :a :reader test-redefined-a)))
             (list (test-redefined-a old)
                   (typep old 'test-redefined)
                   (test-redefined-b (make-condition 'test-redefined :a 1 :b 2)))))
  (1 t 2))
(deftest condition.redefinition-reaches-subtypes
    (progn (define-condition test-above (error) () (:report "one"))
           (define-condition test-below (test-above) ())
           (define-condition test-above (error) () (:report "two"))
           (princ-to-string (make-condition 'test-below)))
  "two")
(deftest condition.print-object
    (progn (define-condition test-printed (error) ())
           (defmethod print-object ((c test-printed) stream) (write-string "<printed>" stream))
           (list (princ-to-string (make-condition 'test-printed)) (prin1-to-string (make-condition 'test-printed))))
  ("<printed>" "<printed>"))

(deftest handler-case.value (handler-case (+ 1 2) (error () :no)) 3)
(deftest handler-case.clause (handler-case (error 'test-error :code 5) (test-error (c) (test-code c))) 5)
(deftest handler-case.order (handler-case (error "x") (type-error () 1) (simple-error () 2) (error () 3)) 2)
(deftest handler-case.values (handler-case (values 1 2) (error () nil)) 1 2)
(deftest handler-case.no-error (handler-case (values 1 2) (error () nil) (:no-error (a b) (list b a))) (2 1))
(deftest handler-case.no-error-not-run (handler-case (error "x") (error () :handled) (:no-error (x) x)) :handled)
(deftest handler-case.nested
    (handler-case (handler-case (error "inner") (type-error () :wrong)) (simple-error () :outer))
  :outer)
(deftest handler-case.rethrow
    (handler-case (handler-case (error "first") (error (c) (error "second: ~A" c)))
      (error (c) (princ-to-string c)))
  "second: first")
(deftest handler-bind.declines
    (let ((seen '()))
      (handler-case
          (handler-bind ((error (lambda (c) (declare (ignore c)) (push :inner seen))))
            (handler-bind ((error (lambda (c) (declare (ignore c)) (push :innermost seen))))
              (error "x")))
        (error () (reverse seen))))
  (:innermost :inner))
(deftest handler-bind.outer-clusters-only
    (let ((depth 0))
      (handler-case
          (handler-bind ((error (lambda (c) (declare (ignore c)) (incf depth) (error "again"))))
            (error "x"))
        (error (c) (list depth (princ-to-string c)))))
  (1 "again"))
(deftest handler-bind.same-cluster-not-reentered
    (let ((seen '()))
      (handler-case
          (handler-bind ((simple-error (lambda (c) (declare (ignore c)) (push 1 seen) (error 'test-error)))
                         (test-error (lambda (c) (declare (ignore c)) (push 2 seen))))
            (error "x"))
        (error () seen)))
  (1))
(deftest handler-bind.compound-type
    (handler-case (handler-bind (((or type-error simple-error) (lambda (c) (error 'test-error :note c)))) (error "x"))
      (test-error () :converted))
  :converted)
(deftest ignore-errors.values (multiple-value-bind (v c) (ignore-errors (error "i ~A" 1)) (list v (princ-to-string c)))
  (nil "i 1"))
(deftest signal.unhandled (signal "nobody ~A" 1) nil)
(deftest signal.condition (handler-case (signal 'test-shared) (test-shared () :seen)) :seen)
(deftest error.condition-object
    (let ((c (make-condition 'simple-condition :format-control "not an error")))
      (handler-case (error c) (condition (d) (eq c d))))
  t)
(deftest error.bad-datum (handler-case (error 5) (type-error (c) (type-error-datum c))) 5)
(deftest error.text (signalled (error "plain ~A ~S" "a" "b")) (simple-error "plain a \"b\""))
(deftest warn.muffled
    (handler-bind ((warning #'muffle-warning)) (warn "w") :done)
  :done)
(deftest warn.text
    ;; Without handlers: the engine muffles the warnings of an evaluation.
    (let ((*handler-clusters* '())
          (*error-output* (make-string-output-stream)))
      (warn "careful ~A" 1)
      (get-output-stream-string *error-output*))
  "WARNING: careful 1
")
(deftest warn.bad (signalled (warn 'error)) (simple-type-error "ERROR does not designate a WARNING class"))
(deftest cerror.continue
    (handler-bind ((error (lambda (c) (declare (ignore c)) (continue)))) (list (cerror "go" "err") :after))
  (nil :after))
(deftest debugger-hook
    (block hook
      (let ((*handler-clusters* '())
            (*debugger-hook* (lambda (condition hook)
                               (return-from hook (list (princ-to-string condition) (functionp hook) *debugger-hook*)))))
        (error "to the hook")))
  ("to the hook" t nil))
(deftest break-on-signals
    (block hook
      (let* ((*debugger-hook* nil)
             (*break-on-signals* 'test-error))
        (handler-bind ((simple-condition (lambda (c) (declare (ignore c)) (return-from hook :not-offered))))
          (signal "other"))
        :passed))
  :not-offered)

(deftest text.type-error
    (let ((condition (make-condition 'type-error :datum 42 :expected-type 'list)))
      (list (condition-message condition) (princ-to-string condition)))
  ("The value 42 is not of type LIST."
   "The value
  42
is not of type
  LIST"))
(deftest data.long-objects
    (condition-message (make-condition 'type-error :expected-type 'number
                                                   :datum '(1 2 3 4 5 6 7 8 9 10 (a (b (c (d (e))))) 12 13 14)))
  "The value (1 2 3 4 5 6 7 8 9 10 (A (B (C (D #)))) 12 ...) is not of type NUMBER.")
(deftest text.division (princ-to-string (make-condition 'division-by-zero :operation '/ :operands '(1 0)))
  "arithmetic error DIVISION-BY-ZERO signalled
Operation was (/ 1 0).")
(deftest text.index
    (princ-to-string (make-condition 'invalid-array-index-error :array (vector 1 2 3) :datum 10 :expected-type '(mod 3)))
  "Invalid index 10 for (SIMPLE-VECTOR 3), should be a non-negative integer below 3.")
(deftest text.case-failure (signalled (case-failure 'ecase 5 '(member 1 2) '(1 2)))
  (case-failure "5 fell through ECASE expression. Wanted one of (1 2)."))
(deftest precedence.reader
    (remove-if-not (lambda (name) (memq name '(simple-reader-error reader-error parse-error stream-error error
                                               serious-condition simple-condition condition)))
                   (layout-precedence (find-condition-layout 'simple-reader-error)))
  (simple-reader-error reader-error parse-error stream-error error serious-condition simple-condition condition))
(deftest data.slots
    (getf (condition-data (make-condition 'type-error :datum "a" :expected-type 'list)) :slots)
  ((datum "\"a\"") (expected-type "LIST") (context "NIL")))
(deftest data.report-that-errs
    (progn (define-condition test-bad-report (error) () (:report (lambda (c s) (error "in report"))))
           (stringp (condition-message (make-condition 'test-bad-report))))
  t)

(defmacro syntax-error-of (form)
  "The type and the report of the error that the macro of FORM signals."
  `(signalled (macroexpand-1 ',form)))

(deftest signal.no-designator (signalled (apply 'signal (list 5)))
  (simple-type-error "5 does not designate a condition class."))
(deftest signal.literal-no-designator (signalled (signal 5))
  (simple-type-error "Value of 5 in (SIGNAL 5) is 5, not a (OR STRING FUNCTION SYMBOL CONDITION SB-PCL::CONDITION-CLASS)."))
(deftest cerror.control (car (signalled (cerror nil "x"))) simple-type-error)
(deftest break.control (car (signalled (break 'error))) simple-type-error)
(deftest define-condition.name (syntax-error-of (define-condition 5 (error) ()))
  (simple-error "The NAME argument to DEFINE-CONDITION, 5, is not a symbol."))
(deftest define-condition.slot-option (syntax-error-of (define-condition c (error) ((a :bogus 1))))
  (simple-error "unknown slot option:
  :BOGUS"))
(deftest define-condition.slot-spec (syntax-error-of (define-condition c (error) ((a :initarg))))
  (simple-error "malformed condition slot spec:
  (A :INITARG)."))
(deftest define-condition.two-initforms (syntax-error-of (define-condition c () ((a :initform 1 :initform 2))))
  (simple-error "more than one :INITFORM in (A :INITFORM 1 :INITFORM 2)"))
(deftest define-condition.unknown-parent (signalled (eval '(define-condition test-orphan (test-no-such-parent) ())))
  (simple-type-error "Class not yet defined: TEST-NO-SUCH-PARENT"))
(deftest define-condition.report-by-name
    (progn (define-condition test-named-report (error) () (:report test-reporter))
           (defun test-reporter (condition stream) (declare (ignore condition)) (write-string "named" stream))
           (princ-to-string (make-condition 'test-named-report)))
  "named")
(deftest define-condition.generic-reader
    (progn (define-condition test-read (error) ((code :initarg :code :accessor test-read-code)))
           (let ((condition (make-condition 'test-read :code 1)))
             (setf (test-read-code condition) 2)
             (list (test-read-code condition)
                   (typep #'test-read-code 'generic-function)
                   (car (signalled (test-read-code 5))))))
  (2 t no-applicable-method-error))
(deftest define-condition.shared-reader
    (progn (define-condition test-shared-1 (error) ((a :initarg :a :reader test-shared)))
           (define-condition test-shared-2 (error) ((b :initarg :b :reader test-shared)))
           (list (test-shared (make-condition 'test-shared-1 :a 1)) (test-shared (make-condition 'test-shared-2 :b 2))))
  (1 2))
(deftest reader.unbound (signalled (test-shared (make-condition 'test-shared-1)))
  (simple-error "Unbound condition slot: A"))
(deftest handler-case.clauses
    (list (syntax-error-of (handler-case 1 (error x)))
          (car (syntax-error-of (handler-case 1 (error))))
          (car (syntax-error-of (handler-case 1 5))))
  ((simple-error "Malformed HANDLER-CASE lambda-list. Should be either () or (symbol), not X.")
   arg-count-error type-error))
(deftest data.printer-variables
    (let ((*print-base* 16) (*print-length* 1) (*print-case* :downcase))
      (condition-message (make-condition 'simple-error :format-control "~A ~S" :format-arguments '(255 (a b)))))
  "255 (A B)")
(deftest data.restart-test-that-errs
    (restart-case (mapcar #'car (butlast (restart-data (make-condition 'error))
                                         (- (length (compute-restarts (make-condition 'warning))) 1)))
      (sound () 1)
      (broken () :test (lambda (condition) (if (typep condition 'warning) nil (car 5))) 1))
  (sound))

;;; The exits of HANDLER-CASE and RESTART-CASE.

(deftest handler-case.only-no-error (multiple-value-list (handler-case (values 1 2) (:no-error (a b) (values b a)))) (2 1))
(deftest handler-case.nested
    (handler-case (handler-case (error "inner") (warning () :wrong))
      (error (c) (handler-case (error c) (error () :right))))
  :right)
(deftest handler-case.handler-runs-outside
    (let ((seen '()))
      (list (handler-case
                (handler-bind ((error (lambda (c) (push (princ-to-string c) seen) (error "second"))))
                  (handler-case (error "first") (warning () :wrong)))
              (error (c) (princ-to-string c)))
            seen))
  ("second" ("first")))
(deftest handler-case.again
    (let ((results '()))
      (dotimes (i 3 (nreverse results))
        (push (handler-case (if (oddp i) (error "odd") i) (error () :odd)) results)))
  (0 :odd 2))
(deftest handler-case.recursive
    (labels ((descend (n)
               (handler-case (if (= n 0) (error 'test-error :code :bottom) (list (descend (1- n))))
                 (test-error (c) (list n (test-code c))))))
      (descend 2))
  (((0 :bottom))))
(deftest handler-case.unwinds
    (let ((order '()))
      (handler-case (unwind-protect (error "x") (push :cleanup order))
        (error () (push :clause order)))
      order)
  (:clause :cleanup))
(deftest handler-case.exit-from-clause-of-outer
    (catch 'out (handler-case (unwind-protect (throw 'out 1) (ignore-errors (error "x"))) (error () 2)))
  1)
(deftest handler-case.compound-type
    (handler-case (error 'type-error :datum 1 :expected-type 'list)
      ((and error (not type-error)) () 1)
      ((or warning type-error) () 2))
  2)
(deftest restart-case.recursive
    (labels ((descend (n)
               (restart-case (if (= n 0) (invoke-restart (second (compute-restarts)) :given) (list (descend (1- n))))
                 (out (value) (list n value)))))
      (descend 2))
  ((1 :given)))
(deftest restart-case.wrong-count
    (restart-case (handler-case (invoke-restart 'out 1 2) (program-error () :refused)) (out (value) value))
  :refused)
(deftest restart-case.optional (restart-case (invoke-restart 'out 1) (out (a &optional (b 2)) (list a b))) (1 2))
(deftest restart-case.clauses
    (mapcar (lambda (name) (restart-case (invoke-restart name 1) (one (x) (list :one x)) (two (x) (list :two x)))) '(one two))
  ((:one 1) (:two 1)))
(deftest restart-case.function-called
    (restart-case (funcall (restart-slots-function (slots-of (find-restart 'out))) 3) (out (x) (list x)))
  (3))
(deftest make-condition.first-counts (test-code (make-condition 'test-error :code 1 :code 2)) 1)
(define-condition test-counted-condition (error)
  ((made :initarg :made :reader test-made-by) (each :initform (list 1) :reader test-each)
   (all :allocation :class :initarg :all :initform 0 :reader test-all))
  (:default-initargs :made :default))
(deftest make-condition.defaults
    (let ((one (make-condition 'test-counted-condition)) (two (make-condition 'test-counted-condition :made 2 :all 5)))
      (list (test-made-by one) (test-made-by two) (eq (test-each one) (test-each two)) (test-all one)))
  (:default 2 nil 5))
(define-condition test-read-often (error) ((a :initarg :a :reader test-often-a) (b :initarg :b :reader test-often-b)))
(define-condition test-read-often-below (test-read-often) ((c :initarg :c :reader test-often-c)))
(deftest condition-reader.redefined
    (let ((one (make-condition 'test-read-often :a 1 :b 2)) (other (make-condition 'test-read-often-below :a 3 :b 4 :c 5)))
      (flet ((all () (list (test-often-a one) (test-often-b one) (test-often-b other) (test-often-c other))))
        (let ((before (list (all) (all))))
          (define-condition test-read-often (error)
            ((b :initarg :b :reader test-often-b) (a :initarg :a :reader test-often-a) (d :initarg :d :reader test-often-d)))
          (list before (all) (test-often-a (make-condition 'test-read-often :a 7)) (car (signalled (test-often-d one)))
                (car (signalled (test-often-a (make-condition 'test-read-often :b 8))))))))
  (((1 2 4 5) (1 2 4 5)) (1 2 4 5) 7 simple-error simple-error))
