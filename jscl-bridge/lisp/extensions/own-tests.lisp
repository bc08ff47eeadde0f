;;;; JSCL-MCP-TEST: small tests that are always there. A test is a body of checks; a check that fails is noted, and
;;;; the body goes on.

(in-package "JSCL-MCP")

(eval-when (:compile-toplevel :load-toplevel :execute)
  (unless (find-package "JSCL-MCP-TEST")
    (make-package "JSCL-MCP-TEST" :use '("COMMON-LISP")))
  (sb-impl::exported "JSCL-MCP-TEST"
                     '("DEFTEST" "IS" "SIGNALS" "FAIL" "SKIP" "REMOVE-TEST" "REMOVE-TESTS" "TEST-NAMES" "RUN" "RUN-TESTS")))

(in-package "JSCL-MCP-TEST")

(defvar *tests* '() "Names and functions of the tests, in the order in which they were defined.")
(defvar *results* nil "The results of the checks so far, the last first; NIL outside of a test.")
(defvar *is-running* nil)

(defmacro deftest (name &body body)
  "Defines the test NAME, a symbol or string: BODY makes checks by IS, SIGNALS and the like."
  `(add-test ',name (lambda () ,@body)))

(defun add-test (name function)
  (let ((entry (assoc name *tests* :test #'equal)))
    (if entry
        (setf (cdr entry) function)
        (setq *tests* (append *tests* (list (cons name function)))))
    name))

(defun test-names ()
  "The names of all tests."
  (mapcar #'car *tests*))

(defun remove-test (name)
  (setq *tests* (remove name *tests* :key #'car :test #'equal))
  name)

(defun remove-tests ()
  (setq *tests* '()))

(defun note (status reason)
  (if *is-running*
      (push (list status reason) *results*)
      (when (eq status :failed) (error "~A" reason)))
  (not (eq status :failed)))

(defun failure-text (form arguments)
  (format nil "~S~@[~%with ~{~S~^ ~}~]" form arguments))

(defmacro is (form &optional reason &rest arguments)
  "Checks that FORM is true. Of a call the arguments are reported, too, where it is not; REASON is a format string."
  (let ((operator (and (consp form) (car form))))
    (if (and (symbolp operator) operator (not (special-operator-p operator)) (not (macro-function operator)))
        (let ((values (mapcar (lambda (each) (declare (ignore each)) (gensym "ARGUMENT")) (cdr form))))
          `(checking ',form
                     (lambda ()
                       (let ,(mapcar #'list values (cdr form))
                         (values (,operator ,@values) (list ,@values))))
                     ,(and reason `(format nil ,reason ,@arguments))))
        `(checking ',form (lambda () (values ,form nil)) ,(and reason `(format nil ,reason ,@arguments))))))

(defun checking (form function reason)
  (block checking
    (multiple-value-bind (value arguments)
        (handler-bind ((error (lambda (condition)
                                (when *is-running*
                                  (return-from checking (note :failed (condition-text form condition)))))))
          (funcall function))
      (if value
          (note :passed nil)
          (note :failed (format nil "~@[~A~%~]~A is false" reason (failure-text form arguments)))))))

(defun condition-text (form condition)
  (format nil "~@[~S~%~]signalled ~S: ~A" form (type-of condition) condition))

(defmacro signals (type &body body)
  "Checks that BODY signals a condition of TYPE."
  `(signalling ',type '(signals ,type ,@body) (lambda () ,@body)))

(defun signalling (type form function)
  (block signalling
    (let ((others '()))
      (handler-bind ((condition (lambda (condition)
                                  (when (typep condition type)
                                    (return-from signalling (note :passed nil)))
                                  (when (and *is-running* (typep condition 'error))
                                    (push condition others)
                                    (return-from signalling (note :failed (condition-text form condition)))))))
        (funcall function))
      (note :failed (format nil "~S~%signalled nothing of the type ~S" form type)))))

(defun fail (&optional (reason "FAIL was called.") &rest arguments)
  "A check that fails."
  (note :failed (apply #'format nil reason arguments)))

(defun skip (&optional (reason "SKIP was called.") &rest arguments)
  "A check that is not made."
  (note :skipped (apply #'format nil reason arguments)))

(defun results-of (entry)
  "The results of the checks of a test, in order; an error that it does not handle is one, too."
  (let ((*results* '()) (*is-running* t))
    (block running
      (handler-bind ((error (lambda (condition)
                              (note :failed (condition-text nil condition))
                              (return-from running nil))))
        (funcall (cdr entry))))
    (reverse *results*)))

(defun run (&optional (name nil is-given))
  "Runs the test NAME, or all: true when no check failed. Prints what failed."
  (let ((failed 0) (passed 0))
    (dolist (entry *tests*)
      (when (or (not is-given) (equal name (car entry)))
        (dolist (result (results-of entry))
          (case (first result)
            (:failed (incf failed)
             (format t "~&~S failed: ~A~%" (car entry) (second result)))
            (:passed (incf passed))))))
    (format t "~&~D check~:P passed, ~D failed.~%" passed failed)
    (zerop failed)))

(defun run-tests ()
  "Runs all tests: true when no check failed."
  (run))
