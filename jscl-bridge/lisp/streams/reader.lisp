;;;; Restarts of the reader where a token names a package or a symbol that is not there. The reader calls these; both answer the object to read.

(in-package "JSCL-MCP")

(defun read-missing-package (package-name symbol-name initargs)
  "Signals SIMPLE-READER-PACKAGE-ERROR made from INITARGS until a restart says what to read for PACKAGE-NAME:SYMBOL-NAME."
  (loop
    (restart-case (apply #'error 'simple-reader-package-error initargs)
      (continue ()
        :report (lambda (stream) (format stream "Use the current package, ~A." (package-name *package*)))
        (return (values (intern symbol-name *package*))))
      (retry ()
        :report "Retry finding the package."
        (let ((package (find-package package-name)))
          (when package (return (values (intern symbol-name package))))))
      (use-value (package)
        :report "Specify a different package"
        (let ((package (find-package package)))
          (when package (return (values (intern symbol-name package))))))
      (unintern ()
        :report "Read the symbol as uninterned."
        (return (make-symbol symbol-name)))
      (symbol (object)
        :report "Specify a symbol to return"
        (return object)))))

(defun read-inaccessible-symbol (package symbol-name initargs)
  "Signals SIMPLE-READER-PACKAGE-ERROR made from INITARGS; CONTINUE reads the symbol of PACKAGE all the same."
  (with-simple-restart (continue "Use symbol anyway.")
    (apply #'error 'simple-reader-package-error initargs))
  (values (intern symbol-name package)))
