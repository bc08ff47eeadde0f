;;;; SB-RT: tests as lists of the values that a form is to return, after R. Waters, "Some useful Lisp
;;;; algorithms: part 1" (1991), where the interface is described.

(in-package "JSCL-MCP")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (unless (find-package "SB-RT")
    (make-package "SB-RT" :use '("COMMON-LISP")))
  (sb-impl::exported
   "SB-RT"
   '("*CATCH-ERRORS*" "*COMPILE-TESTS*" "*DO-TESTS-WHEN-DEFINED*" "*EXPECTED-FAILURES*" "*PRINT-CIRCLE-ON-FAILURE*"
     "*TEST*" "CONTINUE-TESTING" "DEFTEST" "DO-TEST" "DO-TESTS" "GET-TEST" "PENDING-TESTS" "REM-ALL-TESTS"
     "REM-TEST")))

(in-package "SB-RT")

(defvar *test* nil "The name of the test that was defined or run last.")
(defvar *do-tests-when-defined* nil)
(defvar *compile-tests* nil "Whether the form of a test is compiled.")
(defvar *catch-errors* t "Whether an error fails a test, and is no error.")
(defvar *expected-failures* nil "Names of tests that may fail.")
(defvar *print-circle-on-failure* nil)

(defstruct (entry (:constructor new-entry (name form expected)))
  name form expected (pending t))

(defvar *entries* '() "In the order in which they were defined.")
(defvar *testing* nil)

(defun find-entry (name)
  (find name *entries* :key #'entry-name :test #'equal))

(defun known-entry (name)
  (or (find-entry name)
      (error "~S is not the name of a test." name)))

(defun add-entry (name form expected)
  (let ((present (find-entry name)) (new (new-entry name form expected)))
    (cond (present
           (warn "Redefining test ~S" name)
           (setq *entries* (substitute new present *entries*)))
          (t (setq *entries* (append *entries* (list new)))))
    (when *do-tests-when-defined*
      (do-entry new *standard-output*))
    (setq *test* name)))

(defmacro deftest (name form &rest expected)
  "Defines a test: FORM is to return the values EXPECTED."
  `(add-entry ',name ',form ',expected))

(defun get-test (&optional (name *test*))
  (let ((entry (known-entry name)))
    (list* 'deftest name (entry-form entry) (entry-expected entry))))

(defun rem-test (&optional (name *test*))
  (when (find-entry name)
    (setq *entries* (remove name *entries* :key #'entry-name :test #'equal))
    name))

(defun rem-all-tests ()
  (setq *entries* '()))

(defun pending-tests ()
  (mapcar #'entry-name (remove-if-not #'entry-pending *entries*)))

(defun same-p (a b)
  "As EQUALP, but the case of characters counts."
  (cond ((eql a b) t)
        ((and (consp a) (consp b))
         (and (same-p (car a) (car b)) (same-p (cdr a) (cdr b))))
        ((and (stringp a) (stringp b)) (string= a b))
        ((and (arrayp a) (arrayp b))
         (and (equal (array-dimensions a) (array-dimensions b))
              (loop for i below (array-total-size a)
                    always (same-p (row-major-aref a i) (row-major-aref b i)))))
        ((or (characterp a) (characterp b)) nil)
        (t (equalp a b))))

(defun values-of-form (form)
  (multiple-value-list
   (if *compile-tests*
       (funcall (compile nil `(lambda () ,form)))
       (eval form))))

(defun do-entry (entry stream)
  "Runs a test: its name, or NIL and a report on STREAM when it fails."
  (let* ((name (setq *test* (entry-name entry)))
         (got (handler-bind ((error (lambda (condition)
                                      (when *catch-errors*
                                        (return-from do-entry (report-failure entry (list condition) stream))))))
                (values-of-form (entry-form entry)))))
    (cond ((same-p got (entry-expected entry))
           (setf (entry-pending entry) nil)
           name)
          (t (report-failure entry got stream)))))

(defun report-failure (entry got stream)
  (setf (entry-pending entry) t)
  (let ((*print-circle* *print-circle-on-failure*))
    (format stream "~&Test ~S failed~%Form: ~S~%Expected value~P:~{ ~S~^~%~17T~}~%Actual value~P:~{ ~S~^~%~15T~}~%"
            (entry-name entry) (entry-form entry)
            (length (entry-expected entry)) (entry-expected entry)
            (length got) got))
  nil)

(defun do-test (&optional (name *test*))
  (do-entry (known-entry name) *standard-output*))

(defun do-entries (stream)
  (format stream "~&Doing ~D pending test~:P of ~D test~:P total.~%"
          (length (pending-tests)) (length *entries*))
  (dolist (entry *entries*)
    (when (entry-pending entry)
      (format stream "~@[~<~%~:; ~:@(~S~)~>~]" (do-entry entry stream))))
  (let* ((failed (pending-tests))
         (unexpected (set-difference failed *expected-failures* :test #'equal)))
    (if (null failed)
        (format stream "~&No tests failed.~%")
        (format stream "~&~D out of ~D total tests failed: ~{~<~%   ~1:;~S~>~^, ~}.~%"
                (length failed) (length *entries*) failed))
    (when (and failed *expected-failures*)
      (if unexpected
          (format stream "~&~D unexpected failures: ~{~S~^, ~}.~%" (length unexpected) unexpected)
          (format stream "~&No unexpected failures.~%")))
    (null failed)))

(defun do-tests (&optional (out *standard-output*))
  "Runs all tests; true when none failed."
  (dolist (entry *entries*)
    (setf (entry-pending entry) t))
  (if (streamp out)
      (do-entries out)
      (with-open-file (stream out :direction :output)
        (do-entries stream))))

(defun continue-testing ()
  (do-entries *standard-output*))
