;;;; A small test facility: (run-tests) answers how many tests passed and which failed.

(in-package "JSCL-MCP")

(defvar *tests* '()
  "Tests as (name function), last defined first.")

(defun same-p (a b)
  "EQUAL, and element by element for vectors."
  (cond ((and (consp a) (consp b)) (and (same-p (car a) (car b)) (same-p (cdr a) (cdr b))))
        ((and (vectorp a) (vectorp b) (not (stringp a))) (and (= (length a) (length b)) (every #'same-p a b)))
        (t (equal a b))))

(defmacro deftest (name form &rest expected)
  "Defines the test NAME: the values of FORM are to be EQUAL to EXPECTED, which is not evaluated."
  `(push (list ',name
               (lambda ()
                 (let ((values (multiple-value-list ,form)))
                   (if (same-p values ',expected) nil (list ',expected values)))))
         *tests*))

(defun run-test (test)
  "NIL when TEST passes, otherwise (name expected actual)."
  (handler-case
      (let ((difference (funcall (second test))))
        (and difference (cons (first test) difference)))
    (error (condition)
      (list (first test) "no error" (prin1-to-string (type-of condition)) (condition-message condition)))))

(defun run-tests ()
  "Two values: the number of tests that passed, and a list of (name expected actual) of those that failed."
  (let ((passed 0) (failed '()))
    (dolist (test (reverse *tests*))
      (let ((failure (run-test test)))
        (if failure (push failure failed) (incf passed))))
    (values passed (nreverse failed))))

(defmacro signalled (form)
  "The type and the report of the condition that FORM signals, as a list."
  `(handler-case (progn ,form :nothing-signalled)
     (condition (condition) (list (type-of condition) (condition-message condition)))))

(defmacro restarts-of (form)
  "Names and reports of the restarts that are active when FORM signals an error."
  `(block restarts
     (let ((outer (length (compute-restarts))))
       (handler-bind ((error (lambda (condition)
                               (return-from restarts
                                 (mapcar (lambda (data) (butlast data))
                                         (butlast (restart-data condition) outer))))))
         ,form))))
