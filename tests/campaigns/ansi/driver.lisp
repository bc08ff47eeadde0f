;;;; Loads files of the suite form by form, and runs its tests one at a time.

(defpackage "ANSI-DRIVER" (:use "CL") (:export "WRITE-FILE" "LOAD-TEXT" "GATHER" "RUN"))
(in-package "ANSI-DRIVER")

(defun write-file (path text)
  (with-open-file (stream path :direction :output :if-exists :supersede)
    (write-string text stream)))

(defun load-text (file text)
  "Evaluates the forms of a file's text; a line says of each error where it was, and the next form is next."
  (let ((end (list nil)))
    (with-input-from-string (stream text)
      (loop
        (let ((form (handler-case (read stream nil end)
                      (error (condition)
                        (format t "~A cannot be read: ~A~%" file condition)
                        (return)))))
          (when (eq form end) (return))
          (handler-case (handler-bind ((warning #'muffle-warning)) (eval form))
            (error (condition)
              (let ((*print-length* 2) (*print-level* 2))
                (format t "~A: ~S: ~A~%" file form condition)))))))))

(defvar *tests* #())

(defun of-suite (name)
  (find-symbol name "REGRESSION-TEST"))

(defun gather ()
  "The number of the tests that are defined by now and are to run; and that of the others."
  ;; The suite leaves these out on SBCL, whose arrays without an element type are no strings; nor are ours.
  (funcall (of-suite "DISABLE-NOTE") :nil-vectors-are-strings)
  (let ((all (cdr (symbol-value (of-suite "*ENTRIES*")))))
    (setq *tests* (coerce (remove-if (of-suite "HAS-DISABLED-NOTE") all) 'vector))
    (values (length *tests*) (- (length all) (length *tests*)))))

(defun run (from to)
  "Runs the tests of these numbers. Each begins with a line of its name, and one that passes ends with PASSED."
  (loop for number from from below to
        for test = (aref *tests* number)
        do (format t "~&~C~A~%" (code-char 12) (funcall (of-suite "NAME") test))
           (when (funcall (of-suite "DO-ENTRY") test) (format t "~&PASSED~%"))))
