;;;; APROPOS and APROPOS-LIST: the symbols whose names contain a string.

(in-package "JSCL-MCP")

(defun apropos-in (string package external-only)
  "The symbols of PACKAGE whose names contain STRING, in the order of their names."
  (let ((found '()))
    (do-symbols (symbol package)
      (when (and (search string (symbol-name symbol) :test #'char-equal)
                 (or (not external-only)
                     (and (eq (symbol-package symbol) package)
                          (eq (nth-value 1 (find-symbol (symbol-name symbol) package)) :external))))
        (pushnew symbol found)))
    (sort found #'string-lessp :key #'symbol-name)))

(defun apropos-list (string-designator &optional package external-only)
  "The symbols whose names contain STRING-DESIGNATOR in any case: those of PACKAGE, or of all packages."
  (unless (or (stringp string-designator) (symbolp string-designator) (characterp string-designator))
    (wrong-type string-designator '(or string symbol character)))
  (let ((string (string string-designator)))
    (if package
        (apropos-in string (package-designated package) external-only)
        (let ((found '()))
          (dolist (each (sort (copy-list (list-all-packages)) #'string-lessp :key #'package-name) (nreverse found))
            (dolist (symbol (apropos-in string each external-only))
              (pushnew symbol found)))))))

(defun apropos (string-designator &optional package external-only)
  "Prints the symbols that APROPOS-LIST finds, each with its value and whether it names a function."
  (dolist (symbol (apropos-list string-designator package external-only) (values))
    (fresh-line)
    (prin1 symbol)
    (when (boundp symbol)
      (write-string " = ")
      (prin1 (symbol-value symbol)))
    (when (fboundp symbol)
      (write-string " (fbound)"))))
